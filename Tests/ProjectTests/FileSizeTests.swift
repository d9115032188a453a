// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthChecks
import Testing

@Suite struct FileSizeTests {
    @Test(arguments: projectTrees) func everyFileOfThisTreeIsShortEnough(tree: SourceTree) throws {
        let faults = try SizeCheck.faults(in: tree)
        #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
    }

    @Test func aTreeWithoutFaultsPasses() throws {
        let scratch = try ScratchTree()
        #expect(try SizeCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: ["Sources/Model/Long.swift", "Tests/ModelTests/Long.swift", "Fuzz/Long.swift"])
    func aFileWithOneLineTooManyIsReported(path: String) throws {
        let scratch = try ScratchTree()
        try scratch.write(path, String(repeating: "//\n", count: SizeCheck.maximumLines))
        #expect(try SizeCheck.faults(in: scratch.tree) == [])
        try scratch.write(path, String(repeating: "//\n", count: SizeCheck.maximumLines + 1))
        #expect(try SizeCheck.faults(in: scratch.tree).map(\.path) == [path])
    }

    @Test func generatedFilesMayBeLong() throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/Generated/Long.swift", String(repeating: "//\n", count: 5_000))
        try scratch.write("Sources/Model/.hidden/Long.swift", String(repeating: "//\n", count: 5_000))
        #expect(try SizeCheck.faults(in: scratch.tree) == [])
    }
}
