// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The durations of the samples of each type, which limit how far before a range of time a query must start.
///
/// The key of the samples is ordered by start date, so a query for samples that overlap a range must start earlier by the
/// duration of the longest sample. A single sample of one year would slow down every query, so each class of durations (a class
/// is four times as long as the previous one) has a row with the range of its start dates. A long sample affects only the queries
/// shortly after it. Rows are only widened; deleting a sample doesn't change them.
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
    /// The last type and its slot. Samples are usually grouped by type.
    private var latest: (type: Int64, slot: Int) = (-1, 0)

    /// 4³¹ seconds exceed any duration.
    private static let classes = 32

    /// Adds the duration of a sample. Instants are ignored.
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

    /// Returns the slot of a type, adding it if necessary.
    private mutating func find(_ type: Int64) -> Int {
        if let slot = slots[type] { return slot }
        slots[type] = types.count
        types.append(type)
        extents.append(contentsOf: repeatElement(Extent(), count: Self.classes))
        return types.count - 1
    }

    /// Returns the class of a duration.
    /// - Precondition: The duration is greater than zero.
    @inline(__always)
    static func durationClass(_ duration: Double) -> Int {
        min(max(Int(duration.exponent), 0) / 2, classes - 1)
    }

    /// Writes the extents to the table. Call it once before the end of the transaction.
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

    private static let extentsOfType = "SELECT \(ExtentColumn.selection) FROM type_extent WHERE type = ?"

    /// Returns the earliest possible start date of a sample of a type that ends at or after a date.
    package static func earliestStart(_ db: Database, type: Int64, endingFrom date: Double) throws -> Double {
        guard date.isFinite else { return date }
        var earliest = date
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: extentsOfType),
            arguments: [type])
        while let row = try rows.next() {
            // Starts one second earlier to allow for rounding.
            let reach = date - (try row.value(Double.self, at: ExtentColumn.longest)) - 1
            let (first, last): (Double, Double) = (
                try row.value(at: ExtentColumn.first), try row.value(at: ExtentColumn.last)
            )
            if last >= reach, first < date { earliest = min(earliest, max(reach, first)) }
        }
        return earliest
    }

    /// Returns the earliest start date and the latest end date of the samples of a type, or nil if there are none.
    package static func range(_ db: Database, type: Int64) throws -> (first: Double, last: Double)? {
        func start(_ order: String) throws -> Double? {
            try Double.fetchOne(
                db.cachedStatement(sql: "SELECT start FROM sample WHERE type = ? ORDER BY start \(order) LIMIT 1"),
                arguments: [type])
        }
        guard let first = try start("ASC"), let last = try start("DESC") else { return nil }
        // The sample with the latest end doesn't necessarily have the latest start, but it ends after that.
        let end = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(coalesce(end, start)) FROM sample WHERE type = ? AND start >= ?"),
            arguments: [type, try earliestStart(db, type: type, endingFrom: last)])
        return (first, max(last, end ?? last))
    }
}

private enum ExtentColumn: Int32, PositionedColumns {
    case longest, first, last

    var expression: String {
        switch self {
        case .longest: "longest"
        case .first: "min_start"
        case .last: "max_start"
        }
    }
}
