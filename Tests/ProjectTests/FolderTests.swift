// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthChecks

@Suite struct FolderTests {
    @Test func foldersOfThisTreeFormNoCycles() throws {
        let faults = try projectTrees.flatMap(FolderCheck.faults)
        #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
        let folders = try projectTrees.flatMap { try $0.sourceFolders() }
        #expect(folders.contains("OpenHealthStore"))
        #expect(FolderCheck.exempt.isSubset(of: folders))
    }

    @Test func aCycleIsReportedAtEachUse() throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Tool/A/One.swift", ScratchTree.file("package struct One { var two: Two }"))
        try scratch.write(
            "Sources/Tool/B/Two.swift", ScratchTree.file("@frozen public final class Two {}\nlet three = Three()"))
        try scratch.write(
            "Sources/Tool/Three.swift", ScratchTree.file("enum Three {}\nextension Two { func a() -> One.Type }"))
        #expect(
            try FolderCheck.faults(in: scratch.tree).map(\.description) == [
                "Sources/Tool/Three.swift:5: . uses Two of B, which closes a cycle: . → B → .",
                "Sources/Tool/Three.swift:5: . uses One of A, which closes a cycle: . → A → B → .",
                "Sources/Tool/A/One.swift:4: A uses Two of B, which closes a cycle: A → B → . → A",
                "Sources/Tool/B/Two.swift:5: B uses Three of ., which closes a cycle: B → . → B",
            ])
    }

    @Test func usesInOneDirectionAreNoCycle() throws {
        let scratch = try ScratchTree()
        try scratch.write(
            "Sources/Tool/A/One.swift", ScratchTree.file("struct One { var two: Two }\nprivate struct Four {}"))
        try scratch.write(
            "Sources/Tool/B/Two.swift", ScratchTree.file("struct Two { struct Four {} }\n// One\nlet text = \"One\""))
        try scratch.write("Sources/Other/B/Two.swift", ScratchTree.file("struct Two { var one: One }"))
        #expect(try FolderCheck.faults(in: scratch.tree).isEmpty)
    }
}
