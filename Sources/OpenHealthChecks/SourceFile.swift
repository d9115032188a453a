// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
