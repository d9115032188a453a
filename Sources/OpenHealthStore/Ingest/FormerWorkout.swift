// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The figures of an earlier version of a pushed workout, which a later version keeps if it lacks them.
///
/// Health Auto Export, HC Webhook and Open Wearables leave out figures that they do not know when they send: HC Webhook computes the distance from
/// other records, and none of them sends what the person has not allowed it to read. A figure that is missing is therefore unknown, and not 0.
struct FormerWorkout {
    private var start: Double
    private var end: Double
    private var statistics: [WorkoutStatisticsData]
    private var attributes: [MetadataPair]

    /// The totals in attributes.
    private enum Total: String, CaseIterable {
        case distance = "totalDistance"
        case energy = "totalEnergyBurned"

        /// Returns whether statistics of a type state the total.
        func isStated(by type: String) -> Bool {
            switch self {
            case .distance: type.contains("Distance")
            case .energy: type == HKQuantityTypeIdentifier.activeEnergyBurned.rawValue
            }
        }

        /// The names of the attributes.
        var names: [String] { [rawValue, rawValue + "Unit"] }
    }

    /// Reads the figures of a stored workout.
    init(_ sample: RawSample, _ db: Database) throws {
        (start, end) = (sample.start, sample.end)
        statistics = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(WorkoutStatisticsData.Columns.selection) FROM workout_statistics
                    WHERE workout = ? AND activity IS NULL ORDER BY id
                    """), arguments: [sample.id]
        ).map(WorkoutStatisticsData.init)
        attributes =
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT attributes FROM workout WHERE id = ?"), arguments: [sample.id]
            ).map(MetadataPairs.read) ?? []
    }

    /// Adds the figures that a later version lacks. A version that is shorter at one end has other sums, so it gets none.
    func complete(_ workout: inout WorkoutData) {
        guard workout.sample.start.rounded(.down) <= start, workout.sample.end >= end.rounded(.down) else { return }
        for total in Total.allCases {
            let isStated =
                workout.statistics.contains { total.isStated(by: $0.type) }
                || workout.attributes.contains { $0.key == total.rawValue }
            if isStated { continue }
            workout.attributes += attributes.filter { total.names.contains($0.key) }
            workout.statistics += statistics.filter { total.isStated(by: $0.type) }
        }
        let known = Set(workout.statistics.map(\.type))
        workout.statistics += statistics.filter { figures in
            !known.contains(figures.type) && !Total.allCases.contains { $0.isStated(by: figures.type) }
        }
    }
}
