// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import Testing

/// Returns a time of day in seconds, such as `at(13, 57)`.
func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Double {
    Double((hour * 60 + minute) * 60 + second)
}

/// Returns a sample of a cumulative type between two times of day.
func steps(_ value: Double, _ start: Double, _ end: Double, rank: Int32 = 0) -> StatisticsInterval {
    StatisticsInterval(start: start, end: end, value: value, rank: rank)
}

/// Returns the figures of unordered samples by the number of their bucket.
func figures(
    _ intervals: [StatisticsInterval], _ style: HKQuantityAggregationStyle = .cumulative,
    grid: any BucketGrid = EvenGrid.hours
) throws -> [Int: StatisticsFigures] {
    let buckets = IntervalSweep.figures(
        intervals.sorted { $0.start < $1.start }, style: style, grid: grid)
    return Dictionary(
        uniqueKeysWithValues: try SweepRun.table(buckets).map { ($0.key.index, $0.value) })
}

/// Returns the figures of unordered samples in a single bucket.
func total(
    _ intervals: [StatisticsInterval], _ style: HKQuantityAggregationStyle = .cumulative
) throws -> StatisticsFigures {
    try #require(try figures(intervals, style, grid: SingleBucket())[0])
}

/// Returns the sums of buckets, rounded to a millionth.
func sums(_ figures: [Int: StatisticsFigures]) -> [Int: Double] {
    figures.mapValues { (($0.sum ?? .nan) * 1e6).rounded() / 1e6 }
}

/// Returns a Boolean value that indicates whether two numbers are equal apart from rounding.
func isClose(_ actual: Double?, _ expected: Double, _ tolerance: Double = 1e-9) -> Bool {
    actual.map { abs($0 - expected) <= tolerance * max(1, abs(expected)) } ?? false
}
