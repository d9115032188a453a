// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The SQL of the function of one participant's quantity in one row: as ``CellDay`` describes, days or quarters of an
/// hour are combined.
struct FigureSQL {
    let function: CohortQuestion.Function
    let style: HKQuantityAggregationStyle
    /// Where the rows come from: days, or quarters of an hour.
    let stretch: StretchSQL

    /// Each participant's figures, with the columns `participant`, `bucket` and `figure`.
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

    /// Adds what the figure is made of, and gives the figure made of that.
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

    /// A sum over what starts in the row and what reaches into it from before.
    private func merged(_ name: String) -> String {
        let started = "sum(\(stretch.column(name)))"
        // What adds up is cut where the row begins, so that the amount has everything; readings are not.
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
