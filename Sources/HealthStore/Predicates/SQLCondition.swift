// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A condition over `s`, a line of the table of samples, with its arguments.
struct SQLCondition {
    var sql: String
    var arguments: [DatabaseValue]

    /// What nothing fits.
    static let never = SQLCondition("0")

    init(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) {
        self.sql = sql
        self.arguments = arguments.map { $0?.databaseValue ?? .null }
    }

    /// Conditions with a word between them.
    init(_ conditions: [SQLCondition], joinedBy word: String) {
        sql = conditions.count == 1 ? conditions[0].sql : "(" + conditions.map(\.sql).joined(separator: word) + ")"
        arguments = conditions.flatMap(\.arguments)
    }

    /// All of these; nil, which everything fits, where there is none.
    static func all(_ conditions: [SQLCondition?]) -> SQLCondition? {
        let conditions = conditions.compactMap(\.self)
        return conditions.isEmpty ? nil : SQLCondition(conditions, joinedBy: " AND ")
    }

    /// Any of these; nil, which everything fits, where one of them is nil.
    static func any(_ conditions: [SQLCondition?]) -> SQLCondition? {
        var some: [SQLCondition] = []
        for condition in conditions {
            guard let condition else { return nil }
            if condition.sql != never.sql { some.append(condition) }
        }
        return some.isEmpty ? never : SQLCondition(some, joinedBy: " OR ")
    }

    /// Whole numbers of the store as a list.
    static func list(_ numbers: some Sequence<Int64>) -> String {
        "(" + numbers.sorted().map(String.init).joined(separator: ",") + ")"
    }
}
