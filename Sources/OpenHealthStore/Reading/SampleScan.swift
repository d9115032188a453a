// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// A reader of the rows of one type that match a condition, ordered by start date, one time range after the other. Rows with the
/// same start date are in the order in which they were saved, in both directions.
package final class SampleScan {
    /// The rows to read.
    package struct Request {
        package var type: Int64
        package var starts = StartRanges.all
        package var condition: SQLCondition?
        package var newestFirst = false
        /// The place after which the scan continues; without sort keys.
        package var after: SortedPlace?
    }

    private let statement: Statement
    private let handle: OpaquePointer
    private let request: Request
    private let work = StoreWork.current
    private var ranges: [ClosedRange<Double>]
    private var isStepping = false
    /// In descending order, the rows with the next start date, in reverse order.
    private var together: [RawSample] = []
    private var ahead: RawSample?
    /// The current row; nil after the last row.
    package private(set) var current: RawSample?

    /// Creates a scan at the first row of a type that matches a condition.
    package convenience init(
        _ db: Database, type: Int64, starts: StartRanges, condition: SQLCondition?, newestFirst: Bool
    ) throws {
        try self.init(db, Request(type: type, starts: starts, condition: condition, newestFirst: newestFirst))
    }

    /// Creates a scan at the first row.
    package init(_ db: Database, _ request: Request) throws {
        self.request = request
        statement = try db.makeStatement(sql: Self.sql(request))
        handle = statement.sqliteStatement
        var starts = request.starts
        if let start = request.after?.start {
            starts = starts.intersection(
                request.newestFirst
                    ? StartRanges(from: -.infinity, through: start) : StartRanges(from: start, through: .infinity))
        }
        // The last range is removed first.
        ranges = request.newestFirst ? starts.ranges : starts.ranges.reversed()
        if request.newestFirst { ahead = try step() }
        try advance()
    }

    deinit {
        sqlite3_reset(handle)
    }

    /// Returns the statement for one time range.
    package static func sql(_ request: Request, columns: String = RawSample.columnsWithSaved) -> String {
        """
        SELECT \(columns) FROM sample AS s WHERE s.type = ? AND s.start >= ? AND s.start <= ?
        \(request.after == nil ? "" : "AND (s.start <> ? OR s.id > ?)")
        \(request.condition.map { "AND \($0.sql)" } ?? "")
        ORDER BY s.start \(request.newestFirst ? "DESC, s.id DESC" : "ASC, s.id ASC")
        """
    }

    /// Returns the arguments of the statement.
    package static func arguments(_ request: Request, _ range: ClosedRange<Double>) -> [DatabaseValue] {
        [request.type.databaseValue, range.lowerBound.databaseValue, range.upperBound.databaseValue]
            + (request.after.map { [$0.start.databaseValue, $0.id.databaseValue] } ?? [])
            + (request.condition?.arguments ?? [])
    }

    /// Advances to the next row.
    package func advance() throws {
        guard request.newestFirst else {
            current = try step()
            return
        }
        if together.isEmpty, let first = ahead {
            ahead = try step()
            guard let next = ahead, next.start == first.start else {
                current = first
                return
            }
            together = [first]
            while let next = ahead, next.start == first.start {
                together.append(next)
                ahead = try step()
            }
        }
        current = together.popLast()
    }

    private func step() throws -> RawSample? {
        while true {
            if !isStepping {
                guard let range = ranges.popLast() else { return nil }
                statement.setUncheckedArguments(StatementArguments(Self.arguments(request, range)))
                isStepping = true
            }
            // Processing a sample can take longer than finding it in SQLite.
            try work?.check()
            let code = sqlite3_step(handle)
            if code == SQLITE_ROW { return RawSample(withSaved: handle) }
            isStepping = false
            guard code == SQLITE_DONE else { throw DatabaseError(code, of: handle) }
            sqlite3_reset(handle)
        }
    }
}
