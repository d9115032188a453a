// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A condition over `s`, a line of the table of samples, with its arguments.
package struct SQLCondition {
    var sql: String
    var arguments: [DatabaseValue]
    /// The depth of nested conditions.
    private var depth = 1

    /// SQLite refuses statements whose parts are nested too deeply, and those with too many arguments. What is beyond these
    /// is left out: nothing is lost by that, since each line is looked at afterwards.
    private static let deepest = 16
    private static let maximumArguments = 30_000
    /// The maximum length of a statement, because longer statements take longer to prepare.
    private static let maximumText = 1 << 20
    /// SQLite nests each term of a row of terms in those before it, so long rows are rows of rows.
    private static let maximumRowLength = 32

    /// The condition that no row fits.
    static let never = SQLCondition("0")

    init(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) {
        self.sql = sql
        self.arguments = arguments.map { $0?.databaseValue ?? .null }
    }

    /// Conditions with a word between them.
    init(_ conditions: [SQLCondition], joinedBy word: String) {
        sql = conditions.count == 1 ? conditions[0].sql : "(" + conditions.map(\.sql).joined(separator: word) + ")"
        arguments = conditions.flatMap(\.arguments)
        depth = (conditions.map(\.depth).max() ?? 0) + (conditions.count == 1 ? 0 : 1)
    }

    /// All of these; nil, which everything fits, where there is none. What SQLite could not take is left out.
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

    /// Any of these; nil, which everything fits, where one of them is nil, or where SQLite could not take them.
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

    /// Whole numbers of the store as a list.
    static func list(_ numbers: some Sequence<Int64>) -> String {
        "(" + numbers.sorted().map(String.init).joined(separator: ",") + ")"
    }
}
