// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The SQL of the intervals in the table `cells`: days, or their quarters of an hour.
struct StretchSQL {
    /// The rows without statistics: `participant` and `bucket`.
    private(set) var selection: Selection
    /// The condition that a bucket begins with an interval; nil if it has no beginning.
    let begins: String?
    /// The condition that a bucket ends with an interval.
    let ends: String
    /// The end of an interval.
    let finish: String
    /// The sorting key of a participant's intervals.
    let place: String
    private let isQuarter: Bool

    /// Creates the SQL of days.
    init(days table: String, type: String, _ buckets: BucketSQL) {
        selection = Selection([("participant", "participant"), (buckets.number, "bucket")], from: .table(table))
        selection.keyConditions = ["type = \(SQLText.quoted(type))"] + buckets.conditions
        selection.conditions = ["count > 0 OR carried_count > 0"]
        (begins, ends, finish, place, isQuarter) = (buckets.begins, buckets.ends, "finish", "day", false)
    }

    /// Creates the SQL of quarters of an hour that are combined to hours.
    init(
        quarters table: String, type: String, style: HKQuantityAggregationStyle, _ buckets: BucketSQL, _ grid: HourGrid
    ) {
        selection = Selection([("participant", "participant"), (grid.number, "bucket")], from: .table(table))
        selection.keyConditions = ["type = \(SQLText.quoted(type))"] + buckets.conditions
        selection.unfolded = [("quarters", "quarter")] + Self.arrays(style).map { ("\($0)s", "quarter_\($0)") }
        let finish = "least(start + 900 * (quarter + 1), finish)"
        self.finish = finish
        begins = grid.begins
        ends = buckets.to.map { "(\(grid.ends)) OR toInt32(day) = \($0.number) AND \(finish) = finish" } ?? grid.ends
        place = "toInt32(day) * 256 + quarter"
        isQuarter = true
    }

    /// Returns the column of a statistic of an interval.
    func column(_ name: String) -> String { isQuarter ? "quarter_\(name)" : name }

    /// Returns the statistics of quarters for a style; the arrays of other statistics are empty.
    private static func arrays(_ style: HKQuantityAggregationStyle) -> [String] {
        var names = ["count", "sum", "covered", "carried_count"]
        if style == .cumulative { return names }
        names += ["minimum", "maximum", "carried_sum", "carried_minimum", "carried_maximum"]
        if style == .discreteArithmetic { return names }
        return names + ["weight", "weighted"]
    }
}
