// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthStatistics

/// A slow and simple reference implementation of the statistics, second by second for samples at whole seconds.
struct SecondOracle {
    /// The state of a bucket while the seconds pass.
    private struct Tally {
        /// The number of seconds of the bucket in each sample, by its index. An instant has 0.
        var held: [Int: Int] = [:]
        /// The number of seconds that count towards the sum, by the index of the sample.
        var counted: [Int: Int] = [:]
        /// The indexes of the instants that count towards the sum.
        var countedInstants: [Int] = []
        /// The number of seconds with at least one sample.
        var covered = 0
    }

    let style: HKQuantityAggregationStyle
    let grids: [EdgeGrid]
    let samples: [StatisticsInterval]
    let events: EventRule
    /// The start and end dates of the samples, which are used in every second.
    private let starts: [Double]
    private let ends: [Double]

    init(
        style: HKQuantityAggregationStyle, grids: [EdgeGrid], intervals: [StatisticsInterval],
        events: EventRule = .measurements
    ) {
        self.style = style
        self.grids = grids
        self.events = events
        samples = events.keepsEqual ? intervals : intervals.withoutRepeatedReports
        starts = samples.map(\.start)
        ends = samples.map(\.end)
    }

    /// Returns the figures of all buckets with samples.
    func buckets() -> [BucketKey: StatisticsFigures] {
        guard let first = samples.map(\.start).min(), let last = samples.map(\.end).max() else {
            return [:]
        }
        var tallies: [BucketKey: Tally] = [:]
        for second in Int(first)...Int(last) {
            watch(Double(second), &tallies)
        }
        var buckets: [BucketKey: StatisticsFigures] = [:]
        for (key, tally) in tallies { buckets[key] = figures(of: tally) }
        return buckets
    }

    /// Returns the bucket that contains a moment: its number is that of the first bucket plus the number of edges at or
    /// before the moment.
    private func bucket(at second: Double, grid: Int) -> BucketKey {
        var index = grids[grid].first
        for edge in grids[grid].edges where edge <= second { index += 1 }
        return BucketKey(grid: grid, index: index)
    }

    /// Adds the samples that cover the second after a moment, the instants at the moment, and which of them count.
    private func watch(_ second: Double, _ tallies: inout [BucketKey: Tally]) {
        var holders: [Int] = []
        var instants: [Int] = []
        for place in starts.indices where starts[place] <= second && second <= ends[place] {
            if second < ends[place] { holders.append(place) }
            if starts[place] == ends[place] { instants.append(place) }
        }
        if holders.isEmpty && instants.isEmpty { return }
        var best: [StatisticsInterval.Purpose: Int32] = [:]
        for sample in holders.map({ samples[$0] }) where !events.isEvent(sample) {
            best[sample.purpose] = min(best[sample.purpose] ?? .max, sample.rank)
        }
        let bestTotal = holders.map { samples[$0] }.filter { events.isTotal($0) }.map(\.rank).min()
        for grid in grids.indices {
            let own = (
                holders.filter { samples[$0].grid == grid }, instants.filter { samples[$0].grid == grid }
            )
            if own.0.isEmpty && own.1.isEmpty { continue }
            note(
                holders: own.0, instants: own.1, best, bestTotal,
                &tallies[bucket(at: second, grid: grid), default: Tally()])
        }
    }

    private func note(
        holders: [Int], instants: [Int], _ best: [StatisticsInterval.Purpose: Int32], _ bestTotal: Int32?,
        _ tally: inout Tally
    ) {
        func hasBetter(_ sample: StatisticsInterval) -> Bool {
            if events.isEvent(sample) { return (bestTotal ?? .max) < sample.rank }
            return best.contains { purpose, rank in purpose.canBe(sample.purpose) && rank < sample.rank }
        }
        if !holders.isEmpty { tally.covered += 1 }
        for place in holders {
            tally.held[place, default: 0] += 1
            if !hasBetter(samples[place]) { tally.counted[place, default: 0] += 1 }
        }
        for place in instants {
            tally.held[place] = 0
            if !hasBetter(samples[place]) { tally.countedInstants.append(place) }
        }
    }

    private func figures(of tally: Tally) -> StatisticsFigures {
        let members = tally.held.keys.sorted().map { samples[$0] }
        let latest = members.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }!
        var figures = StatisticsFigures(
            count: members.map { Int($0.count) }.reduce(0, +), mostRecent: latest.reading,
            duration: Double(tally.covered))
        if style == .cumulative {
            figures.sum = sum(tally)
        } else {
            figures.minimum = members.map(\.value).min()
            figures.maximum = members.map(\.value).max()
            figures.average = average(tally.held)
        }
        return figures
    }

    /// Returns the sum of each sample's value times its share of counted seconds, and of the instants.
    private func sum(_ tally: Tally) -> Double {
        var sum = 0.0
        for (place, seconds) in tally.counted.sorted(by: { $0.key < $1.key }) {
            let sample = samples[place]
            sum += sample.value * Double(seconds) / (sample.end - sample.start)
        }
        for place in tally.countedInstants { sum += samples[place].value }
        return sum
    }

    private func average(_ held: [Int: Int]) -> Double {
        let places = held.keys.sorted()
        let readings = places.map { Double(samples[$0].count) }
        let values = places.map { samples[$0].value }
        switch style {
        case .cumulative, .discreteArithmetic:
            return Self.mean(values, weights: readings)
        case .discreteTemporallyWeighted:
            // An instant has a weight of one second.
            let weights = places.map { samples[$0].isInstant ? 1 : Double(held[$0]!) }
            return Self.mean(values, weights: weights.allSatisfy { $0 == 0 } ? readings : weights)
        case .discreteEquivalentContinuousLevel:
            let weights = places.map { Double(held[$0]!) }
            let energies = values.map { pow(10, $0 / 10) }
            return 10
                * log10(Self.mean(energies, weights: weights.allSatisfy { $0 == 0 } ? readings : weights))
        }
    }

    private static func mean(_ values: [Double], weights: [Double]) -> Double {
        zip(values, weights).map { $0 * $1 }.reduce(0, +) / weights.reduce(0, +)
    }
}
