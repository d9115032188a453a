// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthChecks
import Testing

/// Tests of the check for words in sources, scripts and documents.
@Suite struct ProseTests {
    private func faults(_ path: String, _ text: String) throws -> [Fault] {
        let scratch = try ScratchTree()
        for name in ["README.md", "CONTRIBUTING.md", "SECURITY.md"] { try scratch.write(name, "# Planted\n") }
        try scratch.write(path, text)
        return try ProseCheck.faults(in: scratch.tree)
    }

    private func source(_ text: String) throws -> [String] {
        try faults("Sources/OpenHealthChecks/Planted.swift", text + "\nstruct Planted {}\n").map(\.message)
    }

    @Test func openingsOfSummariesAreFound() throws {
        #expect(try source("/// What it is.").count == 1)
        #expect(try source("/// Makes one.\n///\n/// Makes another.").count == 1)
        #expect(try source("/// The name.\n/// What follows is not a summary.").isEmpty)
        #expect(try source("// What a plain comment says is not a summary.").isEmpty)
        #expect(try source("/// Whatever comes first, the name.").isEmpty)
    }

    @Test func wordsAreFoundAsWholeWords() throws {
        #expect(try source("// Nobody reads it.").count == 1)
        #expect(try source("// Ten at the most, and whoever asks.").count == 2)
        #expect(try source("let error = \"Nobody can save it.\"").count == 1)
        #expect(try source("// It stands at the mostly empty end.").isEmpty)
    }

    @Test func wordsOfTestNamesAreFound() throws {
        let path = "Tests/ProjectTests/Planted.swift"
        #expect(try faults(path, "@Test func " + "whatIsWrongIsNamed() {}\n").map(\.line) == [1])
        #expect(try faults(path, "@Test func " + "queriesThatNobodyReads() {}\n").map(\.path) == [path])
        #expect(try faults(path, "@Test func whateverIsWrongAnErrorSaysWhat() {}\n").isEmpty)
        #expect(try faults(path, "// Nobody reads it.\n").count == 1)
    }

    @Test func documentsAreReadWithoutQuotations() throws {
        #expect(try faults("README.md", "# A\n\nNobody knows.\n").map(\.line) == [3])
        #expect(try faults("Documentation/A.md", "somebody\n").map(\.path) == ["Documentation/A.md"])
        #expect(
            try faults("CONTRIBUTING.md", "<!-- quoted -->\n| nobody |\n<!-- quoted -->\nsomebody\n").map(\.line) == [4]
        )
    }

    @Test func commentsOfScriptsAreRead() throws {
        #expect(try faults("Scripts/planted.sh", "#!/bin/sh\n# What it does.\necho nobody\n").map(\.line) == [2, 3])
        #expect(try faults("Tests/Web/planted.py", "\"\"\"How many there are.\"\"\"\n").map(\.line) == [1])
        let web = "Sources/OpenHealthPages/Web/planted.js"
        #expect(try faults(web, "/** Makes one. */\n// made of\n").map(\.line) == [1])
        #expect(try faults("Scripts/plant-faults.sh", "echo somebody\n").isEmpty)
    }

    @Test(arguments: projectTrees) func thisTreeHasNoFaults(tree: SourceTree) throws {
        #expect(try ProseCheck.faults(in: tree) == [])
    }
}
