// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health workouts` command.
struct WorkoutsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts",
        abstract: "List workouts with their totals.",
        discussion: """
            Workouts of several sources that are one effort are one row: that of the source that the person put first \
            (`health sources --rank workout`), or else the one with the most detail. The others are its copies, whose \
            distance, energy and steps do not count. `health explain UUID` says why. --split and --join change what is one \
            effort, also for later imports.

            Tables give distance and energy; csv and json have all statistics, events, parts and routes.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health workouts --limit 5
              health workouts --from 2024 --to 2024 --format json
              health workouts --activity running --source watch --from 2024
              health workouts --totals --from 2024
              health workouts --copies --from 2024
            """)

    @OptionGroup var range: RangeOptions

    @Option(help: .value("name", "Only workouts of this activity, such as running."))
    var activity: String?

    @Option(help: .value("name", "Only workouts of sources whose names contain this text, in any case."))
    var source: String?

    @Flag(help: "List the number, duration, distance and energy of each activity instead of the workouts.")
    var totals = false

    @Flag(help: "List all workouts, also those that are copies of others.")
    var copies = false

    @Option(help: .value("uuid", "Take a workout out of its effort."))
    var split: String?

    @Option(
        parsing: .upToNextOption,
        help: .value("uuids", "Make one effort of several workouts; their UUIDs, with commas between them."))
    var join: [String] = []

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
        if totals, copies { throw ValidationError("--totals cannot be combined with --copies") }
        if split != nil, !join.isEmpty { throw ValidationError("--split and --join cannot be combined") }
        if split != nil || !join.isEmpty, totals || copies {
            throw ValidationError("--split and --join cannot be combined with --totals and --copies")
        }
    }

    func run() throws {
        if let split {
            try change([try SampleUUID.parse(split)]) { try $0.efforts.split($1[0]) }
        } else if !join.isEmpty {
            let texts = join.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
            try change(try texts.map(SampleUUID.parse)) { try $0.efforts.join($1) }
        } else {
            try list()
        }
    }

    private func list() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let bounds = try range.bounds(in: clock.zone, firstWeekday: database.firstWeekday)
        let wanted = try activity.map {
            try CategoryCase.rawValue(of: $0, enumeration: "HKWorkoutActivityType", type: "HKWorkoutTypeIdentifier")
        }
        let sources = try source.map { try SourceName.matching($0, in: database) }
        func isListed(_ workout: WorkoutRecord) -> Bool {
            (wanted.map { $0 == Int(workout.activityType.rawValue) } ?? true)
                && (sources?.contains(workout.sample.source) ?? true)
        }
        if copies {
            let isFiltered = wanted != nil || sources != nil
            var workouts = try database.workouts(
                from: bounds.from, to: bounds.to, limit: isFiltered ? nil : limit, newestFirst: newestFirst)
            if isFiltered {
                workouts = workouts.filter(isListed)
                workouts = limit.map { Array(workouts.prefix($0)) } ?? workouts
            }
            let shown = try database.efforts.shownWorkouts()
            try listing.print(
                workouts.map { ListedWorkout(workout: $0, copyOf: shown[$0.sample.id]) },
                as: WorkoutColumns.withOriginals(clock: clock), clock: clock, nothing: "no such workouts")
            return
        }
        let efforts = try database.efforts.all(from: bounds.from, to: bounds.to, limit: limit, newestFirst: newestFirst)
        {
            ([$0.workout] + $0.copies).contains(where: isListed)
        }
        if totals {
            try listing.print(
                WorkoutTotal.all(efforts.map(\.workout)), as: WorkoutTotal.columns, clock: clock,
                nothing: "no such workouts")
        } else {
            try print(efforts, clock: clock)
        }
    }

    /// Changes efforts, and prints those that contain the workouts.
    private func change(_ uuids: [UUID], _ body: (HealthDatabase, [UUID]) throws -> Void) throws {
        let database = try listing.storeOptions.open(.readWrite)
        // The workouts of an effort before the change can be several efforts after it.
        let before = try uuids.flatMap { try database.efforts.explanation(of: $0).workouts.map(\.sample.uuid) }
        try body(database, uuids)
        let concerned = Set(before)
        let efforts = try database.efforts.all {
            ([$0.workout] + $0.copies).contains { concerned.contains($0.sample.uuid) }
        }
        try print(efforts, clock: try listing.clock(for: database))
    }

    private func print(_ efforts: [EffortRecord], clock: ZoneClock) throws {
        let hasCopies = efforts.contains { !$0.copies.isEmpty }
        try listing.print(
            efforts, as: WorkoutColumns.withCopies(clock: clock, forPeople: hasCopies), clock: clock,
            nothing: "no such workouts")
    }
}
