// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import OpenHealthModel
import OpenHealthStore

/// The `health workouts` command.
struct WorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List workouts with their totals.",
        discussion: """
            Tables give distance and energy; csv and json have all statistics, events, parts and routes.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health workouts --limit 5
              health workouts --from 2024 --to 2024 --format json
              health workouts --activity running --source watch --from 2024
              health workouts --totals --from 2024
            """)

    @OptionGroup var range: RangeOptions

    @Option(help: .value("name", "Only workouts of this activity, such as running."))
    var activity: String?

    @Option(help: .value("name", "Only workouts of sources whose names contain this text, in any case."))
    var source: String?

    @Flag(help: "List the number, duration, distance and energy of each activity instead of the workouts.")
    var totals = false

    @Option(help: .value("count", "The maximum number of workouts."))
    var limit: Int?

    @Flag(help: "List the newest workouts first.")
    var newestFirst = false

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        try Limit.check(limit)
        if totals, limit != nil || newestFirst {
            throw ValidationError("--totals cannot be combined with --limit and --newest-first")
        }
    }

    func run() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let bounds = try range.bounds(in: clock.zone, firstWeekday: database.firstWeekday)
        let wanted = try activity.map {
            try CategoryCase.rawValue(of: $0, enumeration: "HKWorkoutActivityType", type: "HKWorkoutTypeIdentifier")
        }
        let sources = try source.map { try SourceName.matching($0, in: database) }
        let isFiltered = wanted != nil || sources != nil
        var workouts = try database.workouts(
            from: bounds.from, to: bounds.to, limit: isFiltered ? nil : limit, newestFirst: newestFirst)
        if isFiltered {
            workouts = workouts.filter { workout in
                (wanted.map { $0 == Int(workout.activityType.rawValue) } ?? true)
                    && (sources?.contains(workout.sample.source) ?? true)
            }
            workouts = limit.map { Array(workouts.prefix($0)) } ?? workouts
        }
        if totals {
            try listing.print(
                WorkoutTotal.all(workouts), as: WorkoutTotal.columns, clock: clock, nothing: "no such workouts")
        } else {
            try listing.print(
                workouts, as: WorkoutColumns.all(clock: clock), clock: clock, nothing: "no such workouts")
        }
    }
}
