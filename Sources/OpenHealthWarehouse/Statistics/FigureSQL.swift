// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The SQL of the figure of a participant's quantity in a bucket, which combines days or quarters of an hour as described for
/// ``CellDay``.
struct FigureSQL {
    let function: CohortQuestion.Function
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
        switch style {
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
