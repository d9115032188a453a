// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A comparison of the imports of each target's files with the table in ARCHITECTURE.md.
///
/// The compiler does not check this: a module that is a dependency of a dependency imports without an error.
package enum ImportCheck {
    /// The document with the table.
    package static let document = "ARCHITECTURE.md"

    /// The modules of the language and its platform, which are not listed in the table.
    package static let standardModules: Set<String> = [
        "Swift", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin", "FoundationEssentials",
    ]

    /// Returns a fault for every import that is not in a target's row, and every difference between the rows and the folders.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let table = ModuleTable(in: try tree.file(document))
        var faults = table.faults
        let folders = Set(try tree.sourceFolders())
        faults += rowFaults(in: table, folders: folders)

        let allowed = Dictionary(table.rows.map { ($0.target, Set($0.mayImport)) }) { first, _ in first }
        var reported: Set<String> = []
        for file in try tree.swiftFiles(under: ["Sources"]) {
            guard let target = file.target else {
                faults.append(Fault(file.path, "a source file outside of every target; move it into a target's folder"))
                continue
            }
            guard let modules = allowed[target] else {
                if reported.insert(target).inserted {
                    faults.append(Fault("Sources/\(target)", "has no row in \(document); add one"))
                }
                continue
            }
            for found in ImportScanner.imports(in: file)
            where !modules.contains(found.module) && !standardModules.contains(found.module) {
                faults.append(
                    Fault(
                        file.path, line: found.line,
                        "\(target) imports \(found.module), which its row in \(document) does not allow"))
            }
        }
        return faults.sorted()
    }

    private static func rowFaults(in table: ModuleTable, folders: Set<String>) -> [Fault] {
        let targets = Set(table.rows.map(\.target))
        var faults: [Fault] = []
        var above: Set<String> = []
        for row in table.rows {
            if !folders.contains(row.target) {
                faults.append(Fault(document, line: row.line, "there is no folder Sources/\(row.target)"))
            }
            for module in row.mayImport where targets.contains(module) && !above.contains(module) {
                faults.append(
                    Fault(
                        document, line: row.line,
                        "\(row.target) may only import modules listed above it, and \(module) is not"))
            }
            if !above.insert(row.target).inserted {
                faults.append(Fault(document, line: row.line, "\(row.target) has a second row"))
            }
        }
        return faults
    }
}

/// The table of ARCHITECTURE.md with the modules that each target may import.
package struct ModuleTable: Sendable {
    /// A row: a target and the modules that it may import.
    package struct Row: Sendable {
        /// The target, which is also the name of its folder in `Sources`.
        package let target: String
        /// The modules in the last column.
        package let mayImport: [String]
        /// The row's line in the document, counted from 1.
        package let line: Int
    }

    /// The rows in the order of the document.
    package let rows: [Row]
    /// The faults of rows that cannot be read, and of a missing table.
    package let faults: [Fault]

    /// Parses the first table of a Markdown file whose columns are target, one sentence, and may import.
    package init(in file: SourceFile) {
        var rows: [Row] = []
        var faults: [Fault] = []
        let start = file.lines.firstIndex { Self.cells($0) == ["target", "one sentence", "may import"] }
        guard let start else {
            self.rows = []
            self.faults = [Fault(file.path, "no table headed | target | one sentence | may import |; add it")]
            return
        }
        for index in file.lines.indices.dropFirst(start + 2) {
            guard file.lines[index].hasPrefix("|") else { break }
            let cells = Self.cells(file.lines[index])
            let names = cells.last.map(Self.names) ?? []
            if cells.count != 3 || cells[0].isEmpty || !names.allSatisfy(Self.isModuleName) {
                faults.append(
                    Fault(
                        file.path, line: index + 1,
                        "a row needs a target, a sentence and module names with commas between (or — for none)"))
            } else {
                rows.append(Row(target: Self.bare(cells[0]), mayImport: names, line: index + 1))
            }
        }
        self.rows = rows
        self.faults = faults
    }

    private static func cells(_ line: Substring) -> [String] {
        guard line.hasPrefix("|") else { return [] }
        let inner = line.dropFirst().drop { $0 == " " }
        return inner.split(separator: "|", omittingEmptySubsequences: false).map(trimmed).dropLast()
    }

    private static func names(_ cell: String) -> [String] {
        cell == "—" ? [] : cell.split(separator: ",", omittingEmptySubsequences: false).map { bare(trimmed($0)) }
    }

    private static func bare(_ text: String) -> String {
        text.filter { $0 != "`" }
    }

    private static func trimmed(_ text: Substring) -> String {
        let tail = text.drop { $0 == " " }
        return String(tail[..<(tail.lastIndex { $0 != " " }.map(tail.index(after:)) ?? tail.startIndex)])
    }

    private static func isModuleName(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

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
