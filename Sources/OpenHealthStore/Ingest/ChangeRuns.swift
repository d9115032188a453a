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

    private struct Run {
        var first: Int64
        var last: Int64
        var type: Int64
        var minStart: Double
        var maxStart: Double
    }
    /// The runs that ``writeKept()`` writes; nil if runs are written at their end.
    private var kept: [Run]?

    /// The maximum number of samples in a run.
    static let longest: Int64 = 512

    /// - Parameter keeps: Whether runs are kept until ``writeKept()``, as their samples are hidden.
    init(_ db: Database, keeps: Bool = false) throws {
        if keeps { kept = [] }
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
            let run = Run(first: first, last: last, type: type, minStart: minStart, maxStart: maxStart)
            if kept != nil { kept?.append(run) } else { try write(run) }
        }
        type = -1
    }

    private func write(_ run: Run) throws {
        try statement.execute(arguments: [run.first, run.last, run.type, run.minStart, run.maxStart])
    }

    /// Writes the kept runs. Later runs are written at their end.
    mutating func writeKept() throws {
        try flush()
        for run in kept ?? [] { try write(run) }
        kept = nil
    }
}
