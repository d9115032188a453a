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
/// properties count, except for foods and drinks; see ``PushWays``. A sample that is left out still replaces others. Whether a sample
/// counts therefore depends only on the samples that overlap it.
///
/// Events, such as a bolus of insulin or a snack, are not compared by overlap: each happened by itself, also during a basal rate or a slow
/// meal. Basal and bolus insulin are not compared with each other either. Only a reading without an end at a whole minute, which can be
/// the sum of the minute, is compared with what starts in its minute.
///
/// A reading of a sum whose end is unknown counts for its minute; see ``ReadingMinute``. All that count of one source and minute are
/// passed on as one interval, with their number, because equal ones are distinct. Readings of one source that also have the same date
/// and value are one reading that was sent twice, as samples with a duration are.
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

    /// The lane of a sample, and those of the samples that it is compared with. There is one for each rank and purpose.
    private struct Lanes {
        var own: Int32
        var compared: ClosedRange<Int32>

        init(rank: Int32, _ purpose: StatisticsInterval.Purpose, _ rule: EventRule) {
            guard rule.hasPurposes else {
                (own, compared) = (rank, rank...rank)
                return
            }
            // checked: the numbers of sources have at most 24 bits, and those of ranks 28
            let first = rank * 3
            own = first + purpose.rawValue
            compared = max(first, own - 1)...min(first + 2, own + 1)
        }
    }

    /// The comparison of samples by the times for which they are compared.
    private struct Comparison {
        /// The latest ends of samples by lane and way.
        private var covered: [Int32: [Double]] = [:]
        /// The intervals that lack properties and are undecided, by lane, in order.
        private(set) var undecided: [Int32: [Undecided]] = [:]

        /// Returns whether an earlier sample replaces one that starts now.
        func covers(_ lanes: Lanes, way: Int, from start: Double, _ replaces: (Int, Int) -> Bool) -> Bool {
            lanes.compared.contains { lane in
                guard let latest = covered[lane] else { return false }
                return latest[..<way].indices.contains { latest[$0] > start && replaces($0, way) }
            }
        }

        mutating func add(_ lanes: Lanes, _ interval: Undecided) { undecided[lanes.own, default: []].append(interval) }

        /// Notes a sample, and returns the positions of the intervals that it replaces.
        mutating func cover(
            _ lanes: Lanes, way: Int, _ time: Range<Double>, ways: Int, _ replaces: (Int, Int) -> Bool
        ) -> [Int] {
            let latest = covered[lanes.own]?[way] ?? time.upperBound
            covered[lanes.own, default: [Double](repeating: -.infinity, count: ways)][way] = max(
                latest, time.upperBound)
            var replaced: [Int] = []
            for lane in lanes.compared {
                guard !undecided.isEmpty, let candidates = undecided.removeValue(forKey: lane) else { continue }
                var rest: [Undecided] = []
                // All of them start no later than the sample, and those that end before it are decided.
                for candidate in candidates where candidate.end > time.lowerBound {
                    if replaces(way, candidate.way) {
                        replaced.append(candidate.position)
                    } else {
                        rest.append(candidate)
                    }
                }
                if !rest.isEmpty { undecided[lane] = rest }
            }
            return replaced
        }

        /// Forgets the intervals that no sample from a time on can replace, and returns the position of the first other one.
        mutating func decide(before start: Double) -> Int? {
            var first: Int?
            for (lane, candidates) in undecided {
                let rest = candidates.filter { $0.end > start }
                undecided[lane] = rest.isEmpty ? nil : rest
                if let position = rest.first?.position { first = min(first ?? position, position) }
            }
            return first
        }
    }

    /// The intervals, in order of their start dates. Readers append those that are not compared.
    package var intervals: [StatisticsInterval] = []
    /// The intervals that better-informed samples cover, if they are recorded.
    package private(set) var leftOut: [StatisticsInterval] = []
    /// The readings of minutes that were left out because they were sent twice, if they are recorded.
    package private(set) var repeated: [StatisticsInterval] = []
    /// The number of readings of minutes that were passed on.
    package private(set) var minuteReadings = 0
    private let recordsLeftOut: Bool
    /// Whether there can be readings of minutes, so that the intervals of a minute are passed on together.
    private let hasMinutes: Bool
    /// The position of the first of ``intervals``.
    private var first = 0
    /// The number of intervals from which the next batch is complete.
    private var limit = Self.batch
    private let ways: PushWays
    private var overlaps = Comparison()
    /// The comparison by the minute, for types with events.
    private var minutes = Comparison()
    /// Whether a covered interval is among ``intervals``.
    private var hasCovered = false
    /// The count of a covered interval.
    private static let coveredCount: Int32 = 0
    /// The count of a reading that counts for its minute.
    private static let minuteCount: Int32 = -1

    /// Creates an empty buffer.
    /// - Parameters:
    ///   - ranks: The ways in which samples came, and which of them count for their minute.
    ///   - recordsLeftOut: Whether intervals that do not count are recorded in ``leftOut`` and ``repeated``.
    package init(for ranks: SourceRankTable, recordsLeftOut: Bool = false) {
        ways = ranks.ways
        hasMinutes = ranks.hasMinutes
        self.recordsLeftOut = recordsLeftOut
        intervals.reserveCapacity(Self.batch)
    }

    /// Whether a batch is complete.
    @inline(__always)
    package var isFull: Bool { intervals.count >= limit }

    /// Adds an interval that lacks properties.
    /// - Parameters:
    ///   - way: The way in which its sample came.
    ///   - isOfMinute: Whether it is a reading that counts for its minute.
    package mutating func addPartial(_ interval: StatisticsInterval, way: Int, isOfMinute: Bool) {
        let time = time(from: interval.start, to: interval.end, interval.purpose)
        let minute = minute(from: interval.start, to: interval.end, way: way)
        let lanes = Lanes(rank: interval.rank, interval.purpose, ways.rule)
        if time.map({ overlaps.covers(lanes, way: way, from: $0.lowerBound, ways.replaces) }) ?? false
            || minute.map({ minutes.covers(lanes, way: way, from: $0.lowerBound, ways.replacesInMinute) }) ?? false
        {
            if recordsLeftOut { leftOut.append(interval) }
            return
        }
        let position = first + intervals.count
        if let time {
            overlaps.add(lanes, Undecided(position: position, end: time.upperBound, way: way))
        }
        if let minute {
            minutes.add(lanes, Undecided(position: position, end: minute.upperBound, way: way))
        }
        intervals.append(interval)
        if isOfMinute { intervals[intervals.count - 1].count = Self.minuteCount }
    }

    /// Leaves out the intervals of the same rank that lack properties and overlap a better-informed sample.
    /// - Parameters:
    ///   - purpose: The purpose of the better-informed sample. Samples with another purpose are not compared.
    ///   - way: The way in which it came.
    package mutating func cover(
        rank: Int32, _ purpose: StatisticsInterval.Purpose, way: Int, from start: Double, to end: Double
    ) {
        guard way == 0 ? end > start : ways.comparesApps else { return }
        let lanes = Lanes(rank: rank, purpose, ways.rule)
        if let time = time(from: start, to: end, purpose) {
            leaveOut(overlaps.cover(lanes, way: way, time, ways: ways.count, ways.replaces))
        }
        if let minute = minute(from: start, to: end, way: way) {
            leaveOut(minutes.cover(lanes, way: way, minute, ways: ways.count, ways.replacesInMinute))
        }
    }

    /// Leaves out the intervals at some positions.
    private mutating func leaveOut(_ positions: [Int]) {
        for position in positions where intervals[position - first].count != Self.coveredCount {
            if recordsLeftOut {
                intervals[position - first].count = 1
                leftOut.append(intervals[position - first])
            }
            intervals[position - first].count = Self.coveredCount
            hasCovered = true
        }
    }

    /// Returns the time for which a sample is compared with those that overlap it; nil for events and for samples that are too long.
    @inline(__always)
    private func time(from start: Double, to end: Double, _ purpose: StatisticsInterval.Purpose) -> Range<Double>? {
        if ways.hasEvents, ways.rule.isEvent(from: start, to: end, purpose) { return nil }
        let end = end > start ? end : start + Self.instantLength
        return end - start <= Self.reach ? start..<end : nil
    }

    /// Returns the minute for which a sample of a type with events is compared; nil for readings without an end that are no sums of minutes,
    /// because they do not start with one.
    @inline(__always)
    private func minute(from start: Double, to end: Double, way: Int) -> Range<Double>? {
        guard ways.hasEvents else { return nil }
        let minute = ReadingMinute.start(of: start)
        return ways.sumsMinutes(way) && minute != start ? nil : minute..<minute + Self.instantLength
    }

    /// The time before which samples start that can cover an interval; negative infinity if all intervals are decided.
    var decidedFrom: Double {
        [overlaps, minutes].reduce(-.infinity) { time, comparison in
            comparison.undecided.values.reduce(time) { $1.reduce($0) { max($0, $1.end) } }
        }
    }

    /// Passes the intervals that are decided to a closure.
    /// - Parameter start: The start of the next sample.
    package mutating func passDecided(
        before start: Double, _ body: (UnsafeBufferPointer<StatisticsInterval>) throws -> Void
    ) throws {
        var ready = intervals.count
        for position in [overlaps.decide(before: start), minutes.decide(before: start)].compactMap({ $0 }) {
            ready = min(ready, position - first)
        }
        if hasMinutes {
            // A reading starts with its minute, and so can precede what has been read of the minute.
            let edge = ReadingMinute.start(of: ready < intervals.count ? intervals[ready].start : start)
            while ready > 0, intervals[ready - 1].start >= edge { ready -= 1 }
            try joinMinutes(of: intervals[..<ready]).withUnsafeBufferPointer(body)
        } else if hasCovered {
            let counted = intervals[..<ready].filter { $0.count != Self.coveredCount }
            try counted.withUnsafeBufferPointer(body)
            hasCovered = intervals[ready...].contains { $0.count == Self.coveredCount }
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

    /// A reading of a minute, except for its date.
    private struct MinuteReading: Hashable {
        var rank: Int32
        var value: Double
    }

    /// Returns the intervals that count, in order of their start dates, with one for all readings of a source that count for one minute.
    private mutating func joinMinutes(of part: ArraySlice<StatisticsInterval>) -> [StatisticsInterval] {
        var joined: [StatisticsInterval] = []
        joined.reserveCapacity(part.count)
        /// The places of the intervals of the latest minute, by rank.
        var places: [Int32: Int] = [:]
        var minute = -Double.infinity
        /// The readings with the latest date.
        var readings: Set<MinuteReading> = []
        var latest = -Double.infinity
        for var interval in part where interval.count != Self.coveredCount {
            guard interval.count == Self.minuteCount else {
                joined.append(interval)
                continue
            }
            interval.count = 1
            if interval.start != latest {
                latest = interval.start
                readings.removeAll(keepingCapacity: true)
            }
            guard readings.insert(MinuteReading(rank: interval.rank, value: interval.value)).inserted else {
                if recordsLeftOut { repeated.append(interval) }
                continue
            }
            minuteReadings += 1
            if ReadingMinute.start(of: latest) != minute {
                minute = ReadingMinute.start(of: latest)
                places.removeAll(keepingCapacity: true)
            }
            if let place = places[interval.rank] {
                joined[place].value += interval.value
                joined[place].count += 1
            } else {
                places[interval.rank] = joined.count
                (interval.start, interval.end) = (minute, ReadingMinute.end(of: latest))
                joined.append(interval)
            }
        }
        if !places.isEmpty { joined.sort { $0.start < $1.start } }
        return joined
    }
}
