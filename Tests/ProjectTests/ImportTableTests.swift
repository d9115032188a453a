// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthChecks
import Testing

@Suite struct ImportTableTests {
    @Test(arguments: projectTrees) func everyTargetImportsOnlyWhatItsRowShows(tree: SourceTree) throws {
        let faults = try ImportCheck.faults(in: tree)
        #expect(faults.isEmpty, "\(faults.map(\.description).joined(separator: "\n"))")
    }

    @Test func aTreeWithoutFaultsPasses() throws {
        let scratch = try ScratchTree()
        #expect(try ImportCheck.faults(in: scratch.tree) == [])
    }

    @Test(arguments: [
        "import SQL", "@testable import SQL", "public import SQL", "@preconcurrency import SQL",
        "import SQL.Shell", "import struct SQL.Row", "@_exported public import class SQL.Row.Cell",
        "import Foundation; import SQL", "  import   SQL // for the shell", "#if canImport(SQL)\nimport SQL\n#endif",
        "/* why */ import SQL", "@testable\nimport SQL", "import `SQL`", "@_spi(Shell) import SQL",
    ])
    func everyFormOfImportIsFound(statement: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/Inner/C.swift", ScratchTree.file(statement))
        let faults = try ImportCheck.faults(in: scratch.tree)
        #expect(faults.map(\.path) == ["Sources/Model/Inner/C.swift"])
        #expect(faults.first?.message.contains("Model imports SQL") == true)
        let line = statement.split(separator: "\n").firstIndex { $0.contains("import ") }
        #expect(faults.first?.line == line.map { $0 + 4 })
    }

    @Test(arguments: [
        "// import SQL", "/* one /* two */ import SQL */", "let text = \"import SQL\"",
        "let text = \"\"\"\n    import SQL\n    \"\"\"", "let text = #\"\"\"\n    \\\"\n    import SQL\n    \"\"\"#",
        "let important = SQL.self", "let text = \"\\(\"a \\\" b\")\"\n/*\nimport SQL\n*/",
        "import Synchronization\nimport Glibc",
    ])
    func textsThatResembleImportsAreIgnored(text: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Model/C.swift", ScratchTree.file(text))
        #expect(try ImportCheck.faults(in: scratch.tree) == [])
    }

    @Test func anImportAfterAnUnclosedQuoteInACommentIsFound() throws {
        let scratch = try ScratchTree()
        try scratch.write(
            "Sources/Model/C.swift", ScratchTree.file("// it's \"so\nlet a = \"\\(f(\")\"))\"\nimport SQL"))
        #expect(try ImportCheck.faults(in: scratch.tree).map(\.line) == [6])
    }

    @Test func aTargetWithoutARowIsReportedOnce() throws {
        let scratch = try ScratchTree()
        try scratch.write("Sources/Extra/C.swift", ScratchTree.file("import SQL"))
        try scratch.write("Sources/Extra/D.swift", ScratchTree.file("import SQL"))
        #expect(try ImportCheck.faults(in: scratch.tree).map(\.path) == ["Sources/Extra"])
    }

    @Test(arguments: [
        ("| `Ghost` | Not there. | Foundation |", "no folder Sources/Ghost"),
        ("| `Model` | Again. | Foundation |", "second row"),
        ("| `Store` | A file. | all of them |", "a row needs"),
        ("| `Store` | A file. |", "a row needs"),
    ])
    func aWrongRowIsReported(row: String, expected: String) throws {
        let scratch = try ScratchTree()
        try scratch.write("ARCHITECTURE.md", ScratchTree.table.replacing("\n\nMore", with: "\n\(row)\n\nMore"))
        let faults = try ImportCheck.faults(in: scratch.tree)
        #expect(faults.contains { $0.path == "ARCHITECTURE.md" && $0.line == 7 && $0.message.contains(expected) })
    }

    @Test func aRowMayNotNameAModuleBelowIt() throws {
        let scratch = try ScratchTree()
        try scratch.write(
            "ARCHITECTURE.md", ScratchTree.table.replacing("Values. | Foundation", with: "Values. | Foundation, Store"))
        #expect(try ImportCheck.faults(in: scratch.tree).map(\.line) == [5])
    }

    @Test func aDocumentWithoutATableIsReported() throws {
        let scratch = try ScratchTree()
        try scratch.write("ARCHITECTURE.md", "# Modules\n")
        #expect(try ImportCheck.faults(in: scratch.tree).contains { $0.message.contains("no table headed") })
    }
}
