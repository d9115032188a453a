// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The counts of the day so far in a file, and the local days to which they belong.
///
/// A device sets its counts to 0 at local midnight, but a file states the local time only where it begins and where the device writes it
/// again. After a change of the clocks or during a flight, midnight is at another time than that offset tells. The counts show it. They
/// are compared with the counts before them, in order of their times, so that the days of a part of a file are those of the whole:
///
/// - A midnight of the offset has passed, and a count has fallen: a new day has begun.
/// - A midnight has passed, and no count has fallen. Either one of them would have to have counted since midnight more than four times as
///   fast as since its last row, or all are as they were: the day goes on, and the offset becomes one in which it does. If midnight was
///   more than three hours ago, the count since then also has to be more than is usual in this time; if it is not, the device was off at
///   midnight.
/// - A midnight has passed, and nothing of this is true: a new day has begun. The same holds if the first row of the file is at that
///   midnight.
/// - No midnight has passed, but all counts of the moment have fallen, one of them to less than half, and to what is possible since its
///   last row: a new day has begun, and the offset becomes one in which it has. Where no zone has such an offset, the device was reset.
/// - Another fall is a correction and begins no day.
/// - A stated offset with which it would be the day before does not change the day.
///
/// A count at midnight is that of the day which ends. If it has fallen there, the next one is of the new day in any case.
struct FITDayCounts {
    /// A type of counts with a kind of activity.
    struct Counter: Hashable {
        var type: HKQuantityTypeIdentifier
        /// The kind of activity, by its number in FIT.
        var activity: Int64
    }

    /// A count with its counter. Its offset is the stated one, or that in which it belongs to its day.
    typealias Count = (counter: Counter, count: DayCount)

    /// The number of times by which the speed since midnight is greater than that since the last row if the day goes on.
    private static let factor = 4.0
    /// The number of seconds after midnight from which a count has to be unusual if the day goes on.
    private static let near = 3.0 * 3600
    /// The number of times by which the greatest possible speed exceeds the greatest usual one.
    private static let possible = 8.0
    /// The offsets of zones, in quarters of an hour.
    private static let zones: ClosedRange<Int64> = -48...56

    /// The last counts of the day.
    private var last: [Counter: DayCount] = [:]
    private var day: Int64?
    /// The offset of the local clock, and the last stated one.
    private var (quarters, stated): (Int64, Int64) = (0, 0)
    /// Whether the counts at the midnight that ends the day are those of the next one.
    private var isOver = false

    /// Returns counts in order of their times with the offsets in which they belong to their days.
    static func dated(_ counts: [Count]) -> [Count] {
        var reading = FITDayCounts()
        var dated = counts.enumerated().sorted {
            ($0.element.count.time, $0.offset) < ($1.element.count.time, $1.offset)
        }.map(\.element)
        var start = 0
        while start < dated.count {
            let end = Self.endOfMoment(start, in: dated)
            let quarters = reading.quarters(of: dated[start..<end])
            for index in start..<end { dated[index].count.quarters = quarters }
            start = end
        }
        return dated
    }

    /// Returns the end of the counts of one time, of which each counter has one.
    private static func endOfMoment(_ start: Int, in counts: [Count]) -> Int {
        var known: Set<Counter> = []
        return counts[start...].firstIndex {
            $0.count.time != counts[start].count.time || !known.insert($0.counter).inserted
        } ?? counts.endIndex
    }

    /// Takes the counts of a moment.
    /// - Returns: The offset in which they belong to their day.
    private mutating func quarters(of moment: ArraySlice<Count>) -> Int64 {
        guard let first = moment.first?.count else { return quarters }
        let time = first.time
        if day == nil || first.quarters != stated { (quarters, stated) = (first.quarters, first.quarters) }
        let found = DayCount.day(at: time, quarters: quarters)
        guard let current = day else {
            (day, isOver) = (found, DayCount.isMidnight(time, quarters: quarters))
            note(moment)
            return quarters
        }
        var offset = quarters
        if found > current {
            let same = DayCount.quarters(nearest: quarters, day: current, at: time)
            if !isOver, Self.zones.contains(same),
                goesOn(moment, after: DayCount.midnight(of: found, quarters: quarters))
            {
                (offset, quarters) = (same, same)
            } else {
                begin(found)
            }
        } else if found == current, isRestart(moment) {
            let next = DayCount.quarters(nearest: quarters, day: current + 1, at: time)
            if DayCount.isMidnight(time, quarters: quarters) {
                isOver = true
                last = [:]
            } else if Self.zones.contains(next) {
                begin(current + 1)
                (offset, quarters) = (next, next)
            } else {
                (offset, quarters) = (DayCount.quarters(nearest: stated, day: current, at: time), stated)
            }
        } else if found < current {
            offset = DayCount.quarters(nearest: quarters, day: current, at: time)
        }
        note(moment)
        return offset
    }

    private mutating func begin(_ day: Int64) {
        (self.day, isOver, last) = (day, false, [:])
    }

    private mutating func note(_ moment: ArraySlice<Count>) {
        for (counter, count) in moment { last[counter] = count }
    }

    // MARK: Evidence

    /// The counts of a counter at a moment and before it.
    private struct Step {
        var counter: Counter
        var before: DayCount
        var now: DayCount

        var amount: Double { Double(now.hundredths) / 100 }
        var increase: Double { Double(now.hundredths - before.hundredths) / 100 }
        var elapsed: Double { Double(now.time - before.time) }
    }

    /// Returns the counts of a moment whose counters have counted something before.
    private func steps(_ moment: ArraySlice<Count>) -> [Step] {
        moment.compactMap { counter, count in
            guard let before = last[counter], before.hundredths > 0 else { return nil }
            return Step(counter: counter, before: before, now: count)
        }
    }

    /// Returns whether the counts of a moment continue those of the day that a midnight would have ended.
    private func goesOn(_ moment: ArraySlice<Count>, after midnight: Int64) -> Bool {
        let steps = steps(moment)
        guard !steps.isEmpty, steps.allSatisfy({ $0.increase >= 0 }) else { return false }
        if steps.allSatisfy({ $0.increase == 0 }) { return true }
        return steps.contains { step in
            let since = Double(step.now.time - midnight)
            return step.amount * step.elapsed > Self.factor * step.increase * since
                && (since <= Self.near || step.amount > Self.usualSpeed(step.counter) * since)
        }
    }

    /// Returns whether the counts of a moment have begun anew.
    private func isRestart(_ moment: ArraySlice<Count>) -> Bool {
        let steps = steps(moment)
        return steps.contains { $0.now.hundredths < $0.before.hundredths / 2 }
            && steps.allSatisfy {
                $0.increase < 0 && $0.amount <= Self.possible * Self.usualSpeed($0.counter) * $0.elapsed
            }
    }

    /// Returns the greatest usual amount of a count in a second, on average over hours.
    private static func usualSpeed(_ counter: Counter) -> Double {
        switch counter.type {
        case .stepCount: 0.5
        case .activeEnergyBurned: 0.05
        case .distanceCycling: 2
        default: 0.4
        }
    }
}
