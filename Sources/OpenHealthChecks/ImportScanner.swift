// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The modules that a Swift file imports, with their lines.
package enum ImportScanner {
    /// An `import` in a file.
    package struct Import: Hashable, Sendable {
        /// The module's name, without submodule or declaration.
        package let module: String
        /// The line, counted from 1.
        package let line: Int
    }

    /// Returns every import of a file: with attributes, with an access level, of a submodule, of a single declaration.
    package static func imports(in file: SourceFile) -> [Import] {
        var found: [Import] = []
        for (index, line) in file.codeLines.enumerated() where ByteSearch.finds("import", in: line) {
            for statement in line.split(separator: ";") {
                if let module = module(in: statement) {
                    found.append(Import(module: module, line: index + 1))
                }
            }
        }
        return found
    }

    private static func module(in statement: Substring) -> String? {
        var words = statement.split { $0 == " " || $0 == "\t" }[...]
        while let word = words.first, word != "import" {
            guard word.hasPrefix("@") || accessLevels.contains(word) else { return nil }
            words.removeFirst()
        }
        words = words.dropFirst()
        if let kind = words.first, declarationKinds.contains(kind) { words.removeFirst() }
        guard let path = words.first, let name = path.split(separator: ".").first else { return nil }
        return name.filter { $0 != "`" }
    }

    private static let accessLevels: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "open",
    ]
    private static let declarationKinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
    ]
}
