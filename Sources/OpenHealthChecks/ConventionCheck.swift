// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The conventions for the text of a file: its first lines, unfinished work, unchecked declarations, JSON whose text differs
/// between processes, tests that would not run.
package enum ConventionCheck {
    /// The two lines that every Swift file begins with.
    package static let header: [Substring] = [
        "// This source file is part of the OpenHealthKit open source project",
        "// SPDX-License-Identifier: Apache-2.0",
    ]

    /// The maximum number of lines between a promise and its reason, unless it is in the comment right above.
    package static let reach = 6

    /// Returns the faults of Swift files: a missing header, a mark of unfinished work, an unexplained unchecked
    /// declaration, an encoder of JSON without sorted keys, a file that is not created by `NewFile`, a column that is read by its number, and
    /// a test of XCTest.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let checks = [
            headerFaults, unfinishedFaults, promiseFaults, encoderFaults, testFaults, creationFaults, positionFaults,
        ]
        return try tree.swiftFiles().flatMap { file in checks.flatMap { $0(file) } }
            .sorted()
    }

    private static func headerFaults(in file: SourceFile) -> [Fault] {
        // SwiftPM requires the tools version on a manifest's first line.
        guard !file.path.hasSuffix("Package.swift"), !file.lines.starts(with: header) else { return [] }
        return [Fault(file.path, line: 1, "the file must begin with the project's two header lines")]
    }

    private static func unfinishedFaults(in file: SourceFile) -> [Fault] {
        let marks = unfinishedMarks.filter { ByteSearch.finds($0, in: file.text) }
        guard !marks.isEmpty else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            marks.filter(line.contains).map {
                Fault(file.path, line: index + 1, "\"\($0)\" marks unfinished work; finish it or open an issue")
            }
        }
    }

    private static func promiseFaults(in file: SourceFile) -> [Fault] {
        guard ByteSearch.finds("@unchecked Sendable", in: file.text) else { return [] }
        let (lines, codeLines) = (file.lines, file.codeLines)
        return codeLines.indices.filter { index in
            guard codeLines[index].contains("@unchecked Sendable") else { return false }
            // The comment right above counts as a whole, regardless of its length.
            let comment = lines[..<index].reversed().prefix { $0.drop { $0 == " " }.hasPrefix("//") }.count
            let near = lines[max(0, index - max(reach, comment))...min(lines.count - 1, index + reach)]
            return !near.contains { $0.lowercased().contains("because") }
        }.map {
            Fault(
                file.path, line: $0 + 1, "@unchecked Sendable needs a comment near it that says why, with \"because\"")
        }
    }

    /// The file that reads columns by position for all others.
    package static let positions = "Sources/OpenHealthStore/Columns/SelectedColumns.swift"

    /// Returns a fault for each column in `Sources` that is read by its number: the number is wrong when a column is added before it.
    private static func positionFaults(in file: SourceFile) -> [Fault] {
        guard file.path.hasPrefix("Sources/"), file.path != positions,
            ["atIndex:", "sqlite3_column_"].contains(where: { ByteSearch.finds($0, in: file.text) })
        else { return [] }
        let lines = file.codeLines
        return lines.indices.filter { index in
            lines[index].contains("atIndex:") || lines[index].contains(/\bsqlite3_column_\w+\(\w+, *\d/)
        }.map {
            Fault(
                file.path, line: $0 + 1,
                "a column is read by its number; read it by name, or by a case of PositionedColumns where there are many rows"
            )
        }
    }

    /// Returns a fault for each encoder in `Sources` whose next line does not sort the keys: their text differs between processes,
    /// so a cursor or a stored text made from it is not recognised by the next process.
    private static func encoderFaults(in file: SourceFile) -> [Fault] {
        guard file.path.hasPrefix("Sources/"), ByteSearch.finds("JSONEncoder()", in: file.text) else { return [] }
        let lines = file.codeLines
        return lines.indices.filter { index in
            guard lines[index].contains("JSONEncoder()") else { return false }
            return !(index + 1 < lines.count && lines[index + 1].contains("sortedKeys"))
        }.map {
            Fault(file.path, line: $0 + 1, "JSONEncoder() without sorted keys; use JSONEncoder.sortedKeys")
        }
    }

    /// Returns a fault for each file or folder that is created in another way than by `NewFile`, which neither opens what others have
    /// prepared nor lets them read the new file.
    private static func creationFaults(in file: SourceFile) -> [Fault] {
        guard file.path.hasPrefix("Sources/"), !file.path.hasSuffix("/NewFile.swift") else { return [] }
        let calls = creationCalls.filter { ByteSearch.finds($0, in: file.text) }
        guard !calls.isEmpty else { return [] }
        return file.codeLines.enumerated().flatMap { index, line in
            calls.filter(line.contains).map {
                Fault(file.path, line: index + 1, "\($0): create files and folders with NewFile")
            }
        }
    }

    /// Returns a fault for each import of XCTest, whose tests `make test` does not run.
    private static func testFaults(in file: SourceFile) -> [Fault] {
        guard ByteSearch.finds("XCTest", in: file.text) else { return [] }
        return ImportScanner.imports(in: file).filter { $0.module == "XCTest" }.map {
            Fault(file.path, line: $0.line, "\"make test\" does not run tests of XCTest; use Swift Testing")
        }
    }

    // In pieces, so that this file does not report itself.
    private static let creationCalls = ["O_" + "CREAT", "mkdir" + "(", "mkfifo" + "(", ".create" + "File(atPath"]
    private static let unfinishedMarks = ["TO" + "DO", "FIX" + "ME", "fatalError(\"not " + "implemented"]
}
