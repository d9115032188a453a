// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The columns of a record. A query selects exactly these columns, and the record reads them by name.
///
/// The cases are listed once: ``selection`` is the list of columns of the query, and ``GRDB/Row/value(_:of:)`` reads a case from a row. A
/// column can be added or moved without a change to the others.
package protocol SelectedColumns: CaseIterable, ColumnExpression, RawRepresentable<String> {
    /// The SQL expression of the column. By default, it is the name of the column.
    var expression: String { get }
}

extension SelectedColumns {
    package var expression: String { rawValue }

    /// The list of columns for `SELECT`.
    package static var selection: String { selection(\.expression) }

    /// Returns the list of columns for a `SELECT` with other expressions than ``expression``, such as the second part of a `UNION`.
    package static func selection(_ expression: (Self) -> String) -> String {
        allCases.map { column in
            let selected = expression(column)
            return selected == column.rawValue ? selected : "\(selected) AS \(column.rawValue)"
        }.joined(separator: ", ")
    }
}

/// The columns of a query that returns so many rows that they are read by position: a search for the name of each value would take longer
/// than reading it.
///
/// The position of a column is the position of its case, and ``selection`` lists the columns in the same order. The cases must have no
/// explicit raw values.
package protocol PositionedColumns: CaseIterable, RawRepresentable<Int32> {
    /// The SQL expression of the column. By default, it is the name of the case.
    var expression: String { get }
}

extension PositionedColumns {
    package var expression: String { "\(self)" }

    /// The list of columns for `SELECT`.
    package static var selection: String { allCases.map(\.expression).joined(separator: ", ") }

    /// Returns the list of the first columns, up to the given one, for a `SELECT`.
    /// - Parameter expression: The SQL expression of a column; ``expression`` by default.
    package static func selection(
        through last: Self, _ expression: (Self) -> String = { $0.expression }
    ) -> String {
        allCases.filter { $0.rawValue <= last.rawValue }.map(expression).joined(separator: ", ")
    }
}

extension Row {
    /// Returns the value of a column of a record.
    /// - Throws: A ``StoreError`` if the query does not select the column, and an error of the database if the value has another type.
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type = Value.self, of column: some SelectedColumns
    ) throws -> Value {
        try value(of: column.rawValue)
    }

    /// Returns the value of a column.
    ///
    /// GRDB returns nil for an optional value whose column is not selected. Here that is an error.
    /// - Throws: A ``StoreError`` if the query does not select the column, and an error of the database if the value has another type.
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type = Value.self, of column: String
    ) throws -> Value {
        let value: Value
        do {
            value = try decode(forColumn: column)
        } catch {
            try checkIsSelected(column)
            throw error
        }
        // A second search takes longer than reading the value, and only nil can be the value of a missing column.
        if Value.fromMissingColumn() != nil, value.databaseValue.isNull { try checkIsSelected(column) }
        return value
    }

    private func checkIsSelected(_ column: String) throws {
        guard hasColumn(column) else { throw StoreError.inconsistent("a query does not select the column \(column)") }
    }

    /// Returns the value of a column, of any type.
    /// - Throws: A ``StoreError`` if the query does not select the column.
    package func anyValue(of column: String) throws -> DatabaseValue {
        do {
            return try decode(forColumn: column)
        } catch {
            try checkIsSelected(column)
            throw error
        }
    }

    /// Returns the date of a column of a record, which is stored in seconds since 1970.
    /// - Throws: A ``StoreError`` if the query does not select the column, and an error of the database if the value is not a number.
    package func date(of column: some SelectedColumns) throws -> Date {
        Date(timeIntervalSince1970: try value(of: column))
    }

    /// Returns the date of a column of a record, which is stored in seconds since 1970, or nil if the column is NULL.
    /// - Throws: A ``StoreError`` if the query does not select the column, and an error of the database if the value is not a number.
    package func dateIfPresent(of column: some SelectedColumns) throws -> Date? {
        try value(Double?.self, of: column).map(Date.init(timeIntervalSince1970:))
    }

    /// Returns the value at the position of a column.
    /// - Throws: An error of the database if the value has another type.
    package func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type = Value.self, at column: some PositionedColumns
    ) throws -> Value {
        try decode(atIndex: Int(column.rawValue))
    }
}
