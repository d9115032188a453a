// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// Tests of properties that must not affect the results: batches of samples, a shift in time, and the unit.
@Suite struct SweepOrderTests {
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func batchesHaveNoEffect(style: HKQuantityAggregationStyle) {
        check(style, seeds: 50_001...50_600, grids: 3) { world in
            let run = SweepRun(style: style, grids: world.grids)
            let whole = try run.atOnce(world.intervals)
            var random = SeededGenerator(seed: world.seed)
            if try run.inParts(world.intervals, size: { 1 }) != whole { return "one by one" }
            if try run.inParts(world.intervals, taking: false, size: { 1 }) != whole {
                return "taken at the end"
            }
            if try run.inParts(world.intervals, size: { random.below(6) }) != whole {
                return "in random parts"
            }
            return nil
        }
    }

    /// Stores can contain unordered data that an earlier version accepted.
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func aLateSampleCountsFromItsArrival(style: HKQuantityAggregationStyle) {
        for start in [4, -1e308, -.infinity, .nan] as [Double] {
            var late = IntervalSweep(style: style, grids: [SingleBucket()])
            late.add([
                StatisticsInterval(start: 5, end: 9, value: 3), StatisticsInterval(start: 6, end: 7, value: 2),
                StatisticsInterval(start: start, end: 8, value: 1),
            ])
            late.finish()
            var sound = IntervalSweep(style: style, grids: [SingleBucket()])
            sound.add([
                StatisticsInterval(start: 5, end: 9, value: 3), StatisticsInterval(start: 6, end: 7, value: 2),
                StatisticsInterval(start: 6, end: 8, value: 1),
            ])
            sound.finish()
            #expect(late.takeBuckets() == sound.takeBuckets())
            // An interval that ended earlier counts as an instant.
            var ended = IntervalSweep(style: style, grids: [SingleBucket()])
            ended.add([StatisticsInterval(start: 5, end: 9, value: 3)])
            ended.add([StatisticsInterval(start: start, end: 1, value: 4)])
            ended.finish()
            #expect(ended.takeBuckets().map(\.figures.count) == [2])
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func orderAmongEqualStartsHasNoEffect(style: HKQuantityAggregationStyle) {
        check(style, seeds: 51_001...51_600, grids: 2) { world in
            let run = SweepRun(style: style, grids: world.grids)
            var random = SeededGenerator(seed: world.seed)
            var other = world
            other.order(using: &random)
            return FiguresComparison(tolerance: 1e-12, scale: world.intervals.scale).difference(
                try run.atOnce(other.intervals), try run.atOnce(world.intervals))
        }
    }

    /// Current dates are far from 1970: a quarter of a second is represented exactly, a third is not.
    @Test(arguments: HKQuantityAggregationStyle.allCases, [(0.25, 1e-9), (1.0 / 3, 1e-5)])
    func shiftingAllTimesHasNoEffect(
        style: HKQuantityAggregationStyle, move: (Double, Double)
    ) {
        let seconds = 1.7e9 + move.0
        check(style, seeds: 52_001...52_600, grids: 2) { world in
            var moved = world
            for place in moved.intervals.indices {
                moved.intervals[place].start += seconds
                moved.intervals[place].end += seconds
            }
            moved.grids = world.grids.map { $0.shifted(by: seconds) }
            var expected = try SweepRun(style: style, grids: world.grids).atOnce(world.intervals)
            for key in expected.keys {
                expected[key]!.mostRecent.start += seconds
                expected[key]!.mostRecent.end += seconds
            }
            return FiguresComparison(tolerance: move.1, scale: max(1, world.intervals.scale)).difference(
                try SweepRun(style: style, grids: moved.grids).atOnce(moved.intervals), expected)
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases, [0.001, 4.184, 1000])
    func anotherUnitScalesEveryFigure(style: HKQuantityAggregationStyle, factor: Double) {
        if style == .discreteEquivalentContinuousLevel { return }
        check(style, seeds: 53_001...53_300, grids: 1) { world in
            try Self.difference(world) { $0 * factor }
        }
    }

    /// Ten times the energy increases the level by ten decibels.
    @Test func moreEnergyRaisesEveryLevel() {
        check(.discreteEquivalentContinuousLevel, seeds: 54_001...54_300, grids: 1) { world in
            try Self.difference(world) { $0 + 10 }
        }
    }

    private static func difference(_ world: RandomWorld, change: (Double) -> Double) throws -> String? {
        let run = SweepRun(style: world.style, grids: world.grids)
        var expected = try run.atOnce(world.intervals)
        for key in expected.keys {
            expected[key]!.sum = expected[key]!.sum.map(change)
            expected[key]!.average = expected[key]!.average.map(change)
            expected[key]!.minimum = expected[key]!.minimum.map(change)
            expected[key]!.maximum = expected[key]!.maximum.map(change)
            expected[key]!.mostRecent.value = change(expected[key]!.mostRecent.value)
        }
        var changed = world.intervals
        for place in changed.indices { changed[place].value = change(changed[place].value) }
        return FiguresComparison(scale: changed.scale).difference(try run.atOnce(changed), expected)
    }
}
