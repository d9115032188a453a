// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A ClickHouse `SELECT` statement.
struct Selection {
    /// The source of the rows.
    enum Source {
        /// A table of the warehouse with only the newest versions of its rows.
        case table(String)
        /// Another selection.
        indirect case selection(Selection)
        /// Two selections, joined by a column. Each row of the first has at most one matching row in the second.
        indirect case joined(Selection, Selection, by: String)
    }

    /// The expressions and their names; equal names are columns.
    var columns: [(expression: String, name: String)] = []
    var source: Source
    /// Arrays whose elements become rows, and the names of the elements.
    var unfolded: [(array: String, name: String)] = []
    /// Conditions on columns of the table's key, which limit the rows that are read. Other columns aren't permitted, because the
    /// conditions are evaluated before old versions of rows are removed.
    var keyConditions: [String] = []
    var conditions: [String] = []
    var groupBy: [String] = []
    var having: String?
    var orderBy: [String] = []

    init(_ columns: [(String, String)], from source: Source) {
        self.columns = columns
        self.source = source
    }

    /// Adds a column with a name.
    mutating func add(_ expression: String, as name: String) {
        columns.append((expression, name))
    }

    /// The statement.
    var sql: String {
        let columns = columns.map { $0 == $1 ? $0 : "\($0) AS \($1)" }.joined(separator: ", ")
        var sql = "SELECT \(columns) FROM \(sourceText)"
        if !unfolded.isEmpty {
            sql += " ARRAY JOIN " + unfolded.map { "\($0.array) AS \($0.name)" }.joined(separator: ", ")
        }
        if !keyConditions.isEmpty { sql += " PREWHERE " + Self.all(keyConditions) }
        if !conditions.isEmpty { sql += " WHERE " + Self.all(conditions) }
        if !groupBy.isEmpty { sql += " GROUP BY " + groupBy.joined(separator: ", ") }
        if let having { sql += " HAVING \(having)" }
        if !orderBy.isEmpty { sql += " ORDER BY " + orderBy.joined(separator: ", ") }
        return sql
    }

    private var sourceText: String {
        switch source {
        case .table(let name): "\(name) FINAL"
        case .selection(let inner): "(\(inner.sql))"
        // The meaning of ANY INNER JOIN has changed in 20.
        case .joined(let left, let right, let column):
            "(\(left.sql)) AS own ALL INNER JOIN (\(right.sql)) AS other USING (\(column))"
        }
    }

    private static func all(_ conditions: [String]) -> String {
        conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " AND ")
    }
}
