// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthStatistics

/// A sequence of intervals in order of their start dates.
package protocol IntervalBatches {
    /// Calls a closure with all intervals, in batches.
    mutating func forEachBatch(_ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void) throws

    /// The intervals that better-informed samples of the same source replace; see ``IntervalBuffer``. Empty if the reader doesn't
    /// record them.
    var leftOut: [StatisticsInterval] { get }

    /// The readings that were sent twice; see ``IntervalBuffer/repeated``. Empty if the reader doesn't record them.
    var repeated: [StatisticsInterval] { get }

    /// The number of readings without an end that count for their minute; see ``ReadingMinute``.
    var minuteReadings: Int { get }

    /// The intervals of copies of workouts; see ``EffortCopies``. Empty if the reader doesn't record them.
    var ofCopies: [StatisticsInterval] { get }
}

extension IntervalBatches {
    package var ofCopies: [StatisticsInterval] { [] }
}

/// Reads the samples of a type as intervals, in order of their start dates.
package struct IntervalReader: IntervalBatches {
    private let statement: Statement
    private let handle: OpaquePointer
    private let ranks: SourceRankTable
    private let from: Double
    private let to: Double
    private let grids: [Int64: Int32]?
    private let missingValue: Double?
    /// The columns. Metadata and positions are read only where they are needed.
    private enum Columns: Int32, PositionedColumns {
        case start, end, value, provenance, metadata, id

        static let (values, withMetadata, withPositions) = (
            selection(through: .provenance), selection(through: .metadata), selection(through: .id)
        )
    }
    /// Whether the positions of samples are read to recognise those of copies of workouts.
    private let readsPositions: Bool
    /// The purposes of samples; nil for types without purposes, whose metadata is not read.
    private var purposes: MetadataPurposes?
    private var series: SeriesReadings?
    private var buffer: IntervalBuffer

    package var leftOut: [StatisticsInterval] { buffer.leftOut }
    package var repeated: [StatisticsInterval] { buffer.repeated }
    package var minuteReadings: Int { buffer.minuteReadings }
    package private(set) var ofCopies: [StatisticsInterval] = []
    private let recordsLeftOut: Bool

    /// Creates a reader of the samples that overlap a range or start in it.
    /// - Parameters:
    ///   - from: The start of the range; can be infinite.
    ///   - to: The end of the range, which is excluded.
    ///   - grids: The indices of the grids of samples by the numbers of their metadata; nil for a single grid.
    ///   - missingValue: The value of samples without a value; nil to skip such samples.
    ///   - recordsLeftOut: Whether ``leftOut`` is recorded.
    package init(
        _ db: Database, type: Int64, from: Double, to: Double, ranks: SourceRankTable, grids: [Int64: Int32]? = nil,
        missingValue: Double? = nil, recordsLeftOut: Bool = false
    ) throws {
        readsPositions = ranks.copies?.comparesPositions ?? false
        // A sample before the range can replace one that overlaps the range.
        let first = try TypeExtents.earliestStart(
            db, type: type, endingFrom: ranks.hasPartial ? from - RollupInvalidation.margin : from)
        series = try SeriesReadings(db, type: type, startingFrom: first, from: from, to: to)
        // A condition for the end of the range would be evaluated a second time for every row, and each column takes time.
        let columns =
            readsPositions || series != nil
            ? Columns.withPositions : grids != nil || ranks.hasPurposes ? Columns.withMetadata : Columns.values
        statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM sample
                WHERE type = ?1 AND start >= ?2 ORDER BY start
                """)
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
        sqlite3_bind_int64(handle, 1, type)
        sqlite3_bind_double(handle, 2, first)
        self.ranks = ranks
        purposes = ranks.hasPurposes ? MetadataPurposes(db) : nil
        self.from = from
        self.to = to
        self.grids = grids
        self.missingValue = missingValue
        self.recordsLeftOut = recordsLeftOut
        buffer = IntervalBuffer(for: ranks, recordsLeftOut: recordsLeftOut)
    }

    /// Calls a closure with all intervals, in batches.
    package mutating func forEachBatch(_ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void) throws {
        defer { sqlite3_reset(handle) }
        let comparesPartial = ranks.hasPartial
        var latest = -Double.infinity
        /// The end of the part after the range that is read.
        var last: Double?
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else {
                    throw DatabaseError(code, of: handle)
                }
                break
            }
            let start = sqlite3_column_double(handle, Columns.start.rawValue)
            guard start >= latest, start > -.infinity,
                start != 0 || sqlite3_column_type(handle, Columns.start.rawValue) != SQLITE_NULL
            else {
                throw StoreError.corrupt("sample", "a sample is out of chronological order")
            }
            latest = start
            if start >= to {
                guard comparesPartial else { break }
                // A sample after the range can replace one that overlaps the range, or count for the minute in which the range ends.
                if last == nil {
                    last = max(buffer.decidedFrom, ranks.hasMinutes ? ReadingMinute.end(of: to.nextDown) : to)
                }
                if let last, start >= last { break }
            }
            // SQLite returns 0 for NULL; only in this case is a call to distinguish the two worthwhile.
            var end = sqlite3_column_double(handle, Columns.end.rawValue)
            if end == 0, sqlite3_column_type(handle, Columns.end.rawValue) == SQLITE_NULL { end = start }
            var isInRange = start < to && (end > from || start >= from)
            guard isInRange || comparesPartial else { continue }
            var value = sqlite3_column_double(handle, Columns.value.rawValue)
            // Quantity samples have a number, but a malformed export can contain some without.
            if value == 0,
                ![SQLITE_FLOAT, SQLITE_INTEGER].contains(sqlite3_column_type(handle, Columns.value.rawValue))
            {
                guard let missingValue else { continue }
                value = missingValue
            }
            let provenance = sqlite3_column_int64(handle, Columns.provenance.rawValue)
            let rank = ranks.rank(ofProvenance: provenance)
            if let copies = ranks.copies,
                copies.contains(rank: ranks.sourceRank(of: rank), start: start, end: end)
                    || readsPositions && copies.contains(sqlite3_column_int64(handle, Columns.id.rawValue))
            {
                if recordsLeftOut, isInRange {
                    ofCopies.append(StatisticsInterval(start: start, end: end, value: value, rank: rank, grid: 0))
                }
                continue
            }
            var purpose = StatisticsInterval.Purpose.unknown
            if purposes != nil, sqlite3_column_type(handle, Columns.metadata.rawValue) != SQLITE_NULL {
                let metadata = sqlite3_column_int64(handle, Columns.metadata.rawValue)
                purpose = try purposes?.purpose(ofMetadata: metadata) ?? .unknown
            }
            var way = 0
            var isOfMinute = false
            if comparesPartial {
                way = ranks.way(ofProvenance: provenance)
                isOfMinute = ranks.isOfMinute(provenance: provenance, start: start, end: end)
                if isOfMinute {
                    isInRange = ReadingMinute.start(of: start) < to && ReadingMinute.end(of: start) > from
                }
                buffer.cover(rank: rank, purpose, way: way, from: start, to: end)
                guard isInRange else { continue }
            }
            var grid: Int32 = 0
            if let grids, sqlite3_column_type(handle, Columns.metadata.rawValue) != SQLITE_NULL {
                grid = grids[sqlite3_column_int64(handle, Columns.metadata.rawValue)] ?? 0
            }
            if series != nil {
                series?.take(before: start, into: &buffer.intervals)
                let id = sqlite3_column_int64(handle, Columns.id.rawValue)
                if series?.holds(id) == true {
                    try series?.add(id, from: start, to: end, rank: rank, grid: grid, purpose)
                    continue
                }
            }
            var interval = StatisticsInterval(start: start, end: end, value: value, rank: rank, grid: grid)
            interval.purpose = purpose
            if way > 0 {
                buffer.addPartial(interval, way: way, isOfMinute: isOfMinute)
                if let known = last { last = max(known, start + IntervalBuffer.instantLength) }
            } else {
                buffer.intervals.append(interval)
            }
            if buffer.isFull { try buffer.passDecided(before: start, body) }
        }
        series?.take(before: .infinity, into: &buffer.intervals)
        try buffer.passDecided(before: .infinity, body)
    }
}
