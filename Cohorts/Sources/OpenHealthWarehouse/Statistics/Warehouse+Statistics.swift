// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Warehouse {
    /// Returns statistics of a cohort's quantities and categories.
    ///
    /// Each participant has a figure in each bucket, which is the same that `health statistics` computes from their store: in
    /// their home time zone, over all their sources, with each moment counted once. The result contains the number of
    /// participants with a figure, the mean, standard deviation and percentiles of the figures, with each participant counted
    /// once, and the total of figures that can be added up. Participants without data in a bucket aren't counted; for categories,
    /// participants without the value.
    ///
    /// Groups that are too small are hidden; see ``SmallGroups`` for the extent of the protection. Participants whose first push
    /// isn't completed are excluded.
    /// - Returns: The rows, sorted by type and time; for single participants, by type, pseudonym and time.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the query is invalid, before the servers are queried.
    public func statistics(_ query: CohortQuery) async throws -> [CohortRow] {
        let types = try query.check()
        let buckets = BucketSQL(query)
        let grid = query.every == .hour ? try await hourGrid(query) : nil
        var rows: [CohortRow] = []
        for type in types {
            let function = query.function(for: type)
            let isCategory = type.kind == .category
            let sql = CohortSQL(names: names, query: query, hasValues: isCategory)
            let figures =
                isCategory
                ? DurationSQL(
                    table: names.all(.durations), type: type.identifier, function: function,
                    buckets: buckets
                ).selection() : quantities(of: type, query, buckets, grid)
            rows += try await ask(sql.statement(figures)) { table in
                try CohortReader(
                    query: query, type: type.identifier, function: function, buckets: buckets, table
                ).rows()
            }
        }
        return rows
    }

    private func quantities(
        of type: HealthTypeDescription, _ query: CohortQuery, _ buckets: BucketSQL, _ grid: HourGrid?
    ) -> Selection {
        let (table, identifier) = (names.all(.cells), type.identifier)
        let style = type.aggregationStyle ?? .discreteArithmetic
        let stretch =
            if let grid {
                StretchSQL(quarters: table, type: identifier, style: style, buckets, grid)
            } else {
                StretchSQL(days: table, type: identifier, buckets)
            }
        return FigureSQL(function: query.function(for: type), style: style, stretch: stretch).selection()
    }

    private func hourGrid(_ query: CohortQuery) async throws -> HourGrid {
        // 18.16 doesn't support DISTINCT with FINAL over several shards.
        var zones = Selection([("time_zone", "time_zone")], from: .table(names.all(.participants)))
        zones.groupBy = ["time_zone"]
        return try HourGrid(
            zones: try await ask(zones.sql).rows.map { $0[0] }, from: query.from, to: query.to,
            participants: names.local(.participants))
    }
}

/// The SQL of the durations of the values of a category for each participant.
struct DurationSQL {
    let table: String
    let type: String
    let function: CohortQuery.Function
    let buckets: BucketSQL

    /// Returns the figures of each participant, with the columns `participant`, `bucket`, `value` and `figure`.
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
