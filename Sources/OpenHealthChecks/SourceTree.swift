// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A checked-out tree of the project, or a copy of one with an intentional fault.
package struct SourceTree: Sendable {
    /// The folder of `Package.swift`.
    package let root: URL

    package init(root: URL) {
        self.root = root.standardizedFileURL
    }

    /// Returns the Swift files in some folders, in the order of their paths, without build products and hidden folders.
    ///
    /// A folder that does not exist counts as empty.
    package func swiftFiles(
        under folders: [String] = ["Sources", "Tests", "Benchmarks", "Fuzz", "Examples"]
    ) throws -> [SourceFile] {
        var files: [SourceFile] = []
        for folder in folders {
            for path in try paths(under: folder) where path.hasSuffix(".swift") {
                files.append(try file(path))
            }
        }
        return files
    }

    /// The files below a folder whose names end in some way, in the order of their paths.
    package func files(under folder: String, ending suffix: String) throws -> [SourceFile] {
        try paths(under: folder).filter { $0.hasSuffix(suffix) }.map(file)
    }

    /// Returns a file by its path from the root.
    package func file(_ path: String) throws -> SourceFile {
        SourceFile(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }

    /// Returns whether a path from the root exists.
    package func contains(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Returns the names of the folders directly in `Sources`, sorted.
    package func sourceFolders() throws -> [String] {
        try visibleNames(in: root.appending(path: "Sources")).filter { isFolder("Sources/\($0)") }
    }

    private func paths(under folder: String) throws -> [String] {
        guard isFolder(folder) else { return [] }
        return try visibleNames(in: root.appending(path: folder)).flatMap { name in
            let path = "\(folder)/\(name)"
            return isFolder(path) ? try paths(under: path) : [path]
        }
    }

    private func visibleNames(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

/// A text file of the tree, read as a whole.
package struct SourceFile: Sendable {
    /// The path from the root of the tree, with forward slashes.
    package let path: String
    /// The text of the file.
    package let text: String
    /// The text split at line ends. A last line without text after it is not counted.
    package let lines: [Substring]
    /// The lines with comments and the inside of string literals blanked.
    /// - Complexity: O(*n*) in the length of the text at each access, because most checks do not need them.
    package var codeLines: [Substring] { Self.cut(CodeText.blanked(text)) }

    package init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = Self.cut(text)
    }

    /// Whether a program wrote this file, so that limits for people do not apply.
    package var isGenerated: Bool {
        path.split(separator: "/").dropLast().contains("Generated")
    }

    /// The folder in `Sources` that contains the file: the name of its target.
    package var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    private static func cut(_ text: String) -> [Substring] {
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
