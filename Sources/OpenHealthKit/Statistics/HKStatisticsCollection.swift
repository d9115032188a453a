// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

/// A collection of statistics over consecutive intervals of equal length.
///
/// The collection covers the intervals from the first to the last one with samples, and the whole range of the query's predicate.
/// Intervals without samples have empty statistics.
public final class HKStatisticsCollection: NSObject, Sendable {
    private let buckets: CivilBuckets
    private let query: StatisticsQuery
    /// The statistics of the intervals with samples, sorted by date.
    private let populated: [HKStatistics]
    /// The range of the predicate; infinite if the predicate has none.
    private let range: (from: Double, to: Double)

    package init(
        _ populated: [HKStatistics], query: StatisticsQuery, buckets: CivilBuckets,
        range: (from: Double, to: Double) = (.infinity, -.infinity)
    ) {
        self.buckets = buckets
        self.query = query
        self.populated = populated
        self.range = range
    }

    /// Returns the statistics of the interval that contains a date, or nil if the date is outside of the collection.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of intervals.
    public func statistics(for date: Date) -> HKStatistics? {
        let seconds = date.timeIntervalSince1970
        let bounds = buckets.bounds(of: buckets.index(containing: seconds))
        if let found = populated(startingAt: bounds.start) { return found }
        guard bounds.start.isFinite, bounds.end.isFinite, covers(bounds) else { return nil }
        return query.empty(
            from: Date(timeIntervalSince1970: bounds.start), to: Date(timeIntervalSince1970: bounds.end))
    }

    /// Enumerates the statistics of all intervals from one date to another, including those without samples.
    /// - Parameters:
    ///   - startDate: A date in the first interval.
    ///   - endDate: A date in the last interval, which can be its start.
    ///   - block: A block that receives the statistics, and that can set its second argument to true to stop.
    public func enumerateStatistics(
        from startDate: Date, to endDate: Date,
        with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let (from, to) = (startDate.timeIntervalSince1970, endDate.timeIntervalSince1970)
        guard from <= to else { return }
        var stop = ObjCBool(false)
        var index = buckets.index(containing: from)
        while true {
            let bounds = buckets.bounds(of: index)
            if bounds.start > to { return }
            // The intervals before and after the range of all calendars are unbounded.
            if bounds.start.isFinite, bounds.end.isFinite, bounds.start < bounds.end {
                let statistics =
                    populated(startingAt: bounds.start)
                    ?? query.empty(
                        from: Date(timeIntervalSince1970: bounds.start), to: Date(timeIntervalSince1970: bounds.end))
                block(statistics, &stop)
            }
            if stop.boolValue || bounds.end == .infinity { return }
            index += 1
        }
    }

    /// Returns the statistics of the intervals with samples, sorted by date.
    public func statistics() -> [HKStatistics] { populated }

    /// Returns the sources of the samples; empty unless the options separate by source.
    public func sources() -> Set<HKSource> {
        Set(populated.flatMap { $0.sources ?? [] })
    }

    /// Returns the statistics that are different or missing in an earlier collection.
    func changed(since earlier: HKStatisticsCollection) -> [HKStatistics] {
        let now = Dictionary(populated.map { ($0.startDate, $0) }) { first, _ in first }
        let before = Dictionary(earlier.populated.map { ($0.startDate, $0) }) { first, _ in first }
        let starts = Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
        return starts.sorted().map { start in
            now[start] ?? query.empty(from: start, to: before[start]?.endDate ?? start)
        }
    }

    private func populated(startingAt start: Double) -> HKStatistics? {
        var (low, high) = (0, populated.count)
        while low < high {
            let middle = (low + high) / 2
            if populated[middle].startDate.timeIntervalSince1970 < start { low = middle + 1 } else { high = middle }
        }
        guard low < populated.count, populated[low].startDate.timeIntervalSince1970 == start else { return nil }
        return populated[low]
    }

    private func covers(_ bounds: (start: Double, end: Double)) -> Bool {
        if bounds.start < range.to, bounds.end > range.from { return true }
        guard let first = populated.first, let last = populated.last else { return false }
        return bounds.end > first.startDate.timeIntervalSince1970 && bounds.start < last.endDate.timeIntervalSince1970
    }
}
