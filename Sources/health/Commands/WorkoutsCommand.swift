// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HealthStore

/// `health workouts`.
struct WorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List workouts with their figures.",
        discussion: """
            Tables give distance and energy; csv and json have all statistics, events, parts and routes.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health workouts --limit 5
              health workouts --from 2024 --to 2024 --format json
            """)

    @OptionGroup var range: RangeOptions

    @Option(help: ArgumentHelp("At most so many workouts.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Begin with the newest workout instead of the oldest.")
    var newestFirst = false

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        try Limit.check(limit)
    }

    func run() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let bounds = try range.bounds(in: clock.zone)
        let workouts = try database.workouts(
            from: bounds.from, to: bounds.to, limit: limit, newestFirst: newestFirst)
        try listing.print(workouts, as: WorkoutColumns.all(clock: clock), clock: clock, nothing: "no such workouts")
    }
}
