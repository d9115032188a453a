// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The tables of an export.
enum Tables {
    /// The tables for the selected content of a store.
    static func all(_ contents: StoreContents) throws -> [ExportTable] {
        try contents.types.map(SampleTable.table) + [characteristics, activitySummaries]
            + WorkoutTables.all(contents) + PartTables.all(contents)
    }

    private static let characteristics = ExportTable("characteristics", ["name", "value"]) { context, add in
        for pair in try context.contents.characteristics() {
            context.receipt.count(.characteristics)
            try add([.text(pair.key), .text(pair.value)])
        }
    }

    private static let summaryColumns: [String] = [
        "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", "appleMoveTime", "appleMoveTimeGoal",
        "appleMoveMinutes", "appleMoveMinutesGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
        "appleStandHoursGoal",
    ]

    private static let activitySummaries = ExportTable("activity_summaries", ["day"] + summaryColumns + ["other"]) {
        context, add in
        for summary in try context.contents.activitySummaries() {
            context.receipt.count(.activitySummaries)
            let values = Dictionary(summary.values.map { ($0.key, $0.value) }) { $1 }
            let others = summary.values.filter { !summaryColumns.contains($0.key) }
            let cells = summaryColumns.map { name in
                let value = values[name]
                return name.hasSuffix("Unit") ? TableCell.optional(value) : .optional(value.flatMap(Double.init))
            }
            try add([.text(summary.day)] + cells + [.metadata(others)])
        }
    }
}
