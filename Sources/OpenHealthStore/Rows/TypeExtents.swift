// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// How far back the samples of a type may reach into a range of time.
///
/// The samples' key is in order of their start, so a query for what overlaps a range must begin before it: as far as
/// the longest sample is long. One sample of a year would make every query read a year, so there is a line for each
/// class of durations (a class is four times as long as the one before), with the starts that it spans: a long sample
/// costs the queries just after it, and no others. Lines are only ever widened; a sample that is gone leaves them.
package struct TypeExtents {
    private struct Extent {
        var longest = 0.0
        var minStart = Double.infinity
        var maxStart = -Double.infinity
    }
    /// The extents by slot of the type and class; the classes of a type are contiguous.
    private var extents: [Extent] = []
    /// The types by slot.
    private var types: [Int64] = []
    private var slots: [Int64: Int] = [:]
    /// The last type and its slot: Samples are mostly grouped by type.
    private var latest: (type: Int64, slot: Int) = (-1, 0)

    /// 4³¹ seconds are longer than anything.
    private static let classes = 32

    /// Notes a sample. Instants need no note; they reach nowhere.
    @inline(__always)
    package mutating func note(type: Int64, start: Double, end: Double) {
        let duration = end - start
        guard duration > 0 else { return }
        if type != latest.type { latest = (type, find(type)) }
        let slot = latest.slot * Self.classes + Self.durationClass(duration)
        if duration > extents[slot].longest { extents[slot].longest = duration }
        if start < extents[slot].minStart { extents[slot].minStart = start }
        if start > extents[slot].maxStart { extents[slot].maxStart = start }
    }

    /// Returns the slot of a type, which is added if it is missing.
    private mutating func find(_ type: Int64) -> Int {
        if let slot = slots[type] { return slot }
        slots[type] = types.count
        types.append(type)
        extents.append(contentsOf: repeatElement(Extent(), count: Self.classes))
        return types.count - 1
    }

    /// The class of a duration, which must be above zero.
    @inline(__always)
    static func durationClass(_ duration: Double) -> Int {
        min(max(Int(duration.exponent), 0) / 2, classes - 1)
    }

    /// Writes down what has been noted; once before the end of the transaction is enough.
    mutating func flush(_ db: Database) throws {
        for (slot, extent) in extents.enumerated() where extent.longest > 0 {
            try db.cachedStatement(
                sql: """
                    INSERT INTO type_extent (type, class, longest, min_start, max_start) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (type, class) DO UPDATE SET
                        longest = max(longest, excluded.longest), min_start = min(min_start, excluded.min_start),
                        max_start = max(max_start, excluded.max_start)
                    """
            ).execute(
                arguments: [
                    types[slot / Self.classes], slot % Self.classes, extent.longest, extent.minStart, extent.maxStart,
                ])
        }
        self = TypeExtents()
    }

    /// The earliest start that a sample of a type can have if it ends at or after a date.
    package static func earliestStart(_ db: Database, type: Int64, endingFrom date: Double) throws -> Double {
        guard date.isFinite else { return date }
        var earliest = date
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT longest, min_start, max_start FROM type_extent WHERE type = ?"),
            arguments: [type])
        while let row = try rows.next() {
            // A second more than the arithmetic asks for, because it rounds.
            let reach = date - (try row.decode(Double.self, atIndex: 0)) - 1
            let (first, last): (Double, Double) = (try row.decode(atIndex: 1), try row.decode(atIndex: 2))
            if last >= reach, first < date { earliest = min(earliest, max(reach, first)) }
        }
        return earliest
    }

    /// The earliest start and the latest end of the samples of a type; nil where there are none.
    package static func range(_ db: Database, type: Int64) throws -> (first: Double, last: Double)? {
        func start(_ order: String) throws -> Double? {
            try Double.fetchOne(
                db.cachedStatement(sql: "SELECT start FROM sample WHERE type = ? ORDER BY start \(order) LIMIT 1"),
                arguments: [type])
        }
        guard let first = try start("ASC"), let last = try start("DESC") else { return nil }
        // What ends last need not start last, but it reaches beyond the last start.
        let end = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(coalesce(end, start)) FROM sample WHERE type = ? AND start >= ?"),
            arguments: [type, try earliestStart(db, type: type, endingFrom: last)])
        return (first, max(last, end ?? last))
    }
}
