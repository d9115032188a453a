// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// The SQL that combines the figures of participants.
struct CohortSQL {
    let names: WarehouseNames
    let query: CohortQuery
    /// Whether the figures are for values of a category.
    let hasValues: Bool

    /// The columns that distinguish the rows of one participant, group or cohort.
    private var keys: [String] { ["bucket"] + (hasValues ? ["value"] : []) }

    /// Returns the statement. Its result has one row for each participant (`participant`, `cohort_group`, `bucket`, `value` if
    /// there are any, `figure`), or one for each group (`cohort_group`) or for all (`people`, `total`, `mean`, `deviation`,
    /// `percentile_0` …).
    /// - Parameter figures: The figures of each participant.
    func statement(_ figures: Selection) -> String {
        let isGrouped = query.grouping != .all
        var own = Selection(
            (["participant"] + keys + ["figure"] + (isGrouped ? ["cohort_group"] : [])).map { ($0, $0) },
            // Participants whose first push isn't completed aren't in the table of participants, and so not in the result.
            from: .joined(
                figures,
                Selection(
                    [("participant", "participant"), ("cohort_group", "cohort_group")],
                    from: .table(names.all(.participants))),
                by: "participant"))
        if query.grouping == .participant {
            own.orderBy = ["participant"] + keys
            return own.sql
        }
        let groups = keys + (isGrouped ? ["cohort_group"] : [])
        var merged = Selection(groups.map { ($0, $0) }, from: .selection(own))
        merged.add("count()", as: "people")
        merged.add("arraySort(groupArray(figure))", as: "figures")
        merged.groupBy = groups
        var result = Selection((groups + ["people"]).map { ($0, $0) }, from: .selection(merged))
        result.add("figures[1]", as: "smallest")
        result.add("figures[toUInt32(people)]", as: "largest")
        result.add("arraySum(figures)", as: "total")
        result.add("total / people", as: "mean")
        result.add(
            "sqrt(arraySum(x -> (x - mean) * (x - mean), figures) / (people - 1))", as: "deviation")
        for (place, percentile) in query.percentiles.enumerated() {
            result.add(Self.percentile(percentile), as: "percentile_\(place)")
        }
        result.orderBy = groups
        return result.sql
    }

    /// Returns a percentile of the sorted `figures`, interpolated between the two nearest (type 7 in Hyndman and Fan).
    private static func percentile(_ percentile: Double) -> String {
        let rank = "(people - 1) * \(percentile) / 100"
        let (low, high) = ("figures[toUInt32(floor(\(rank))) + 1]", "figures[toUInt32(ceil(\(rank))) + 1]")
        return "\(low) + (\(rank) - floor(\(rank))) * (\(high) - \(low))"
    }
}

/// The SQL of the figure of a participant's quantity in a bucket, which combines days or quarters of an hour as described for
/// ``CellDay``.
struct FigureSQL {
    let function: CohortQuery.Function
    let style: HKQuantityAggregationStyle
    /// The source of the rows: days, or quarters of an hour.
    let stretch: StretchSQL

    /// Returns the figures of each participant, with the columns `participant`, `bucket` and `figure`.
    func selection() -> Selection {
        var sums = stretch.selection
        let readings = merged("count")
        sums.add(readings, as: "readings")
        let figure = addFigure(to: &sums)
        sums.groupBy = ["participant", "bucket"]
        sums.having = "readings > 0"
        return Selection(
            [("participant", "participant"), ("bucket", "bucket"), ("toFloat64(\(figure))", "figure")],
            from: .selection(sums))
    }

    /// Adds the columns that the figure is computed from, and returns the expression of the figure.
    private func addFigure(to sums: inout Selection) -> String {
        switch function {
        case .count: return "readings"
        case .sum:
            sums.add("sum(\(stretch.column("sum")))", as: "amount")
            return "amount"
        case .duration, .reported:
            sums.add("sum(\(stretch.column("covered")))", as: "covering")
            return "covering"
        case .minimum:
            sums.add(extreme("minimum", "min", "least", "inf"), as: "extreme")
            return "extreme"
        case .maximum:
            sums.add(extreme("maximum", "max", "greatest", "-inf"), as: "extreme")
            return "extreme"
        case .average: return addAverage(to: &sums)
        }
    }

    private func addAverage(to sums: inout Selection) -> String {
        sums.add(merged("sum"), as: "amount")
        let mean = "amount / readings"
        // A mean that is weighted by time would include samples of earlier days.
        switch stretch.countsWholeSamples ? .discreteArithmetic : style {
        case .cumulative, .discreteArithmetic: return mean
        case .discreteEquivalentContinuousLevel, .discreteTemporallyWeighted:
            sums.add("sum(\(stretch.column("weight")))", as: "standing")
            sums.add("sum(\(stretch.column("weighted")))", as: "standing_amount")
            let weighted = "if(standing > 0, standing_amount / standing, \(mean))"
            return style == .discreteTemporallyWeighted ? weighted : "10 * log10(\(weighted))"
        }
    }

    /// Returns a sum over the readings that start in the bucket and those that overlap its start.
    private func merged(_ name: String) -> String {
        let started = "sum(\(stretch.column(name)))"
        // Cumulative quantities are clipped at the start of the bucket, so the amount already includes all readings; counts
        // aren't clipped.
        guard let begins = stretch.begins, !(style == .cumulative && name == "sum") else { return started }
        return "\(started) + sumIf(\(stretch.column("carried_\(name)")), \(begins))"
    }

    private func extreme(_ name: String, _ aggregate: String, _ choice: String, _ nothing: String) -> String {
        let started = "if(\(stretch.column("count")) > 0, \(stretch.column(name)), \(nothing))"
        guard let begins = stretch.begins else { return "\(aggregate)(\(started))" }
        let reaches = "\(stretch.column("carried_count")) > 0 AND (\(begins))"
        let carried = "if(\(reaches), \(stretch.column("carried_\(name)")), \(nothing))"
        return "\(aggregate)(\(choice)(\(started), \(carried)))"
    }
}

/// The SQL of the intervals in the table `cells`: days, or their quarters of an hour.
struct StretchSQL {
    /// The rows without statistics: `participant` and `bucket`.
    private(set) var selection: Selection
    /// The condition that a bucket begins with an interval; nil if it has no beginning, or counts only samples that start in it.
    let begins: String?
    /// The condition that a bucket ends with an interval.
    let ends: String
    /// The end of an interval.
    let finish: String
    /// The sorting key of a participant's intervals.
    let place: String
    private let isQuarter: Bool
    /// Whether only samples that start in a bucket count in it.
    let countsWholeSamples: Bool

    /// Creates the SQL of days. Samples of ``DayFigures/wholeTypes`` count in the bucket in which they start.
    init(days table: String, type: String, _ buckets: BucketSQL) {
        selection = Selection([("participant", "participant"), (buckets.number, "bucket")], from: .table(table))
        selection.keyConditions = ["type = \(SQLText.quoted(type))"] + buckets.conditions
        selection.conditions = ["count > 0 OR carried_count > 0"]
        countsWholeSamples = buckets.every != nil && DayFigures.wholeTypes.contains(type)
        begins = countsWholeSamples ? nil : buckets.begins
        (ends, finish, place, isQuarter) = (buckets.ends, "finish", "day", false)
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
        (isQuarter, countsWholeSamples) = (true, false)
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
