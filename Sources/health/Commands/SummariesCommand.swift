// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
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
        let days = try database.person.activitySummaries()
        let columns = RingColumns.all(days)
        try listing.print(days, as: columns, clock: try listing.clock(for: database), nothing: "no summaries")
    }
}

/// The columns of a listing of activity rings.
enum RingColumns {
    /// Returns all columns for which the days have values.
    static func all(_ days: [ActivitySummaryData]) -> [Column<ActivitySummaryData>] {
        var names: [String] = []
        var known: Set<String> = []
        for name in days.lazy.flatMap(\.values).map(\.key) where known.insert(name).inserted { names.append(name) }
        var columns = [Column<ActivitySummaryData>("day") { .text($0.day) }]
        columns.append(ring("move", "activeEnergyBurned", unit: value("activeEnergyBurnedUnit")))
        let moves = days.contains { day in
            ["appleMoveTime", "appleMoveTimeGoal"].contains { (number($0, day) ?? 0) > 0 }
        }
        if moves {
            columns.append(ring("move time", "appleMoveTime") { _ in "min" })
        }
        columns.append(ring("exercise", "appleExerciseTime") { _ in "min" })
        columns.append(ring("stand", "appleStandHours") { _ in "h" })
        return columns + names.map { name in Column(name, for: .programs) { cell(name, $0) } }
    }

    /// Returns the progress towards a goal, for people: `430/500 kcal`.
    private static func ring(
        _ title: String, _ name: String, unit: @escaping (ActivitySummaryData) -> String?
    ) -> Column<ActivitySummaryData> {
        Column(title, for: .people, alignment: .right) { day in
            guard let reached = number(name, day) else { return .none }
            let goal = number(name + "Goal", day).map { "/" + shown($0) } ?? ""
            return .text(shown(reached) + goal + (unit(day).map { " " + $0 } ?? ""))
        }
    }

    /// Returns a value for programs, as a number if it is one.
    private static func cell(_ name: String, _ day: ActivitySummaryData) -> Cell {
        guard let number = number(name, day) else { return .text(value(name)(day)) }
        return .number(number)
    }

    private static func value(_ name: String) -> (ActivitySummaryData) -> String? {
        { day in day.values.first { $0.key == name }?.value }
    }

    private static func number(_ name: String, _ day: ActivitySummaryData) -> Double? {
        value(name)(day).flatMap(TypedNumber.parse)
    }

    private static func shown(_ number: Double) -> String { NumberText.short((number * 10).rounded() / 10) }
}
