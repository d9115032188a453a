// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Finds words and openings that CONTRIBUTING.md rules out, in sources, scripts, web files, names of tests and Markdown files.
package enum ProseCheck {
    /// The Markdown files of a package, besides those of `Documentation`.
    private static let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]

    /// The folders of scripts, web files and their Markdown files.
    private static let scriptFolders = [
        "Scripts", "Tests/Web", "Examples", "Benchmarks", "Fuzz", "packaging", "Sources/OpenHealthPages/Web",
    ]

    /// Files with intentional ruled-out words: the planted faults, this list, and the statements of published migrations.
    private static let exceptions = [
        "Scripts/plant-faults.sh", "Sources/OpenHealthChecks/ProseCheck.swift", "Sources/OpenHealthStore/Schema/",
    ]

    /// Words and phrases, and what to write instead.
    static let words: [(phrase: String, instead: String)] = [
        ("nobody", "name who, or use the passive"), ("somebody", "name who, or use the passive"),
        ("anybody", "name who, or use the passive"), ("whoever", "name who, or use the passive"),
        ("no one", "name who, or use the passive"), ("makes no sense", "name the valid values"),
        ("at the most", "\"at most\" or \"maximum\""), ("is told", "\"is notified of\" or \"receives\""),
        ("are told", "\"are notified of\" or \"receive\""), ("hands on", "\"passes\" or \"re-exports\""),
        ("speaks for", "say what it does"), ("goes about", "say what it does"), ("made up of", "\"consists of\""),
    ]

    /// Openings of summaries of declarations, and what to write instead.
    static let openings: [(phrase: String, instead: String)] = [
        ("What ", "a noun phrase, such as \"The …\""), ("Makes ", "\"Creates …\" or \"Returns …\""),
        ("How many ", "\"The number of …\""), ("How much ", "\"The amount of …\""),
        ("How long ", "\"The duration of …\""), ("Who ", "a noun phrase"), ("Says ", "\"Returns …\" or a noun phrase"),
        ("Tells ", "\"Notifies …\" or \"Returns …\""),
    ]

    /// The mark of a paragraph or table that quotes ruled-out words.
    static let mark = "<!-- quoted -->"

    /// Returns the ruled-out words of the tree.
    package static func faults(in tree: SourceTree) throws -> [Fault] {
        let sources = try tree.swiftFiles(under: ["Sources"])
            .filter { !$0.isGenerated }
        let tests = try tree.swiftFiles(under: ["Tests"])
        let documents =
            try documents.filter(tree.contains).map(tree.file) + tree.files(under: "Documentation", ending: ".md")
        let scripts = try [".sh", ".py", ".js", ".css", ".html", ".md"].flatMap { suffix in
            try scriptFolders.flatMap { try tree.files(under: $0, ending: suffix) }
        }
        var faults = sources.flatMap(comments) + sources.flatMap(code)
        faults += tests.flatMap(comments) + tests.flatMap(names)
        faults += documents.flatMap(prose) + scripts.flatMap(prose) + scripts.flatMap(summaries)
        return faults.filter { fault in !exceptions.contains { fault.path.hasPrefix($0) } }.sorted()
    }

    /// Returns the ruled-out words outside comments: in string literals.
    private static func code(_ file: SourceFile) -> [Fault] {
        let candidates = candidates(in: file)
        guard !candidates.isEmpty else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            line.drop { $0 == " " }.hasPrefix("//") ? [] : words(candidates, in: line, file, index)
        }
    }

    /// Returns the comments of a script that begin with a ruled-out opening.
    private static func summaries(_ file: SourceFile) -> [Fault] {
        guard !file.path.hasSuffix(".md") else { return [] }
        return file.lines.enumerated().compactMap { index, line in
            let trimmed = line.drop { $0 == " " }
            guard let mark = ["# ", "// ", "/** ", "\"\"\""].first(where: trimmed.hasPrefix) else { return nil }
            let text = trimmed.dropFirst(mark.count)
            return openings.first { text.hasPrefix($0.phrase) }.map { opening in
                Fault(file.path, line: index + 1, "begins with \"\(opening.phrase)…\"; write \(opening.instead)")
            }
        }
    }

    private static func comments(_ file: SourceFile) -> [Fault] {
        let candidates = candidates(in: file)
        var faults: [Fault] = []
        var isSummary = true
        for (index, line) in file.lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("//") else {
                isSummary = true
                continue
            }
            let isDocumentation = trimmed.hasPrefix("///")
            let text = trimmed.drop { $0 == "/" }.drop { $0 == " " }
            if isDocumentation, isSummary, let opening = openings.first(where: { text.hasPrefix($0.phrase) }) {
                faults.append(
                    Fault(file.path, line: index + 1, "begins with \"\(opening.phrase)…\"; write \(opening.instead)"))
            }
            if isDocumentation { isSummary = false }
            faults += words(candidates, in: text, file, index)
        }
        return faults
    }

    /// Words of names of tests, and what to write instead.
    static let nameWords: [(word: String, instead: String)] = [
        ("what", "name the thing, as in \"invalidDatesAreRefused\""), ("who", "name who"), ("whoever", "name who"),
        ("nobody", "name who, or use the passive"), ("somebody", "name who, or use the passive"),
    ]

    /// Returns the functions of tests whose names have one of these words, the first two of them only as the first word.
    private static func names(_ file: SourceFile) -> [Fault] {
        // A pattern takes long to compile, so one serves all lines.
        let declaration = /\bfunc (\w+)\(/
        return file.lines.enumerated().compactMap { index, line in
            guard let match = line.firstMatch(of: declaration) else { return nil }
            let name = match.1
            // Words of a camel-case name: the cut is before each capital letter.
            let words = name.split(separator: /(?=[A-Z])/).map { $0.lowercased() }
            let found = nameWords.first { word, _ in
                word.hasPrefix("who") && word != "whoever" || word == "what"
                    ? words.first == word : words.contains(word)
            }
            return found.map { Fault(file.path, line: index + 1, "\"\($0.word)\" in a name: \($0.instead)") }
        }
    }

    private static func prose(_ file: SourceFile) -> [Fault] {
        let candidates = candidates(in: file)
        guard !candidates.isEmpty else { return [] }
        var isQuoted = false
        return file.lines.enumerated().flatMap { index, line -> [Fault] in
            if line.contains(mark) { isQuoted.toggle() }
            return isQuoted ? [] : words(candidates, in: line, file, index)
        }
    }

    /// Returns the ruled-out words that the text of a file contains anywhere, so that most files are read only once.
    private static func candidates(in file: SourceFile) -> [(phrase: String, instead: String)] {
        let lowercased = file.text.lowercased()
        return words.filter { ByteSearch.finds($0.phrase, in: lowercased) }
    }

    private static func words(
        _ candidates: [(phrase: String, instead: String)], in text: Substring, _ file: SourceFile, _ index: Int
    ) -> [Fault] {
        guard !candidates.isEmpty else { return [] }
        let lowercased = text.lowercased()
        return candidates.filter { contains($0.phrase, in: lowercased) }.map { word in
            Fault(file.path, line: index + 1, "\"\(word.phrase)\": \(word.instead)")
        }
    }

    /// Whether a text contains a phrase as whole words.
    static func contains(_ phrase: String, in text: String) -> Bool {
        text.ranges(of: phrase).contains { range in
            let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            return !(before?.isLetter ?? false) && !(after?.isLetter ?? false)
        }
    }
}
