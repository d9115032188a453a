// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks
import Testing

@Suite struct APIListingTests {
    @Test func theListingHasExactlyThePublicDeclarations() throws {
        let scratch = try ScratchTree()
        try scratch.write("graphs/Model.symbols.json", Self.graph)
        let lines = try APIListing.lines(of: "Model", symbolGraphs: scratch.tree.root.appending(path: "graphs"))
        #expect(
            lines == [
                "Cup  : Swift.Sendable",
                "Cup  struct Cup",
                "Cup.fill(_:)  @available(*, unavailable) @discardableResult func fill(_ volume: Double) -> Bool",
            ])
    }

    @Test func bothKindsOfDifferenceAreReported() {
        let recorded = SourceFile(path: "Documentation/api/Model.txt", text: "A  struct A\nB  struct B\n")
        #expect(APIListing.faults(recorded: recorded, current: ["A  struct A", "B  struct B"]) == [])
        let faults = APIListing.faults(recorded: recorded, current: ["A  struct A", "C  struct C"])
        #expect(faults.count == 2)
        #expect(faults.first?.line == 2)
        #expect(faults.last?.message.hasSuffix("C  struct C") == true)
    }

    @Test func aModuleWithoutDeclarationsHasAnEmptyListing() {
        let recorded = SourceFile(path: "Documentation/api/Model.txt", text: "\n")
        #expect(APIListing.faults(recorded: recorded, current: []) == [])
        #expect(APIListing.faults(recorded: recorded, current: ["A  struct A"]).count == 1)
    }

    @Test func theCommandWritesComparesAndRefuses() throws {
        let scratch = try ScratchTree()
        let root = scratch.tree.root.path
        let arguments = ["api-listing", "Model", root + "/graphs", root]
        #expect(ChecksCommand(arguments).status == 1)
        try scratch.write("graphs/Model.symbols.json", Self.graph)
        #expect(ChecksCommand(arguments).output.first?.contains("there is no such file") == true)
        #expect(ChecksCommand(arguments + ["--update"]).status == 0)
        #expect(ChecksCommand(arguments).output == ["public API of Model: OK"])
        let path = "Documentation/api/Model.txt"
        try scratch.write(path, try scratch.tree.file(path).text.replacing("struct Cup", with: "class Cup"))
        let planted = ChecksCommand(arguments)
        #expect(planted.status == 1)
        #expect(planted.output.first == "\(path):2: no longer public: Cup  class Cup")
    }

    @Test func theCommandRunsTheOtherChecks() throws {
        let scratch = try ScratchTree()
        let root = scratch.tree.root.path
        #expect(ChecksCommand(["imports", root]).output == ["import table: OK"])
        #expect(ChecksCommand(["sizes", root]).output == ["file sizes and conventions: OK"])
        try scratch.write("Sources/Model/C.swift", "import SQL\n")
        #expect(ChecksCommand(["imports", root]).status == 1)
        #expect(ChecksCommand(["sizes", root]).output.last == "file sizes and conventions: 1 fault")
        #expect(ChecksCommand(["help"]).status == 0)
        #expect(ChecksCommand([]).status == 2)
        #expect(ChecksCommand(["sizes", "--update"]).status == 2)
        #expect(ChecksCommand(["imports", root + "/nowhere"]).status == 1)
    }

    private static let graph = #"""
        {
          "symbols": [
            {
              "identifier": {"precise": "s:Cup"}, "pathComponents": ["Cup"], "accessLevel": "public",
              "declarationFragments": [{"spelling": "struct"}, {"spelling": " "}, {"spelling": "Cup"}]
            },
            {
              "identifier": {"precise": "s:Cup.fill"}, "pathComponents": ["Cup", "fill(_:)"], "accessLevel": "public",
              "declarationFragments": [
                {"spelling": "@discardableResult\n"}, {"spelling": "func fill(_ volume: Double) -> Bool"}
              ],
              "availability": [{"domain": "*", "isUnconditionallyUnavailable": true}]
            },
            {
              "identifier": {"precise": "s:Hidden"}, "pathComponents": ["Hidden"], "accessLevel": "internal",
              "declarationFragments": [{"spelling": "struct Hidden"}]
            }
          ],
          "relationships": [
            {"kind": "conformsTo", "source": "s:Cup", "target": "s:s8SendableP", "targetFallback": "Swift.Sendable"},
            {"kind": "conformsTo", "source": "s:Cup", "target": "s:s8CopyableP", "targetFallback": "Swift.Copyable"},
            {"kind": "memberOf", "source": "s:Cup.fill", "target": "s:Cup"}
          ]
        }
        """#
}
