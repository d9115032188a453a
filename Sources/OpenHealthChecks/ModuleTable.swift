// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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

    /// Parses the first table of a Markdown file whose heading is `| target
    /// one sentence
    /// may import |`.
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
