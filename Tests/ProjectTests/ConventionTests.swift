// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthChecks
import Testing

@Suite struct ConventionTests {
    @Test(arguments: projectTrees) func thisTreeFollowsTheConventions(tree: SourceTree) throws {
        let faults = try ConventionCheck.faults(in: tree)
        #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
    }

    @Test func aTreeWithoutFaultsPasses() throws {
        let scratch = try ScratchTree()
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: ["import Foundation\n", "", "\n" + ScratchTree.file("")])
    func aMissingHeaderIsReported(text: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Tests/ModelTests/C.swift", text)
        let faults = try ConventionCheck.faults(in: scratch.tree)
        #expect(faults.map(\.path) == ["Tests/ModelTests/C.swift"])
        #expect(faults.first?.line == 1)
    }

    @Test func aManifestNeedsNoHeader() throws {
        let scratch = try ScratchTree()
        try scratch.write("Fuzz/Package.swift", "// swift-tools-version: 6.2\n")
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: ["// TO" + "DO: later", "// FIX" + "ME", "fatalError(\"not " + "implemented\")"])
    func unfinishedWorkIsReported(line: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("let a = 1\n\(line)"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [5])
    }

    @Test(arguments: [
        "open(path, O_RDWR | O_" + "CREAT, 0o600)", "mkdir" + "(path, 0o777)", "files.create" + "File(atPath: path)",
    ])
    func filesAreCreatedInOneWay(line: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// \(line)\n\(line)"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [5])
        try scratch.write("Sources/Model/C.swift", ScratchTree.file(""))
        try scratch.write("Sources/Model/NewFile.swift", ScratchTree.file(line))
        try scratch.write("Tests/ModelTests/C.swift", ScratchTree.file(line))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: ["let a: Int = try row.decode(at" + "Index: 0)", "let a = sqlite3_column_" + "double(handle, 12)"])
    func columnsAreNotReadByTheirNumbers(line: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// \(line)\n\(line)"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [5])
        try scratch.write(
            "Sources/Model/C.swift",
            ScratchTree.file(
                "let a = sqlite3_column_" + "double(handle, Columns.end.rawValue)\nlet b = try row.value(of: \"b\")"))
        try scratch.write(ConventionCheck.positions, ScratchTree.file(line))
        try scratch.write("Tests/ModelTests/C.swift", ScratchTree.file(line))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }

    @Test func anUnexplainedUncheckedSendableIsReported() throws {
        let promise = "final class Box: @unchecked Sendable {}"
        let scratch = try ScratchTree()
        let blank = String(repeating: "\n", count: ConventionCheck.reach)
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// Because.\n\(blank)\(promise)"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [5 + ConventionCheck.reach])
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// Because.\n\(blank.dropLast())\(promise)"))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
        let comment = String(repeating: "/// More.\n", count: 2 * ConventionCheck.reach)
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// Because.\n\(comment)\(promise)"))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
        try scratch.write("Sources/Model/C.swift", ScratchTree.file("// @unchecked Sendable is not used here"))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: [
        "import XCTest", "    import XCTest", "@testable import XCTest", "import class XCTest.XCTestCase",
    ])
    func testsOfXCTestAreReported(line: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Tests/ModelTests/C.swift", ScratchTree.file("// import XCTest\n\(line)"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [5])
    }

    @Test func anEncoderWithoutSortedKeysIsReported() throws {
        let scratch = try ScratchTree()
        let encoder = "let encoder = JSONEncoder()\n"
        try scratch.write("Sources/Model/C.swift", ScratchTree.file(encoder + "let a = 1"))
        #expect(try ConventionCheck.faults(in: scratch.tree).map(\.line) == [4])
        try scratch.write(
            "Sources/Model/C.swift", ScratchTree.file(encoder + "encoder.outputFormatting = [.sortedKeys]"))
        #expect(try ConventionCheck.faults(in: scratch.tree) == [])
    }
}
