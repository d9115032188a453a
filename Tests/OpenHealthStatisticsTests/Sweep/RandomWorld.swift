// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics

/// Random samples and buckets created from a seed, with as many coincidences as possible.
struct RandomWorld {
    let seed: UInt64
    var style: HKQuantityAggregationStyle
    var intervals: [StatisticsInterval] = []
    var grids: [EdgeGrid] = []

    /// Creates a random world.
    /// - Parameters:
    ///   - seed: The seed; the same seed and style create the same world.
    ///   - grids: The maximum number of grids.
    ///   - purposes: Whether samples have purposes.
    init(seed: UInt64, style: HKQuantityAggregationStyle, grids limit: Int = 3, purposes: Bool = false) {
        self.seed = seed
        self.style = style
        var maker = Maker(seed: seed, style: style)
        grids = (0..<1 + maker.random.below(limit)).map { _ in maker.grid() }
        maker.grids = grids.count
        for _ in 0..<maker.size { maker.addSample() }
        intervals = maker.samples
        if purposes {
            for place in intervals.indices {
                // checked: less than 3
                intervals[place].purpose = .init(rawValue: Int32(maker.random.below(3))) ?? .unknown
            }
        }
        order(using: &maker.random)
    }

    /// Sorts the samples by their start; the order of samples with the same start is random.
    mutating func order(using random: inout some RandomNumberGenerator) {
        intervals.shuffle(using: &random)
        intervals.sort { $0.start < $1.start }
    }

    /// A description of all contents, from which a test can be written.
    var description: String {
        (["seed \(seed), \(style)"] + grids.map { "grid from \($0.first): \($0.edges)" }
            + intervals.map(\.summary))
            .joined(separator: "\n")
    }

    /// Returns the smallest world with the same fault that can be reached by removing samples and edges.
    func smallest(where hasTrouble: (RandomWorld) -> Bool) -> RandomWorld {
        var world = self
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for place in world.intervals.indices.reversed() {
                var smaller = world
                smaller.intervals.remove(at: place)
                if hasTrouble(smaller) { (world, isSmaller) = (smaller, true) }
            }
            for grid in world.grids.indices {
                for place in world.grids[grid].edges.indices.reversed() {
                    var smaller = world
                    smaller.grids[grid].edges.remove(at: place)
                    if hasTrouble(smaller) { (world, isSmaller) = (smaller, true) }
                }
            }
        }
        return world
    }
}

/// A generator of random worlds.
private struct Maker {
    var random: SeededGenerator
    let style: HKQuantityAggregationStyle
    /// The times are multiples of the step, from 0 to the span.
    let step: Int
    let span: Int
    let ranks: Int
    let size: Int
    let hasCounts: Bool
    let hasWholeRates: Bool
    var grids = 1
    var samples: [StatisticsInterval] = []

    init(seed: UInt64, style: HKQuantityAggregationStyle) {
        random = SeededGenerator(seed: seed, stream: UInt64(style.rawValue), index: 3)
        self.style = style
        let isLong = random.below(16) == 0
        step = isLong ? 60 : 1
        span = isLong ? 50 : [8, 30, 100, 300][random.below(4)]
        ranks = 1 + random.below(5)
        size = random.below([5, 12, 41][random.below(3)])
        hasCounts = random.below(4) == 0
        hasWholeRates = random.below(2) == 0
    }

    mutating func moment() -> Double { Double(random.below(span + 1) * step) }

    mutating func grid() -> EdgeGrid {
        let edges = (0..<random.below(9)).map { _ in moment() }
        return EdgeGrid(edges: edges.sorted(), first: random.below(7) - 3)
    }

    mutating func addSample() {
        var (start, end) = stretch()
        if end < start { swap(&start, &end) }
        var sample = StatisticsInterval(
            start: start, end: end, value: value(start, end),
            count: hasCounts ? Int32(1 + random.below(4)) : 1,
            rank: Int32(random.below(ranks)), grid: Int32(random.below(grids)))
        if !samples.isEmpty && random.below(7) == 0 { sample = other }
        // Repeated reports are completely equal, because it must not matter which of them is omitted.
        if let same = samples.first(where: { $0.reportKey == sample.reportKey }) { sample = same }
        samples.append(sample)
    }

    private var other: StatisticsInterval {
        mutating get { samples[random.below(samples.count)] }
    }

    private mutating func stretch() -> (Double, Double) {
        let kind = random.below(samples.isEmpty ? 3 : 12)
        switch kind {
        case 0, 1: return (moment(), moment())
        case 2:
            let start = moment()
            return (start, start)
        case 3: return (other.start, moment())
        case 4: return (moment(), other.end)
        case 5:
            let start = other.start
            return (start, start)
        case 6:
            let end = other.end
            return (end, end)
        case 7:
            let start = other.end
            return (start, start + Double((1 + random.below(5)) * step))
        case 8:
            let around = other
            let length = Int(around.end - around.start) / step
            let begin = random.below(length + 1)
            let end = begin + random.below(length - begin + 1)
            return (around.start + Double(begin * step), around.start + Double(end * step))
        case 9:
            let start = moment()
            return (start, start + Double((1 + random.below(4)) * step))
        case 10:
            let same = other
            return (same.start, same.end)
        default: return (0, Double(span * step))
        }
    }

    private mutating func value(_ start: Double, _ end: Double) -> Double {
        switch style {
        case .cumulative:
            let amount = Double(random.below(13))
            return hasWholeRates && end > start ? amount * (end - start) : amount
        case .discreteArithmetic, .discreteTemporallyWeighted: return Double(random.below(26) - 5)
        case .discreteEquivalentContinuousLevel: return Double(30 + random.below(71))
        }
    }
}
