// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics

/// The intervals that a reader passes to its caller in batches, without those that better-informed samples of the same source replace.
///
/// An export and a push can contain one stretch of time of one source in two forms that do not match sample by sample: Health Auto
/// Export divides the steps of a walk among minutes, for example. The sum of both would count the stretch twice. A sample that
/// lacks properties, because a push brought it and no other copy completed it, therefore does not count if a complete sample of
/// its source overlaps it. It is left out as a whole. Without a complete sample, it counts as any other.
///
/// Two apps can push samples of the same source, and both samples can lack properties. If such samples overlap, only those with more
/// properties count; see ``PushWays``. A sample that is left out still replaces others. Whether a sample counts therefore depends only
/// on the samples that overlap it.
///
/// Only samples of up to a day are compared, so that memory and the part of the store that depends on a sample are bounded. Complete
/// samples cover time only if they have a duration. A sample that lacks properties and has no duration is compared as if it lasted
/// a minute, since pushes often name no more than the minute.
package struct IntervalBuffer {
    /// The longest duration of samples that are compared, in seconds.
    static let reach = RollupInvalidation.reach
    /// The duration of an instant in comparisons, in seconds.
    static let instantLength = RollupInvalidation.instantLength
    /// The number of intervals in a batch.
    private static let batch = 2048

    /// An interval that a later sample can still cover.
    private struct Undecided {
        /// The position among all intervals.
        var position: Int
        var end: Double
        var way: Int
    }

    /// The intervals, in order of their start dates. Readers append those that are not compared.
    package var intervals: [StatisticsInterval] = []
    /// The intervals that better-informed samples cover, if they are recorded.
    package private(set) var leftOut: [StatisticsInterval] = []
    private let recordsLeftOut: Bool
    /// The position of the first of ``intervals``.
    private var first = 0
    /// The number of intervals from which the next batch is complete.
    private var limit = Self.batch
    private let ways: PushWays
    /// The latest ends of samples by rank and way.
    private var covered: [Int32: [Double]] = [:]
    /// The intervals that lack properties and are undecided, by rank, in order.
    private var undecided: [Int32: [Undecided]] = [:]
    /// Whether a covered interval is among ``intervals``.
    private var hasCovered = false

    /// Creates an empty buffer.
    /// - Parameters:
    ///   - ways: The ways in which samples came.
    ///   - recordsLeftOut: Whether covered intervals are recorded in ``leftOut``.
    package init(ways: PushWays, recordsLeftOut: Bool = false) {
        self.ways = ways
        self.recordsLeftOut = recordsLeftOut
        intervals.reserveCapacity(Self.batch)
    }

    /// Whether a batch is complete.
    @inline(__always)
    package var isFull: Bool { intervals.count >= limit }

    /// Adds an interval that lacks properties.
    /// - Parameter way: The way in which its sample came.
    package mutating func addPartial(_ interval: StatisticsInterval, way: Int) {
        let end = interval.end > interval.start ? interval.end : interval.start + Self.instantLength
        guard end - interval.start <= Self.reach else {
            intervals.append(interval)
            return
        }
        if let latest = covered[interval.rank],
            latest[..<way].indices.contains(where: { latest[$0] > interval.start && ways.replaces($0, way) })
        {
            if recordsLeftOut { leftOut.append(interval) }
            return
        }
        undecided[interval.rank, default: []].append(Undecided(position: first + intervals.count, end: end, way: way))
        intervals.append(interval)
    }

    /// Leaves out the intervals of the same rank that lack properties and overlap a better-informed sample.
    /// - Parameter way: The way in which the better-informed sample came.
    package mutating func cover(rank: Int32, way: Int, from start: Double, to end: Double) {
        guard way == 0 ? end > start : ways.comparesApps else { return }
        let end = end > start ? end : start + Self.instantLength
        guard end - start <= Self.reach else { return }
        let latest = covered[rank]?[way] ?? end
        covered[rank, default: [Double](repeating: -.infinity, count: ways.count)][way] = max(latest, end)
        guard !undecided.isEmpty, let candidates = undecided.removeValue(forKey: rank) else { return }
        var rest: [Undecided] = []
        // All of them start no later than the sample, and those that end before it are decided.
        for candidate in candidates where candidate.end > start {
            guard ways.replaces(way, candidate.way) else {
                rest.append(candidate)
                continue
            }
            let index = candidate.position - first
            if recordsLeftOut { leftOut.append(intervals[index]) }
            intervals[index].count = 0
            hasCovered = true
        }
        if !rest.isEmpty { undecided[rank] = rest }
    }

    /// The time before which samples start that can cover an interval; negative infinity if all intervals are decided.
    var decidedFrom: Double {
        undecided.values.reduce(-.infinity) { $1.reduce($0) { max($0, $1.end) } }
    }

    /// Passes the intervals that are decided to a closure.
    /// - Parameter start: The start of the next sample.
    package mutating func passDecided(
        before start: Double, _ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void
    ) throws {
        var ready = intervals.count
        for (rank, candidates) in undecided {
            let rest = candidates.filter { $0.end > start }
            undecided[rank] = rest.isEmpty ? nil : rest
            if let position = rest.first?.position { ready = min(ready, position - first) }
        }
        if hasCovered {
            let counted = intervals[..<ready].filter { $0.count > 0 }
            try counted.withUnsafeBufferPointer(body)
            hasCovered = intervals[ready...].contains { $0.count == 0 }
        } else {
            try intervals.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[..<ready])) }
        }
        first += ready
        if ready == intervals.count {
            intervals.removeAll(keepingCapacity: true)
        } else {
            intervals.removeFirst(ready)
        }
        limit = intervals.count + Self.batch
    }
}
