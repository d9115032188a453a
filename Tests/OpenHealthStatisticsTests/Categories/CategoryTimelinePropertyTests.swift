// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

@Suite struct CategoryTimelinePropertyTests {
    @Test func theSweepAgreesWithTheOracle() {
        for seed in UInt64(0)..<1000 {
            let world = CategoryWorld(seed: seed)
            var timeline = CategoryTimeline(grid: world.grid, precedence: world.precedence, recordsStretches: true)
            timeline.add(world.samples)
            timeline.finish()
            #expect(timeline.takeBuckets() == world.expected, "seed \(seed)")
            let oracle = CategoryOracle(world.samples, isSleep: world.isSleep)
            #expect(timeline.takeStretches() == oracle.stretches(from: 0, to: CategoryWorld.end), "seed \(seed)")
        }
    }

    @Test func batchesAndTheOrderOfEqualStartsHaveNoEffect() {
        for seed in UInt64(0)..<1000 {
            var world = CategoryWorld(seed: seed)
            let grid = world.grid
            let whole = CategoryTimeline.buckets(world.samples, grid: grid, precedence: world.precedence)
            var random = SeededGenerator(seed: ~seed)
            world.shuffle(using: &random)
            var timeline = CategoryTimeline(grid: grid, precedence: world.precedence)
            var buckets: [CategoryBucket] = []
            var rest = world.samples[...]
            while !rest.isEmpty {
                let batch = rest.prefix(random.below(4))
                rest = rest.dropFirst(batch.count)
                timeline.add(Array(batch))
                if random.below(2) == 0 { buckets += timeline.takeBuckets() }
            }
            timeline.finish()
            buckets += timeline.takeBuckets()
            #expect(buckets == whole, "seed \(seed)")
            #expect(timeline.takeBuckets().isEmpty, "seed \(seed)")
        }
    }

    /// Times in microseconds, as written by devices, in buckets of civil lengths.
    @Test func partsAddUpAndStayWithinTheBucket() {
        for seed in UInt64(0)..<500 {
            var random = SeededGenerator(seed: seed)
            let origin = random.number(0, 1.8e9).rounded()
            let samples = (0..<60).map { _ in
                let start = origin + random.number(0, 3e5)
                return CategoryInterval(
                    start: start, end: start + random.number(0, 2e4), value: random.below(6),
                    rank: Int32(random.below(3)))
            }
            let grid = CategoryEdges(from: origin, every: 3600, count: 200)
            let buckets = CategoryTimeline.buckets(samples, grid: grid, precedence: .sleep)
            #expect(buckets.map(\.index) == buckets.map(\.index).sorted(), "seed \(seed)")
            for bucket in buckets {
                let sum = bucket.values.reduce(0) { $0 + $1.duration }
                #expect(sum == bucket.covered, "seed \(seed)")
                #expect(bucket.covered <= 3600 * (1 + 1e-12), "seed \(seed)")
                #expect(!bucket.values.isEmpty, "seed \(seed)")
                for value in bucket.values {
                    #expect(value.duration >= 0 && value.reported >= value.duration && value.count > 0, "seed \(seed)")
                }
            }
            // A single bucket has the totals of the hours.
            let whole = CategoryTimeline.buckets(samples, grid: SingleBucket(), precedence: .sleep)
            #expect(whole.map(\.index) == [0], "seed \(seed)")
            for value in whole.flatMap(\.values) {
                let hours = buckets.flatMap(\.values).filter { $0.value == value.value }
                #expect(abs(hours.reduce(0) { $0 + $1.duration } - value.duration) < 1e-6, "seed \(seed)")
                #expect(abs(hours.reduce(0) { $0 + $1.reported } - value.reported) < 1e-6, "seed \(seed)")
                #expect(samples.count { $0.value == value.value } == value.count, "seed \(seed)")
            }
        }
    }

    @Test func memoryFollowsTheNumberOfOverlaps() {
        var timeline = CategoryTimeline(grid: SingleBucket(), precedence: CategoryPrecedence())
        timeline.add([CategoryInterval(start: 0, end: 1e6, value: 1)])
        var most = 0
        for start in 1..<20_000 {
            timeline.add([CategoryInterval(start: Double(start), end: Double(start) + 1.5, value: 2, rank: 1)])
            most = max(most, timeline.heldClaims)
        }
        timeline.finish()
        #expect(most < 64)
        let values = timeline.takeBuckets().flatMap(\.values)
        #expect(values.map(\.duration) == [1e6, 0])
        #expect(values.map(\.reported) == [1e6, 19_999.5])
    }
}
