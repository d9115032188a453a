// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

/// Tests of the two reference implementations, by hand and against each other.
@Suite struct OracleTests {
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func bothReferencesAgree(style: HKQuantityAggregationStyle) {
        for seed in 1...400 as ClosedRange<UInt64> {
            let world = RandomWorld(seed: seed, style: style)
            if let text = difference(world) {
                let smallest = world.smallest { difference($0) != nil }
                Issue.record("\(text)\n\(difference(smallest) ?? "")\n\(smallest.description)")
                return
            }
        }
    }

    private func difference(_ world: RandomWorld) -> String? {
        FiguresComparison(scale: world.intervals.scale).difference(
            SecondOracle(style: world.style, grids: world.grids, intervals: world.intervals).buckets(),
            PairReference(style: world.style, grids: world.grids, intervals: world.intervals).buckets())
    }

    /// Two sources and the edge of a bucket, calculated by hand: 4 of the 8 of the higher-ranked source count before the edge
    /// and 4 after it; two seconds of the other source count, and its instant at 1 is covered.
    @Test func aWorldCalculatedByHand() throws {
        let oracle = SecondOracle(
            style: .cumulative, grids: [EdgeGrid(edges: [2])],
            intervals: [
                StatisticsInterval(start: 0, end: 4, value: 8, rank: 0),
                StatisticsInterval(start: 0, end: 4, value: 8, rank: 0),
                StatisticsInterval(start: 1, end: 1, value: 5, rank: 1),
                StatisticsInterval(start: 2, end: 6, value: 12, rank: 1),
                StatisticsInterval(start: 6, end: 6, value: 7, rank: 1),
            ])
        let buckets = oracle.buckets()
        #expect(buckets.count == 2)
        let before = try #require(buckets[BucketKey(grid: 0, index: 0)])
        let after = try #require(buckets[BucketKey(grid: 0, index: 1)])
        #expect(before.sum == 4 && before.count == 2 && before.duration == 2)
        #expect(after.sum == 4 + 6 + 7 && after.count == 3 && after.duration == 4)
        #expect(before.mostRecent == .init(value: 8, start: 0, end: 4))
        #expect(after.mostRecent == .init(value: 7, start: 6, end: 6))
    }

    /// Instants at 0 and 6 and a sample from 6 to 8, in a bucket until 10, have the weights 1, 1 and 2 seconds.
    @Test func aWeightedMeanCalculatedByHand() throws {
        let oracle = SecondOracle(
            style: .discreteTemporallyWeighted, grids: [EdgeGrid(edges: [10])],
            intervals: [
                StatisticsInterval(start: 0, end: 0, value: 50),
                StatisticsInterval(start: 6, end: 6, value: 400),
                StatisticsInterval(start: 6, end: 8, value: 100),
            ])
        let figures = try #require(oracle.buckets()[BucketKey(grid: 0, index: 0)])
        #expect(figures.average == 162.5)
        #expect(
            figures.minimum == 50 && figures.maximum == 400 && figures.count == 3 && figures.duration == 2
        )
    }

    /// The random worlds are only useful if the special cases of the rules occur in them.
    @Test func theWorldsContainEveryCaseOfTheRules() {
        var seen: [String: Int] = [:]
        for seed in 1...300 as ClosedRange<UInt64> {
            let world = RandomWorld(seed: seed, style: .cumulative)
            let samples = world.intervals
            let edges = Set(world.grids.flatMap(\.edges))
            func note(_ what: String, _ holds: Bool) { seen[what, default: 0] += holds ? 1 : 0 }
            note("repeated report", samples.withoutRepeatedReports.count < samples.count)
            note("instant on an edge", samples.contains { $0.isInstant && edges.contains($0.start) })
            note("start on an edge", samples.contains { !$0.isInstant && edges.contains($0.start) })
            note("end on an edge", samples.contains { !$0.isInstant && edges.contains($0.end) })
            note("empty bucket", world.grids.contains { Set($0.edges).count < $0.edges.count })
            note("several grids", world.grids.count > 1)
            note("no samples", samples.isEmpty)
            let ranks = Dictionary(grouping: samples, by: \.rank)
            note("several sources", ranks.count > 1)
            let stretches = samples.filter { !$0.isInstant }
            note("equal starts", Set(stretches.map(\.start)).count < stretches.count)
            note("equal ends", Set(stretches.map(\.end)).count < stretches.count)
            let (starts, ends) = (Set(stretches.map(\.start)), Set(stretches.map(\.end)))
            note("instant on a start", samples.contains { $0.isInstant && starts.contains($0.start) })
            note("instant on an end", samples.contains { $0.isInstant && ends.contains($0.start) })
            note("one after the other", !starts.isDisjoint(with: ends))
        }
        for (what, times) in seen { #expect(times >= 8, "\(what): \(times)") }
    }
}
