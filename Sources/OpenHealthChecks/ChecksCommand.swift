// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The command line of `project-checks`.
package struct ChecksCommand {
    /// The output, line by line.
    package private(set) var output: [String] = []
    /// The exit status: 0 for no fault, 1 for faults, 2 for invalid arguments.
    package private(set) var status: Int32 = 0

    /// Runs the command of the arguments (without the program's name).
    package init(_ arguments: [String]) {
        do {
            try run(arguments)
        } catch {
            output.append("\(error)")
            status = 1
        }
    }

    package static let help = """
        usage: project-checks imports [ROOT]
               project-checks sizes [ROOT]
               project-checks folders [ROOT]
               project-checks traps [ROOT]
               project-checks prose [ROOT]
               project-checks api-listing MODULE GRAPHS [ROOT] [--update]
               project-checks interface GRAPHS [ROOT] [--update]
               project-checks help

        imports      compares the imports of each target with the table in ARCHITECTURE.md, and its dependencies in Package.swift with
                     its imports
        sizes        line counts, header lines, marks of unfinished work, unexplained @unchecked Sendable, columns read by number
        folders      cycles between the folders of a target
        traps        code that stops the process, in the targets that read outside input
        prose        words and openings in comments and Markdown files that CONTRIBUTING.md rules out
        api-listing  compares ROOT/Documentation/api/MODULE.txt with the symbol graphs in the folder GRAPHS, or writes it
        interface    compares Data/apple_interface.csv with the symbol graphs in the folders GRAPHS/MODULE, and the page
                     Documentation/RemainingInterface.md and the README's count with the outcome, or writes them

        ROOT is the folder of Package.swift, and the current folder if left out.
        Prints OK, or one fault a line with file and line; the exit status is then 1.
        """

    private mutating func run(_ arguments: [String]) throws {
        let words = arguments.filter { $0 != "--update" }
        let update = words.count != arguments.count
        switch (words.first, words.count) {
        case ("imports", 1...2) where !update:
            let tree = tree(words, at: 1)
            report("import table", try ImportCheck.faults(in: tree) + DependencyCheck.faults(in: tree))
        case ("sizes", 1...2) where !update:
            let tree = tree(words, at: 1)
            report("file sizes and conventions", try SizeCheck.faults(in: tree) + ConventionCheck.faults(in: tree))
        case ("folders", 1...2) where !update:
            report("cycles between folders", try FolderCheck.faults(in: tree(words, at: 1)))
        case ("traps", 1...2) where !update:
            report("traps on outside input", try TrapCheck.faults(in: tree(words, at: 1)))
        case ("prose", 1...2) where !update:
            report("prose", try ProseCheck.faults(in: tree(words, at: 1)))
        case ("api-listing", 3...4):
            try listing(words[1], graphs: words[2], tree: tree(words, at: 3), update: update)
        case ("interface", 2...3):
            try interface(graphs: words[1], tree: tree(words, at: 2), update: update)
        case ("help", 1) where !update:
            output.append(Self.help)
        default:
            output.append(Self.help)
            status = 2
        }
    }

    private mutating func listing(_ module: String, graphs: String, tree: SourceTree, update: Bool) throws {
        let path = "Documentation/api/\(module).txt"
        let lines = try APIListing.lines(of: module, symbolGraphs: URL(filePath: graphs))
        if update {
            let file = tree.root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
            output.append("\(path): \(lines.count) lines written")
        } else if FileManager.default.fileExists(atPath: tree.root.appending(path: path).path) {
            report("public API of \(module)", APIListing.faults(recorded: try tree.file(path), current: lines))
        } else {
            report("public API of \(module)", [Fault(path, "there is no such file; run make api")])
        }
    }

    private mutating func interface(graphs: String, tree: SourceTree, update: Bool) throws {
        let result = try InterfaceCheck.report(in: tree, symbolGraphs: URL(filePath: graphs))
        if update {
            try InterfaceCheck.update(tree, result)
            output.append("\(InterfaceCheck.page): \(result.count) names")
        } else {
            report("Apple's interface", InterfaceCheck.faults(in: tree, result))
        }
    }

    private mutating func report(_ name: String, _ faults: [Fault]) {
        output += faults.isEmpty ? ["\(name): OK"] : faults.map(\.description)
        if !faults.isEmpty {
            output.append("\(name): \(faults.count) \(faults.count == 1 ? "fault" : "faults")")
            status = 1
        }
    }

    private func tree(_ words: [String], at index: Int) -> SourceTree {
        SourceTree(root: URL(filePath: index < words.count ? words[index] : "."))
    }
}
