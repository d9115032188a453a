// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A condition for `s`, a row of the table of samples, with its arguments.
package struct SQLCondition: Sendable {
    var sql: String
    var arguments: [DatabaseValue]
    /// The depth of nested conditions.
    private var depth = 1

    /// SQLite rejects statements that are nested too deeply or have too many arguments. Conditions beyond these limits are
    /// omitted, because each row is evaluated afterwards anyway.
    private static let deepest = 16
    private static let maximumArguments = 30_000
    /// The maximum length of a statement, because longer statements take longer to prepare.
    private static let maximumText = 1 << 20
    /// SQLite nests each term of a chain in the previous ones, so long chains are split into chains of chains.
    private static let maximumRowLength = 32

    /// The condition that no row matches.
    static let never = SQLCondition("0")

    init(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) {
        self.sql = sql
        self.arguments = arguments.map { $0?.databaseValue ?? .null }
    }

    /// Creates a condition from conditions that are joined by a word.
    init(_ conditions: [SQLCondition], joinedBy word: String) {
        sql = conditions.count == 1 ? conditions[0].sql : "(" + conditions.map(\.sql).joined(separator: word) + ")"
        arguments = conditions.flatMap(\.arguments)
        depth = (conditions.map(\.depth).max() ?? 0) + (conditions.count == 1 ? 0 : 1)
    }

    /// Returns the conjunction of conditions; nil, which all rows match, if there are none. Conditions beyond SQLite's limits are
    /// omitted.
    static func all(_ conditions: [SQLCondition?]) -> SQLCondition? {
        var (count, length) = (0, 0)
        let conditions = conditions.compactMap(\.self).filter { condition in
            guard condition.depth < deepest, count + condition.arguments.count <= maximumArguments,
                length + condition.sql.utf8.count <= maximumText
            else { return false }
            count += condition.arguments.count
            length += condition.sql.utf8.count
            return true
        }
        return conditions.isEmpty ? nil : row(conditions, joinedBy: " AND ")
    }

    /// Returns the disjunction of conditions; nil, which all rows match, if one of them is nil or they exceed SQLite's limits.
    static func any(_ conditions: [SQLCondition?]) -> SQLCondition? {
        var some: [SQLCondition] = []
        var (count, length) = (0, 0)
        for condition in conditions {
            guard let condition, condition.depth < deepest else { return nil }
            count += condition.arguments.count
            length += condition.sql.utf8.count
            if count > maximumArguments || length > maximumText { return nil }
            if condition.sql != never.sql { some.append(condition) }
        }
        return some.isEmpty ? never : row(some, joinedBy: " OR ")
    }

    private static func row(_ conditions: [SQLCondition], joinedBy word: String) -> SQLCondition {
        var rows = conditions
        while rows.count > maximumRowLength {
            rows = stride(from: 0, to: rows.count, by: maximumRowLength).map {
                SQLCondition(Array(rows[$0..<min($0 + maximumRowLength, rows.count)]), joinedBy: word)
            }
        }
        return SQLCondition(rows, joinedBy: word)
    }

    /// Returns integers as an SQL list.
    static func list(_ numbers: some Sequence<Int64>) -> String {
        "(" + numbers.sorted().map(String.init).joined(separator: ",") + ")"
    }
}
