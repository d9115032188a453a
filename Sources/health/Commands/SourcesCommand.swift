// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HealthStore

/// `health sources`.
struct SourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: "List the apps and devices that the data came from.",
        discussion: """
            Examples:
              health sources
              health sources --format json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        try listing.print(
            try database.sources(), as: Self.columns, clock: try listing.clock(for: database), nothing: "no sources yet"
        )
    }

    private static var columns: [Column<SourceSummary>] {
        [
            Column("source", fit: .cuttable) { .text($0.name) },
            Column("bundleIdentifier", for: .programs) { .text($0.bundleIdentifier) },
            Column("count", alignment: .right) { .count($0.count) },
            Column("earliest") { .instant($0.earliest) },
            Column("latest") { .instant($0.latest) },
            Column("devices", fit: .cuttable) { .list($0.devices) },
            Column("versions", for: .programs) { .list($0.versions) },
        ]
    }
}
