// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks

/// A small tree in the temporary folder that obeys every rule, to which a test adds one fault.
struct ScratchTree: ~Copyable {
    let tree: SourceTree

    init() throws {
        let name = "project-checks-\(UUID().uuidString)"
        tree = SourceTree(root: FileManager.default.temporaryDirectory.appending(path: name))
        try write("Package.swift", "let package = Package(targets: [])")
        try write("ARCHITECTURE.md", Self.table)
        try write("Sources/Model/A.swift", Self.file("import Foundation"))
        try write("Sources/Store/B.swift", Self.file("import Model\nimport SQL"))
    }

    deinit {
        try? FileManager.default.removeItem(at: tree.root)
    }

    /// Writes a file of the tree, and creates its folders.
    func write(_ path: String, _ text: String) throws {
        let url = tree.root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Returns a Swift file with the project's header.
    static func file(_ body: String) -> String {
        (ConventionCheck.header.map(String.init) + ["", body, ""]).joined(separator: "\n")
    }

    static let table = """
        # Modules

        | target | one sentence | may import |
        | --- | --- | --- |
        | `Model` | Values. | Foundation |
        | `Store` | A file. | Model, SQL |

        More text.
        """
}

/// The root of this checkout.
let projectTree = SourceTree(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

/// The folders of the packages of this checkout that obey the rules of sources.
let projectTrees = [projectTree, SourceTree(root: projectTree.root.appending(path: "Cohorts"))]
