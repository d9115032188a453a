// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics

/// Statistics over intervals of one length, side by side.
///
/// What there are statistics of reaches from the first interval with samples to the last one, and over all of the stretch
/// that the predicate of the query names. Intervals in it without samples have statistics without figures.
public final class HKStatisticsCollection: NSObject, Sendable {
    private let buckets: CivilBuckets
    private let maker: StatisticsMaker
    /// The intervals with samples, in order.
    private let populated: [HKStatistics]
    /// The stretch that the predicate names; infinite where it names none.
    private let range: (from: Double, to: Double)

    package init(
        _ populated: [HKStatistics], buckets: CivilBuckets, maker: StatisticsMaker,
        range: (from: Double, to: Double) = (.infinity, -.infinity)
    ) {
        self.buckets = buckets
        self.maker = maker
        self.populated = populated
        self.range = range
        super.init()
    }

    /// The statistics of the interval that holds a date; nil where the date lies outside of what was asked for and found.
    ///
    /// Takes time in proportion to the logarithm of the number of intervals.
    public func statistics(for date: Date) -> HKStatistics? {
        let seconds = date.timeIntervalSince1970
        let bounds = buckets.bounds(of: buckets.index(containing: seconds))
        if let found = populated(startingAt: bounds.start) { return found }
        guard bounds.start.isFinite, bounds.end.isFinite, covers(bounds) else { return nil }
        return maker.empty(
            from: Date(timeIntervalSince1970: bounds.start), to: Date(timeIntervalSince1970: bounds.end))
    }

    /// Passes the statistics of every interval from the one that contains a date to the one that contains another,
    /// including those without samples.
    /// - Parameters:
    ///   - startDate: the first date.
    ///   - endDate: the last date. An interval that begins at it is the last one.
    ///   - block: takes statistics, and may set its second argument to true to stop.
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
            // Before and behind all calendars there is one interval without a bound.
            if bounds.start.isFinite, bounds.end.isFinite, bounds.start < bounds.end {
                let statistics =
                    populated(startingAt: bounds.start)
                    ?? maker.empty(
                        from: Date(timeIntervalSince1970: bounds.start), to: Date(timeIntervalSince1970: bounds.end))
                block(statistics, &stop)
            }
            if stop.boolValue || bounds.end == .infinity { return }
            index += 1
        }
    }

    /// The statistics of the intervals with samples, in order.
    public func statistics() -> [HKStatistics] { populated }

    /// The sources of the samples; empty unless the figures were asked for by source.
    public func sources() -> Set<HKSource> {
        Set(populated.flatMap { $0.sources ?? [] })
    }

    /// The statistics that are others, or not there, in an earlier collection.
    func changed(since earlier: HKStatisticsCollection) -> [HKStatistics] {
        let now = Dictionary(populated.map { ($0.startDate, $0) }) { first, _ in first }
        let before = Dictionary(earlier.populated.map { ($0.startDate, $0) }) { first, _ in first }
        let starts = Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
        return starts.sorted().map { start in
            now[start] ?? maker.empty(from: start, to: before[start]?.endDate ?? start)
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
