// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel
import OpenHealthStore

/// The `health summaries` command.
struct SummariesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summaries",
        abstract: "List the activity rings by day.",
        discussion: """
            Tables have the value and the goal of each ring; csv and json have every value of the export, numbers \
            as numbers.

            Examples:
              health summaries
              health summaries --format csv > rings.csv
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let days = try database.activitySummaries()
        let columns = RingColumns.all(days)
        try listing.print(days, as: columns, clock: try listing.clock(for: database), nothing: "no summaries")
    }
}
