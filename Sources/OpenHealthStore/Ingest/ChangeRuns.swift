// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Writes down which stretch of which type each run of consecutive places fell into.
///
/// An index from place to sample would cost as much as the samples. Places are given out in order, and neighbours
/// in an import are neighbours in time, so a line for every few hundred samples is enough to find what came
/// after a place by reading little more than that.
struct ChangeRuns {
    private let statement: Statement
    private var first: Int64 = 0
    private var last: Int64 = -1
    private var type: Int64 = -1
    private var minStart = 0.0
    private var maxStart = 0.0

    /// The maximum number of samples of a run.
    static let longest: Int64 = 512

    init(_ db: Database) throws {
        statement = try db.cachedStatement(
            sql: "INSERT INTO change_run (first, last, type, min_start, max_start) VALUES (?, ?, ?, ?, ?)")
    }

    /// Adds a sample that has just been given its place.
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

    /// Ends the current run, so that the next sample begins another.
    mutating func flush() throws {
        if last >= first, type >= 0 {
            try statement.execute(arguments: [first, last, type, minStart, maxStart])
        }
        type = -1
    }
}
