// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HealthModel
import HealthStore

/// `health summaries`.
struct SummariesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summaries",
        abstract: "List the activity rings by day.",
        discussion: """
            Examples:
              health summaries
              health summaries --format csv > rings.csv
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let database = try listing.open()
        let days = try database.activitySummaries()
        var names: [String] = []
        for name in days.lazy.flatMap(\.values).map(\.key) where !names.contains(name) { names.append(name) }
        let columns =
            [Column<ActivitySummaryFacts>("day") { .text($0.day) }]
            + names.map { name in
                Column(name, alignment: .right) { day in .text(day.values.first { $0.key == name }?.value) }
            }
        try listing.print(days, as: columns, clock: try listing.clock(for: database), nothing: "no summaries")
    }
}
