// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// Tests of relations between the results of different queries about the same samples.
@Suite struct SweepTotalsTests {
    private func total(_ intervals: [StatisticsInterval]) -> StatisticsFigures? {
        IntervalSweep.figures(intervals, style: .cumulative, grid: SingleBucket()).first?.figures
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func bucketsAddUpToTheTotal(style: HKQuantityAggregationStyle) {
        check(style, seeds: 60_001...60_600, grids: 1) { world in
            let parts = try SweepRun(style: style, grids: world.grids).atOnce(world.intervals).sorted {
                $0.key < $1.key
            }
            .map(\.value)
            let whole = IntervalSweep.figures(world.intervals, style: style, grid: SingleBucket())
            guard let figures = whole.first?.figures else {
                return parts.isEmpty ? nil : "nothing as a whole"
            }
            let close = FiguresComparison(scale: world.intervals.scale)
            if let sum = figures.sum, !close.isClose(parts.compactMap(\.sum).reduce(0, +), sum) {
                return "sum"
            }
            if parts.map(\.duration).reduce(0, +) != figures.duration { return "duration" }
            if parts.map(\.count).reduce(0, +) < figures.count { return "count" }
            if parts.compactMap(\.minimum).min() != figures.minimum { return "minimum" }
            if parts.compactMap(\.maximum).max() != figures.maximum { return "maximum" }
            return parts.last?.mostRecent == figures.mostRecent ? nil : "mostRecent"
        }
    }

    @Test func mergingOnlyExcludes() {
        check(.cumulative, seeds: 61_001...62_000, grids: 1) { world in
            guard let merged = total(world.intervals)?.sum else { return nil }
            let close = FiguresComparison(scale: world.intervals.scale)
            let all = world.intervals.map(\.value).reduce(0, +)
            if merged > all && !close.isClose(merged, all) { return "more than all samples together" }
            let best = world.intervals.map(\.rank).min()!
            let own = world.intervals.filter { $0.rank == best }.withoutRepeatedReports.map(\.value)
                .reduce(0, +)
            return merged < own && !close.isClose(merged, own) ? "less than the best source alone" : nil
        }
    }

    @Test func aSingleSourceCountsEntirely() {
        check(.cumulative, seeds: 63_001...63_600, grids: 1) { world in
            var own = world.intervals.withoutRepeatedReports
            for place in own.indices { own[place].rank = 3 }
            own = own.withoutRepeatedReports
            guard let sum = total(own)?.sum else { return nil }
            let all = own.map(\.value).reduce(0, +)
            return FiguresComparison(scale: own.scale).isClose(sum, all) ? nil : "\(sum), not \(all)"
        }
    }

    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func anotherSourceOrderChangesOnlySums(style: HKQuantityAggregationStyle) {
        check(style, seeds: 64_001...64_600, grids: 2) { world in
            var random = SeededGenerator(seed: world.seed)
            let ranks = (0..<5).map { Int32($0) }.shuffled(using: &random)
            var other = world
            for place in other.intervals.indices {
                other.intervals[place].rank = ranks[Int(other.intervals[place].rank)]
            }
            let run = SweepRun(style: style, grids: world.grids)
            var (left, right) = (try run.atOnce(world.intervals), try run.atOnce(other.intervals))
            for key in left.keys { left[key]!.sum = nil }
            for key in right.keys { right[key]!.sum = nil }
            return FiguresComparison(tolerance: 1e-12, scale: world.intervals.scale).difference(
                right, left)
        }
    }

    @Test func equalGridsAddUpToOne() {
        check(.cumulative, seeds: 65_001...65_600, grids: 1) { world in
            var random = SeededGenerator(seed: world.seed)
            let grid = world.grids[0]
            var spread = world.intervals.withoutRepeatedReports
            let one = try SweepRun(style: .cumulative, grids: [grid]).atOnce(spread)
            for place in spread.indices { spread[place].grid = Int32(random.below(3)) }
            let three = try SweepRun(style: .cumulative, grids: [grid, grid, grid]).atOnce(spread)
            let close = FiguresComparison(scale: spread.scale)
            for index in grid.indices {
                let parts = (0..<3).compactMap { three[BucketKey(grid: $0, index: index)] }
                guard let figures = one[BucketKey(grid: 0, index: index)] else {
                    if parts.isEmpty { continue }
                    return "bucket \(index) is there with three grids"
                }
                if !close.isClose(parts.compactMap(\.sum).reduce(0, +), figures.sum!) {
                    return "sum of \(index)"
                }
                if parts.map(\.count).reduce(0, +) != figures.count { return "count of \(index)" }
                if parts.map(\.duration).max()! > figures.duration { return "duration of \(index)" }
                if !parts.map(\.mostRecent).contains(figures.mostRecent) { return "mostRecent of \(index)" }
            }
            return nil
        }
    }

    /// A source that is completely covered by a higher-ranked one does not change the sum.
    @Test func aCoveredSourceAddsNothing() {
        check(.cumulative, seeds: 66_001...66_400, grids: 1) { world in
            let covered = world.intervals.map { sample in
                var copy = sample
                (copy.rank, copy.value) = (sample.rank + 10, sample.value + 3)
                return copy
            }.filter { !$0.isInstant }
            let run = SweepRun(style: .cumulative, grids: world.grids)
            let alone = try run.atOnce(world.intervals)
            let both = try run.atOnce((world.intervals + covered).sorted { $0.start < $1.start })
            for (key, figures) in alone {
                guard let other = both[key] else { return "\(key) is missing" }
                if !FiguresComparison(scale: world.intervals.scale).isClose(other.sum!, figures.sum!) {
                    return "\(key): \(other.sum!), not \(figures.sum!)"
                }
            }
            return nil
        }
    }

    /// A sample and its two halves, each with its share, have the same result in every bucket.
    @Test func halvesEqualTheWhole() {
        check(.cumulative, seeds: 67_001...67_400, grids: 1) { world in
            let whole = world.intervals.withoutRepeatedReports
            let halves = whole.flatMap { sample in
                if sample.isInstant { return [sample] }
                var (left, right) = (sample, sample)
                (left.end, left.value) = ((sample.start + sample.end) / 2, sample.value / 2)
                (right.start, right.value) = (left.end, left.value)
                return [left, right]
            }
            if halves.withoutRepeatedReports.count < halves.count { return nil }
            let run = SweepRun(style: .cumulative, grids: world.grids)
            let (left, right) = (
                try run.atOnce(halves.sorted { $0.start < $1.start }), try run.atOnce(whole)
            )
            let close = FiguresComparison(scale: whole.scale)
            if Set(left.keys) != Set(right.keys) { return "other buckets" }
            for (key, figures) in right where !close.isClose(left[key]!.sum!, figures.sum!) {
                return "\(key): \(left[key]!.sum!), not \(figures.sum!)"
            }
            return nil
        }
    }
}
