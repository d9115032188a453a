// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthStatistics

/// A second reference implementation of the statistics, which compares samples with each other and supports samples at any
/// time. Its time is quadratic in their number, and it shares only the rules with ``SecondOracle``: a sample counts the share
/// of its time that no higher-ranked source covers.
struct PairReference {
    private typealias Stretch = (start: Double, end: Double)

    let style: HKQuantityAggregationStyle
    let grids: [EdgeGrid]
    let samples: [StatisticsInterval]
    let events: EventRule

    init(
        style: HKQuantityAggregationStyle, grids: [EdgeGrid], intervals: [StatisticsInterval],
        events: EventRule = .measurements
    ) {
        self.style = style
        self.grids = grids
        self.events = events
        samples = events.keepsEqual ? intervals : intervals.withoutRepeatedReports
    }

    /// Returns the figures of all buckets with samples.
    func buckets() -> [BucketKey: StatisticsFigures] {
        let uncovered = style == .cumulative ? samples.map(uncoveredStretches) : samples.map { _ in [] }
        var buckets: [BucketKey: StatisticsFigures] = [:]
        for (place, grid) in grids.enumerated() {
            for index in grid.indices {
                let (start, end) = grid.bounds(of: index)
                buckets[BucketKey(grid: place, index: index)] = figures(
                    (start, end), grid: place, uncovered)
            }
        }
        return buckets
    }

    /// Returns the part of a sample that no higher-ranked source covers; an instant itself, if no higher-ranked source covers it. Events
    /// are only covered by totals, and cover nothing. Other samples are not covered by those of another purpose.
    private func uncoveredStretches(_ sample: StatisticsInterval) -> [Stretch] {
        let isEvent = events.isEvent(sample)
        let better = samples.filter { other in
            other.rank < sample.rank && !other.isInstant
                && (isEvent ? events.isTotal(other) : !events.isEvent(other) && other.purpose.canBe(sample.purpose))
        }
        if sample.isInstant {
            let isCovered = better.contains { $0.start <= sample.start && sample.start < $0.end }
            return isCovered ? [] : [(sample.start, sample.end)]
        }
        var rest: [Stretch] = []
        var reached = sample.start
        for other in Self.union(better.map { ($0.start, $0.end) }) where other.end > reached {
            if other.start >= sample.end { break }
            if other.start > reached { rest.append((reached, other.start)) }
            reached = other.end
        }
        if reached < sample.end { rest.append((reached, sample.end)) }
        return rest
    }

    /// Returns ordered stretches that cover the same time without overlaps.
    private static func union(_ stretches: [Stretch]) -> [Stretch] {
        var union: [Stretch] = []
        for stretch in stretches.sorted(by: { $0.start < $1.start }) {
            if let last = union.last, stretch.start <= last.end {
                union[union.count - 1].end = max(last.end, stretch.end)
            } else {
                union.append(stretch)
            }
        }
        return union
    }

    private static func shared(_ one: Stretch, _ other: Stretch) -> Double {
        max(0, min(one.end, other.end) - max(one.start, other.start))
    }

    private func figures(_ bucket: Stretch, grid: Int, _ uncovered: [[Stretch]]) -> StatisticsFigures? {
        let members = samples.indices.filter { place in
            let sample = samples[place]
            if Int(sample.grid) != grid || bucket.start >= bucket.end { return false }
            if sample.isInstant { return bucket.start <= sample.start && sample.start < bucket.end }
            return sample.start < bucket.end && bucket.start < sample.end
        }
        let own = members.map { samples[$0] }
        guard let latest = own.max(by: { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) })
        else {
            return nil
        }
        let covered = Self.union(own.filter { !$0.isInstant }.map { ($0.start, $0.end) })
        var figures = StatisticsFigures(
            count: own.reduce(0) { $0 + Int($1.count) }, mostRecent: latest.reading,
            duration: covered.reduce(0) { $0 + Self.shared($1, bucket) })
        if style == .cumulative {
            figures.sum = members.reduce(0) { $0 + amount(of: samples[$1], uncovered[$1], in: bucket) }
        } else {
            figures.minimum = own.map(\.value).min()
            figures.maximum = own.map(\.value).max()
            figures.average = average(own, bucket)
        }
        return figures
    }

    private func amount(of sample: StatisticsInterval, _ rest: [Stretch], in bucket: Stretch)
        -> Double
    {
        if sample.isInstant { return rest.isEmpty ? 0 : sample.value }
        let seconds = rest.reduce(0) { $0 + Self.shared($1, bucket) }
        return sample.value * (seconds / (sample.end - sample.start))
    }

    private func average(_ own: [StatisticsInterval], _ bucket: Stretch) -> Double {
        let readings = own.map { Double($0.count) }
        var weights = own.map { Self.shared(($0.start, $0.end), bucket) }
        let values =
            style == .discreteEquivalentContinuousLevel
            ? own.map { exp($0.value * log(10) / 10) } : own.map(\.value)
        if style == .discreteArithmetic { weights = readings }
        if style == .discreteTemporallyWeighted {
            for place in own.indices where own[place].isInstant { weights[place] = 1 }
        }
        if !weights.contains(where: { $0 > 0 }) { weights = readings }
        let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
        return style == .discreteEquivalentContinuousLevel ? log(mean) * 10 / log(10) : mean
    }
}
