// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Records the type and range of start dates of each run of consecutive positions.
///
/// An index from position to sample would be as large as the samples. Positions are assigned in order, and neighbours in an
/// import are neighbours in time, so one row for every few hundred samples is enough to find the samples after a position without
/// reading many others.
struct ChangeRuns {
    private let statement: Statement
    private var first: Int64 = 0
    private var last: Int64 = -1
    private var type: Int64 = -1
    private var minStart = 0.0
    private var maxStart = 0.0

    /// The maximum number of samples in a run.
    static let longest: Int64 = 512

    init(_ db: Database) throws {
        statement = try db.cachedStatement(
            sql: "INSERT INTO change_run (first, last, type, min_start, max_start) VALUES (?, ?, ?, ?, ?)")
    }

    /// Adds a sample that has just been assigned its position.
    @inline(__always)
    mutating func add(id: Int64, type: Int64, start: Double) throws {
        if type == self.type, id == last + 1, id - first < Self.longest {
            last = id
            if start < minStart { minStart = start }
            if start > maxStart { maxStart = start }
        } else {
            try flush()
            self.type = type
            first = id
            last = id
            minStart = start
            maxStart = start
        }
    }

    /// Ends the current run, so that the next sample begins a new one.
    mutating func flush() throws {
        if last >= first, type >= 0 {
            try statement.execute(arguments: [first, last, type, minStart, maxStart])
        }
        type = -1
    }
}
