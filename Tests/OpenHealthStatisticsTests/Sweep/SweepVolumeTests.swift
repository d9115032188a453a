// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// Tests of many samples: finished buckets can be taken before the rest is added, and many nested samples cause no problems.
@Suite struct SweepVolumeTests {
    /// 200,000 consecutive samples of ten seconds: after each thousand, all finished buckets have been returned, so memory does
    /// not grow with the number of samples.
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func finishedBucketsAreAvailableEarly(style: HKQuantityAggregationStyle) {
        var sweep = IntervalSweep(style: style, grids: [EvenGrid.hours])
        var taken: [BucketFigures] = []
        let parts = 200
        for part in 0..<parts {
            let samples: [StatisticsInterval] = (0..<1000).map { place in
                let start = Double(part * 1000 + place) * 10
                return StatisticsInterval(start: start, end: start + 10, value: 2, rank: Int32(place % 3))
            }
            sweep.add(samples)
            let buckets = sweep.takeBuckets()
            let begun = EvenGrid.hours.index(containing: samples[999].start)
            #expect(taken.count + buckets.count >= begun, "part \(part)")
            #expect(sweep.takeBuckets().isEmpty)
            taken += buckets
        }
        sweep.finish()
        taken += sweep.takeBuckets()
        #expect(taken.map(\.index) == Array(0..<556))
        #expect(taken.map(\.figures.count).reduce(0, +) == 200_000)
        #expect(taken.map(\.figures.duration).reduce(0, +) == 2_000_000)
        if style == .cumulative {
            #expect(isClose(taken.compactMap(\.figures.sum).reduce(0, +), 400_000))
        } else {
            for bucket in taken { #expect(isClose(bucket.figures.average, 2)) }
        }
    }

    /// 2000 nested samples of five alternating sources.
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func twoThousandNestedSamples(style: HKQuantityAggregationStyle) throws {
        var samples: [StatisticsInterval] = []
        for depth in 0..<2000 {
            let (start, end, value) = (Double(depth), Double(9001 - 2 * depth), Double(depth % 97))
            samples.append(
                StatisticsInterval(start: start, end: end, value: value, rank: Int32(depth * 7 % 5)))
        }
        try compare(samples, style)
    }

    /// 2000 samples that all contain one moment, with starts and ends in any order and separate sources.
    @Test(arguments: HKQuantityAggregationStyle.allCases)
    func twoThousandSamplesAtOneMoment(style: HKQuantityAggregationStyle) throws {
        var random = SeededGenerator(seed: 5)
        var samples: [StatisticsInterval] = []
        for place in 0..<2000 {
            let (start, end) = (random.number(0, 4000), random.number(4000, 9000))
            let rank = Int32(random.below(place % 2 == 0 ? 2000 : 4))
            samples.append(
                StatisticsInterval(start: start, end: end, value: Double(random.below(90)), rank: rank))
        }
        try compare(samples.sorted { $0.start < $1.start }, style)
    }

    private func compare(_ samples: [StatisticsInterval], _ style: HKQuantityAggregationStyle) throws {
        let grid = EdgeGrid(edges: [0, 1500, 4000, 4000.5, 7777])
        let actual = try SweepRun(style: style, grids: [grid]).inParts(samples) { 37 }
        let reference = PairReference(style: style, grids: [grid], intervals: samples).buckets()
        #expect(FiguresComparison(scale: 100).difference(actual, reference) == nil)
    }

    /// A sample that outlasts all others does not delay finished buckets. (An hour that has just begun is not finished before a
    /// later sample starts.)
    @Test func aLongSampleDoesNotDelayFinishedBuckets() {
        var sweep = IntervalSweep(style: .cumulative, grids: [EvenGrid.hours])
        sweep.add([StatisticsInterval(start: 0, end: 1000 * 3600, value: 1000)])
        var taken: [BucketFigures] = []
        for hour in 0..<999 {
            let start = Double(hour) * 3600 + 5
            sweep.add([StatisticsInterval(start: start, end: start + 60, value: 9, rank: 1)])
            taken += sweep.takeBuckets()
            #expect(taken.count >= hour - 1)
        }
        sweep.finish()
        taken += sweep.takeBuckets()
        #expect(taken.count == 1000)
        for bucket in taken { #expect(isClose(bucket.figures.sum, 1)) }
    }
}
