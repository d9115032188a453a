// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks
import Testing

@Suite struct InterfaceTests {
    @Test func everyNameIsAvailableUnavailableOrMissing() throws {
        let scratch = try Self.scratch()
        let report = try InterfaceCheck.report(in: scratch.tree, symbolGraphs: Self.graphs(scratch))
        #expect(report.count == "7 of 13")
        #expect(report.missing.map(\.spelling) == ["HKCup.fill(_:) of Set<Double>", "HKCup.lost"])
        #expect(report.page.contains("The newest names of the comparison are those of iOS 9.0."))
        for line in [
            "| `HKCup.start(_:at:)` | 9.0 | There is no watch: use `HKMug` here. |",
            "| `HKCup.init(with:)` | 9.0 | two lines |", "| `HKGone` | 9.0 | gone |",
            "| `HKGone.inside` | 9.0 | gone |",
            "| `HKCup.lost` | property | 9.0 | spelling unverified |", "| `HKCup` | 5 | 2 | 2 |",
            "| Constants | 1 |  |  |", "## By kind", "| kind | names | there |",
        ] {
            #expect(report.page.contains(line + "\n"), "\(line)")
        }
    }

    @Test func thePageAndTheReadmeHaveTheCount() throws {
        let scratch = try Self.scratch()
        try scratch.write("README.md", "There are <!-- interface-count -->1 of 2<!-- /interface-count --> names.\n")
        try scratch.write("Documentation/RemainingInterface.md", "# Old\n")
        let root = scratch.tree.root.path
        let arguments = ["interface", root + "/graphs", root]
        let before = ChecksCommand(arguments)
        #expect(before.status == 1)
        #expect(before.output.count == 3)
        #expect(before.output.first == "Documentation/RemainingInterface.md:1: is out of date; run make interface")
        #expect(
            ChecksCommand(arguments + ["--update"]).output == ["Documentation/RemainingInterface.md: 7 of 13 names"])
        #expect(ChecksCommand(arguments).output == ["Apple's interface: OK"])
        #expect(
            try scratch.tree.file("README.md").text
                == "There are <!-- interface-count -->7 of 13<!-- /interface-count --> names.\n")
    }

    @Test func aBadTableAndMissingGraphsAreReported() throws {
        let scratch = try Self.scratch()
        let root = scratch.tree.root.path
        #expect(ChecksCommand(["interface", root + "/nowhere", root]).status == 1)
        try scratch.write("Data/apple_interface.csv", Self.table + "HKCup,method\n")
        let planted = ChecksCommand(["interface", root + "/graphs", root])
        #expect(planted.status == 1)
        #expect(planted.output.first?.hasPrefix("Data/apple_interface.csv:15: a row needs seven cells") == true)
    }

    @Test func theTableOfThisTreeHasNoDuplicates() throws {
        let table = try AppleSymbol.table(in: projectTree.file(InterfaceCheck.table))
        let names = table.map { ($0.kind.hasPrefix("static") ? "static " : "") + $0.spelling }
        #expect(Set(names).count == names.count)
        #expect(table.count > 2000)
        for symbol in table where !symbol.owner.isEmpty && symbol.owner.hasPrefix("HK") {
            #expect(
                table.contains { $0.owner.isEmpty && $0.name == symbol.owner }, "\(symbol.owner) is not in the table")
        }
    }

    private static func graphs(_ scratch: borrowing ScratchTree) -> URL {
        scratch.tree.root.appending(path: "graphs")
    }

    private static func scratch() throws -> ScratchTree {
        let scratch = try ScratchTree()
        try scratch.write("Data/apple_interface.csv", table)
        try scratch.write("graphs/OpenHealthModel/OpenHealthModel.symbols.json", model)
        try scratch.write("graphs/OpenHealthKit/OpenHealthKit.symbols.json", behaviour)
        try scratch.write("Sources/OpenHealthKit/HKCup.swift", ScratchTree.file(source))
        return scratch
    }

    private static let table = """
        owner,kind,name,parameter,ios,deprecated,note
        ,class,HKCup,,9.0,,
        HKCup,initialiser,init(with:),,9.0,,
        HKCup,method,fill(_:),Double,9.0,,
        HKCup,method,fill(_:),[Double],9.0,,
        HKCup,method,fill(_:),Set<Double>,9.0,,
        HKCup,method,drink(),,9.0,,
        HKCup,method,start(_:at:),,9.0,,
        HKCup,property,lost,,9.0,,spelling unverified
        HKCup,property,rawValue,,9.0,,
        ,class,HKGone,,9.0,,
        HKGone,property,inside,,9.0,,
        ,constant,HKCupNoLimit,,9.0,,
        ,class,HKVessel,,9.0,,

        """

    private static let source = #"""
        extension HKCup {
            // @available(*, unavailable, message: "only a comment")
            @available(*, unavailable, message: "There is no watch: use `HKMug` here.")
            public class func start(_ watch: [String: Int], at date: Date) async throws -> Self { { self }() }

            @available(
                *, unavailable,
                message: """
                    two
                    lines
                    """
            )
            public convenience init(with water: Double = 1) {}
        }

        @available(*, unavailable, message: "gone")
        public final class HKGone: HKVessel {
            public var inside: Int { 1 }
        }
        """#

    private static let model = #"""
        {
          "symbols": [
            {"identifier": {"precise": "s:V"}, "pathComponents": ["HKVessel"], "accessLevel": "open"},
            {"identifier": {"precise": "s:V.d"}, "pathComponents": ["HKVessel", "drink()"], "accessLevel": "open"}
          ],
          "relationships": []
        }
        """#

    private static let behaviour = #"""
        {
          "symbols": [
            {"identifier": {"precise": "s:C"}, "pathComponents": ["HKCup"], "accessLevel": "open"},
            {"identifier": {"precise": "s:N"}, "pathComponents": ["HKCupNoLimit"], "accessLevel": "public"},
            {"identifier": {"precise": "s:C.l"}, "pathComponents": ["HKCup", "lost"], "accessLevel": "internal"},
            {
              "identifier": {"precise": "s:C.f"}, "pathComponents": ["HKCup", "fill(_:)"], "accessLevel": "public",
              "functionSignature": {"parameters": [{"declarationFragments": [{"spelling": "_ a: Double"}]}]}
            },
            {
              "identifier": {"precise": "s:C.g"}, "pathComponents": ["HKCup", "fill(_:)"], "accessLevel": "public",
              "functionSignature": {
                "parameters": [{"declarationFragments": [{"spelling": "_ a: ["}, {"spelling": "Double"}, {"spelling": "]"}]}]
              }
            }
          ],
          "relationships": [
            {"kind": "inheritsFrom", "source": "s:C", "target": "s:V", "targetFallback": "OpenHealthModel.HKVessel"},
            {
              "kind": "conformsTo", "source": "s:C", "target": "s:SY", "targetFallback": "Swift.RawRepresentable"
            }
          ]
        }
        """#
}
