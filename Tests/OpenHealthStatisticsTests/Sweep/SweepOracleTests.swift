// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// Compares the engine with the reference implementations in thousands of worlds.
@Suite struct SweepOracleTests {
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func everyFigureOfEveryBucketEqualsTheOracle(style: HKQuantityAggregationStyle) {
        check(style, seeds: 1...1500, grids: 1) { world in
            let run = SweepRun(style: style, grids: world.grids)
            return FiguresComparison(scale: world.intervals.scale).difference(
                try run.atOnce(world.intervals),
                SecondOracle(style: style, grids: world.grids, intervals: world.intervals).buckets())
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func everyFigureOfSeveralGridsEqualsTheOracle(style: HKQuantityAggregationStyle) {
        check(style, seeds: 10_001...10_700, grids: 4) { world in
            let run = SweepRun(style: style, grids: world.grids)
            return FiguresComparison(scale: world.intervals.scale).difference(
                try run.atOnce(world.intervals),
                SecondOracle(style: style, grids: world.grids, intervals: world.intervals).buckets())
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func oneBucketForEverythingEqualsTheOracle(style: HKQuantityAggregationStyle) {
        check(style, seeds: 20_001...20_500, grids: 1) { world in
            let buckets = IntervalSweep.figures(world.intervals, style: style, grid: SingleBucket())
            return FiguresComparison(scale: world.intervals.scale).difference(
                try SweepRun.table(buckets),
                SecondOracle(style: style, grids: [EdgeGrid(edges: [])], intervals: world.intervals)
                    .buckets())
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func oneBucketWithBoundsEqualsTheOracle(style: HKQuantityAggregationStyle) {
        check(style, seeds: 30_001...30_500, grids: 1) { world in
            let (start, end) = (Double(world.seed % 13), Double(world.seed % 13 + world.seed % 40))
            let buckets = IntervalSweep.figures(
                world.intervals, style: style, grid: SingleBucket(start: start, end: end))
            let grid = EdgeGrid(edges: [start, end], first: -1)
            return FiguresComparison(scale: world.intervals.scale).difference(
                try SweepRun.table(buckets),
                SecondOracle(style: style, grids: [grid], intervals: world.intervals).buckets())
        }
    }

    /// Rules by which some samples of the worlds are events, and some are totals.
    private static let rules = [
        EventRule(longestEvent: 0), EventRule(longestEvent: 4), EventRule(longestEvent: 60, keepsEqual: true),
        EventRule(longestEvent: 3, shortestTotal: 4, keepsEqual: true),
        EventRule(longestEvent: 10, shortestTotal: 30),
    ]

    /// Rules by which samples of different purposes do not cover each other. Basal rates are no events.
    @Test(arguments: [
        EventRule(longestEvent: -1, hasPurposes: true), EventRule(longestEvent: 4, hasPurposes: true), .insulin,
    ])
    func everySumWithPurposesEqualsBothReferences(events: EventRule) {
        check(.cumulative, seeds: 60_001...60_300, grids: 3, purposes: true) { world in
            let figures = try SweepRun(style: .cumulative, grids: world.grids, events: events).atOnce(world.intervals)
            let comparison = FiguresComparison(scale: world.intervals.scale)
            return comparison.difference(
                figures,
                SecondOracle(style: .cumulative, grids: world.grids, intervals: world.intervals, events: events)
                    .buckets())
                ?? comparison.difference(
                    figures,
                    PairReference(style: .cumulative, grids: world.grids, intervals: world.intervals, events: events)
                        .buckets())
        }
    }

    @Test(arguments: rules)
    func everySumWithEventsEqualsTheOracle(events: EventRule) {
        check(.cumulative, seeds: 50_001...50_300, grids: 3) { world in
            let run = SweepRun(style: .cumulative, grids: world.grids, events: events)
            return FiguresComparison(scale: world.intervals.scale).difference(
                try run.atOnce(world.intervals),
                SecondOracle(style: .cumulative, grids: world.grids, intervals: world.intervals, events: events)
                    .buckets())
        }
    }

    /// Times that are not whole seconds: each moment of a world is shifted by its own fraction.
    @Test(
        arguments: HKQuantityAggregationStyle.allCases.map { ($0, EventRule.measurements) }
            + rules.map { (HKQuantityAggregationStyle.cumulative, $0) })
    func everyFigureAtFractionsOfSecondsEqualsTheReference(style: HKQuantityAggregationStyle, events: EventRule) {
        check(style, seeds: events == .measurements ? 40_001...40_700 : 40_001...40_200, grids: 2) { world in
            var fractions = (0...4000).map { second in
                var random = SeededGenerator(seed: world.seed, stream: 9, index: UInt64(second))
                return random.unit()
            }
            fractions[0] = 0
            var world = world
            for place in world.intervals.indices {
                world.intervals[place].start += fractions[Int(world.intervals[place].start)]
                world.intervals[place].end += fractions[Int(world.intervals[place].end)]
            }
            for grid in world.grids.indices {
                world.grids[grid].edges = world.grids[grid].edges.map { $0 + fractions[Int($0)] }
            }
            let run = SweepRun(style: style, grids: world.grids, events: events)
            return FiguresComparison(scale: world.intervals.scale).difference(
                try run.atOnce(world.intervals),
                PairReference(style: style, grids: world.grids, intervals: world.intervals, events: events)
                    .buckets())
        }
    }
}

/// Searches for a world with a fault, and reports the first one with its seed and its smallest form.
func check(
    _ style: HKQuantityAggregationStyle, seeds: ClosedRange<UInt64>, grids: Int, purposes: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation, _ trouble: (RandomWorld) throws -> String?
) {
    func text(_ world: RandomWorld) -> String? {
        do { return try trouble(world) } catch { return "\(error)" }
    }
    for seed in seeds {
        let world = RandomWorld(seed: seed, style: style, grids: grids, purposes: purposes)
        guard let first = text(world) else { continue }
        let smallest = world.smallest { text($0) != nil }
        Issue.record(
            "\(first)\nthe smallest world: \(text(smallest) ?? "")\n\(smallest.description)",
            sourceLocation: sourceLocation)
        return
    }
}
