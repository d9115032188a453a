// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthStore

/// The `health imports` command.
struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the imports into the store.",
        discussion: """
            Examples:
              health imports
              health imports --format json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        try listing.print(as: Self.columns, nothing: "no imports yet") { try $0.imports() }
    }

    private static var columns: [Column<ImportSummary>] {
        [
            Column("id", for: .programs) { .count(Int($0.id)) },
            Column("file", fit: .cuttable) { .text($0.file) },
            Column("started") { .instant($0.started) },
            Column("finished", for: .programs) { .instant($0.finished) },
            Column("exportDate") { .instant($0.exportDate) },
            Column("read", alignment: .right) { .count($0.read) },
            Column("added", alignment: .right) { .count($0.added) },
        ]
    }
}
