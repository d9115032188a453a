// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The SQL that combines the figures of participants.
struct CohortSQL {
    let names: WarehouseNames
    let question: CohortQuestion
    /// Whether the figures are for values of a category.
    let hasValues: Bool

    /// The columns that distinguish the rows of one participant, group or cohort.
    private var keys: [String] { ["bucket"] + (hasValues ? ["value"] : []) }

    /// Returns the statement. Its result has one row for each participant (`participant`, `cohort_group`, `bucket`, `value` if
    /// there are any, `figure`), or one for each group (`cohort_group`) or for all (`people`, `total`, `mean`, `deviation`,
    /// `percentile_0` …).
    /// - Parameter figures: The figures of each participant.
    func statement(_ figures: Selection) -> String {
        let isGrouped = question.grouping != .all
        var own = Selection(
            (["participant"] + keys + ["figure"] + (isGrouped ? ["cohort_group"] : [])).map { ($0, $0) },
            // Participants whose first push isn't completed aren't in the table of participants, and so not in the result.
            from: .joined(
                figures,
                Selection(
                    [("participant", "participant"), ("cohort_group", "cohort_group")],
                    from: .table(names.all(.participants))),
                by: "participant"))
        if question.grouping == .participant {
            own.orderBy = ["participant"] + keys
            return own.sql
        }
        let groups = keys + (isGrouped ? ["cohort_group"] : [])
        var merged = Selection(groups.map { ($0, $0) }, from: .selection(own))
        merged.add("count()", as: "people")
        merged.add("arraySort(groupArray(figure))", as: "figures")
        merged.groupBy = groups
        var answer = Selection((groups + ["people"]).map { ($0, $0) }, from: .selection(merged))
        answer.add("figures[1]", as: "smallest")
        answer.add("figures[toUInt32(people)]", as: "largest")
        answer.add("arraySum(figures)", as: "total")
        answer.add("total / people", as: "mean")
        answer.add(
            "sqrt(arraySum(x -> (x - mean) * (x - mean), figures) / (people - 1))", as: "deviation")
        for (place, percentile) in question.percentiles.enumerated() {
            answer.add(Self.percentile(percentile), as: "percentile_\(place)")
        }
        answer.orderBy = groups
        return answer.sql
    }

    /// Returns a percentile of the sorted `figures`, interpolated between the two nearest (type 7 in Hyndman and Fan).
    private static func percentile(_ percentile: Double) -> String {
        let rank = "(people - 1) * \(percentile) / 100"
        let (low, high) = ("figures[toUInt32(floor(\(rank))) + 1]", "figures[toUInt32(ceil(\(rank))) + 1]")
        return "\(low) + (\(rank) - floor(\(rank))) * (\(high) - \(low))"
    }
}
