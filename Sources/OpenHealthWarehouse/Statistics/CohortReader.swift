// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A reader of query results that hides small groups.
struct CohortReader {
    let question: CohortQuestion
    let type: String
    let function: CohortQuestion.Function
    let buckets: BucketSQL
    private let table: ResultTable
    private let places: [String: Int]

    init(
        question: CohortQuestion, type: String, function: CohortQuestion.Function, buckets: BucketSQL,
        _ table: ResultTable
    ) {
        self.function = function
        (self.question, self.type, self.buckets, self.table) = (question, type, buckets, table)
        places = Dictionary(table.columns.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the rows.
    /// - Throws: ``ServerFailure/unreadable(_:)`` if the result is invalid.
    func rows() throws -> [CohortRow] {
        let rows = try table.rows.map(row)
        return question.grouping == .participant ? rows : hide(rows)
    }

    private func row(_ fields: [String]) throws -> CohortRow {
        let days = try buckets.days(of: try number("bucket", fields))
        let content: CohortRow.Content =
            if question.grouping == .participant {
                .participant(try text("participant", fields), figure: try number("figure", fields))
            } else {
                .figures(try figures(fields))
            }
        return CohortRow(
            type: type, value: places["value"] == nil ? nil : try number("value", fields), firstDay: days.first,
            lastDay: days.last, hour: days.hour,
            group: question.grouping == .all ? nil : try text("cohort_group", fields), content: content)
    }

    private func figures(_ fields: [String]) throws -> CohortRow.Figures {
        let people: Int = try number("people", fields)
        let deviation: Double = try number("deviation", fields)
        let total: Double = try number("total", fields)
        let rounding = FigureRounding(
            question.smallGroups, participants: people, smallest: try number("smallest", fields),
            largest: try number("largest", fields))
        return CohortRow.Figures(
            participants: people,
            total: function.addsUp ? rounding.roundedTotal(total) : nil,
            mean: rounding.rounded(try number("mean", fields)),
            deviation: people > 1 ? rounding.rounded(deviation) : nil,
            percentiles: try question.percentiles.enumerated().map { place, percentile in
                guard question.smallGroups.allows(percentile: percentile, of: people) else { return nil }
                return rounding.rounded(try number("percentile_\(place)", fields))
            },
            step: rounding.step?.value, totalStep: function.addsUp ? rounding.totalStep?.value : nil)
    }

    /// Hides groups that are too small, for each bucket and value.
    private func hide(_ rows: [CohortRow]) -> [CohortRow] {
        var rows = rows
        var first = 0
        while first < rows.count {
            let last = (rows[first...].firstIndex { !Self.isSameStretch($0, rows[first]) } ?? rows.count) - 1
            let counts = rows[first...last].map { $0.figures?.participants ?? 0 }
            for (place, isHidden) in question.smallGroups.hidden(counts).enumerated() where isHidden {
                rows[first + place].content = question.smallGroups.isSmall(counts[place]) ? .tooFew : .withheld
            }
            first = last + 1
        }
        return rows
    }

    private static func isSameStretch(_ left: CohortRow, _ right: CohortRow) -> Bool {
        left.firstDay == right.firstDay && left.hour == right.hour && left.value == right.value
    }

    private func text(_ name: String, _ fields: [String]) throws -> String {
        guard let place = places[name] else { throw ServerFailure.unreadable("the column \(name) is missing") }
        return fields[place]
    }

    private func number<Number: LosslessStringConvertible>(_ name: String, _ fields: [String]) throws -> Number {
        try ResultTable.number(try text(name, fields))
    }
}
