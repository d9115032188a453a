// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The times at which the changes of a store were received.
package enum ChangeTimes {
    static let timeOfPlace = "SELECT received FROM change_time WHERE first <= ?1 ORDER BY first DESC LIMIT 1"

    private static let extent = """
        SELECT min(min_start) AS first, max(max_start) AS last FROM change_run
        WHERE type = (SELECT id FROM sample_type WHERE identifier = ?1) AND last >= ?2 AND first <= ?3
        """

    /// Returns the time at which the change at a place in the order of changes was received; nil if it is not known.
    package static func received(_ db: Database, _ place: Int64) throws -> Date? {
        try Double.fetchOne(db.cachedStatement(sql: timeOfPlace), arguments: [place]).map(date)
    }

    /// Returns the places whose changes were received at times that match a condition, in order.
    package static func places(_ db: Database, where matches: (Date) -> Bool) throws -> [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        var begin: Int64?
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT first, received FROM change_time ORDER BY first"))
        while let row = try rows.next() {
            let (first, time): (Int64, Double) = (try row.value(of: "first"), try row.value(of: "received"))
            if matches(date(time)) {
                if begin == nil { begin = first }
            } else if let start = begin {
                ranges.append(start...max(start, first - 1))
                begin = nil
            }
        }
        if let begin { ranges.append(begin...Int64.max) }
        return ranges
    }

    /// Returns the parts of a query with the start dates of the samples at some places; parts without such samples are left out.
    package static func narrowed(
        _ db: Database, _ parts: [SampleQuery.Part], to places: [ClosedRange<Int64>]
    ) throws -> [SampleQuery.Part] {
        guard let first = places.first?.lowerBound, let last = places.last?.upperBound else { return [] }
        return try parts.compactMap { part in
            let row = try Row.fetchOne(
                db.cachedStatement(sql: extent), arguments: [part.type.identifier, first, last])
            guard let row, let from = try row.value(Double?.self, of: "first"),
                let to = try row.value(Double?.self, of: "last")
            else { return nil }
            // A second more, since dates are rounded.
            let dates: [PredicateNode] = [
                .compare(.startDate, .greaterThanOrEqualTo, .date(date(from - 1))),
                .compare(.startDate, .lessThanOrEqualTo, .date(date(to + 1))),
            ]
            return SampleQuery.Part(part.type, .and([part.predicate] + dates))
        }
    }

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
}
