// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health types` command.
struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types of data in the store.",
        discussion: """
            Unknown types and elements are listed under their original names.

            Examples:
              health types
              health types --format csv > types.csv
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        try listing.print(as: Self.columns, nothing: "no data yet") { try $0.types() }
    }

    private static var columns: [Column<TypeSummary>] {
        [
            Column("type", for: .people) { .text($0.name) },
            Column("type", for: .programs) { .text($0.identifier) },
            Column("name", for: .programs) { .text($0.name) },
            Column("kind") { .text($0.kind.rawValue) },
            Column("unit") { .text($0.unit) },
            Column("count", alignment: .right) { .count($0.count) },
            Column("earliest") { .instant($0.earliest) },
            Column("latest") { .instant($0.latest) },
        ]
    }
}
