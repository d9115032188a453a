// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Warehouse {
    /// Figures of a cohort's quantities and categories.
    ///
    /// First each participant has a figure in each row, the same that `health statistics` gives of their own store: in their
    /// home time zone, over all their sources, each moment counted once. Then come how many participants have one, their
    /// mean, standard deviation and percentiles, each participant counting once, and the total of what adds up. Who has
    /// nothing in a row is not counted there; of categories, who has not that value.
    ///
    /// Groups that are too small are hidden; ``SmallGroups`` says what that protects from. Who has begun their first push
    /// and not ended it is left out.
    /// - Returns: the rows, by type, then by time; those of participants by their pseudonyms first.
    /// - Throws: a ``WarehouseError``; `invalidArgument` for a question that makes no sense, before anything is asked.
    public func statistics(_ question: CohortQuestion) async throws -> [CohortRow] {
        let types = try question.check()
        let buckets = BucketSQL(question)
        let grid = question.every == .hour ? try await hourGrid(question) : nil
        var rows: [CohortRow] = []
        for type in types {
            let function = question.function(for: type)
            let isCategory = type.kind == .category
            let sql = CohortSQL(names: names, question: question, hasValues: isCategory)
            let figures =
                isCategory
                ? DurationSQL(
                    table: names.all(.durations), type: type.identifier, function: function,
                    buckets: buckets
                ).selection() : quantities(of: type, question, buckets, grid)
            rows += try await ask(sql.statement(figures)) { table in
                try CohortReader(
                    question: question, type: type.identifier, function: function, buckets: buckets, table
                ).rows()
            }
        }
        return rows
    }

    private func quantities(
        of type: HealthTypeDescription, _ question: CohortQuestion, _ buckets: BucketSQL, _ grid: HourGrid?
    ) -> Selection {
        let (table, identifier) = (names.all(.cells), type.identifier)
        let style = type.aggregationStyle ?? .discreteArithmetic
        let stretch =
            if let grid {
                StretchSQL(quarters: table, type: identifier, style: style, buckets, grid)
            } else {
                StretchSQL(days: table, type: identifier, buckets)
            }
        return FigureSQL(function: question.function(for: type), style: style, stretch: stretch).selection()
    }

    private func hourGrid(_ question: CohortQuestion) async throws -> HourGrid {
        // 18.16 has no DISTINCT together with FINAL over several shards.
        var zones = Selection([("time_zone", "time_zone")], from: .table(names.all(.participants)))
        zones.groupBy = ["time_zone"]
        return try HourGrid(
            zones: try await ask(zones.sql).rows.map { $0[0] }, from: question.from, to: question.to,
            participants: names.local(.participants))
    }
}

/// The SQL of the durations of each participant's values of a category.
struct DurationSQL {
    let table: String
    let type: String
    let function: CohortQuestion.Function
    let buckets: BucketSQL

    /// Each participant's figures, with the columns `participant`, `bucket`, `value` and `figure`.
    func selection() -> Selection {
        var selection = Selection(
            [("participant", "participant"), (buckets.number, "bucket"), ("value", "value")], from: .table(table))
        selection.unfolded = [
            ("categories", "value"), (function == .reported ? "reporteds" : "durations", "seconds"),
        ]
        selection.keyConditions = ["type = \(SQLText.quoted(type))"] + buckets.conditions
        selection.add("sum(seconds)", as: "figure")
        selection.groupBy = ["participant", "bucket", "value"]
        return selection
    }
}
