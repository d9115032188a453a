// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStatistics

/// The readings of samples with more than one reading. In statistics, each reading counts like a sample.
///
/// Readings start later than their sample, and other samples can start between them, so they are buffered until no earlier
/// interval can follow.
package struct SeriesReadings {
    private let series: Set<Int64>
    private let statement: Statement
    private let from: Double
    private let to: Double
    /// The buffered intervals, the earliest last.
    private var waiting: [StatisticsInterval] = []

    /// Finds the samples of a type with several readings, or returns nil if there are none.
    /// - Parameters:
    ///   - first: The earliest possible start date of such a sample.
    ///   - from: The start of the range of readings.
    ///   - to: The end of the range of readings.
    package init?(_ db: Database, type: Int64, startingFrom first: Double, from: Double, to: Double) throws {
        series = try Set(
            Int64.fetchAll(
                db.cachedStatement(
                    sql: "SELECT id FROM quantity_series_sample WHERE type = ? AND start >= ? AND start < ?"),
                arguments: [type, first, to]))
        if series.isEmpty { return nil }
        statement = try db.cachedStatement(
            sql: "SELECT \(ReadingColumn.selection) FROM quantity_series WHERE series = ? ORDER BY start DESC")
        self.from = from
        self.to = to
    }

    /// Returns whether the sample at a position has several readings.
    package func holds(_ sample: Int64) -> Bool { series.contains(sample) }

    /// Adds the readings of a sample to the buffer.
    ///
    /// Earlier versions allowed readings outside their sample. Such readings are clipped to the sample, or moved to its nearer
    /// end, because statistics need intervals in the order of the samples.
    /// - Parameters:
    ///   - sample: The position of the sample.
    ///   - first: The start of the sample.
    ///   - last: The end of the sample.
    package mutating func add(
        _ sample: Int64, from first: Double, to last: Double, rank: Int32, grid: Int32,
        _ purpose: StatisticsInterval.Purpose
    ) throws {
        let wasEmpty = waiting.isEmpty
        let rows = try Row.fetchCursor(statement, arguments: [sample])
        while let row = try rows.next() {
            let start = min(max(try row.value(Double.self, at: ReadingColumn.start), first), max(first, last))
            let end = min(max(try row.value(Double.self, at: ReadingColumn.end), start), max(first, last))
            guard start < to, end > from || start >= from else { continue }
            var reading = StatisticsInterval(
                start: start, end: end, value: try row.value(at: ReadingColumn.value), rank: rank, grid: grid)
            reading.purpose = purpose
            waiting.append(reading)
        }
        if !wasEmpty { waiting.sort { $0.start > $1.start } }
    }

    /// Removes the intervals that start before a date from the buffer, and appends them in order.
    package mutating func take(before start: Double, into intervals: inout [StatisticsInterval]) {
        while let last = waiting.last, last.start < start {
            waiting.removeLast()
            intervals.append(last)
        }
    }
}
