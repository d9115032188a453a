// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

@testable import OpenHealthWarehouse

/// A day or a quarter of an hour from the columns of a row, and the combination of such stretches to buckets: a simple and slow
/// implementation of the rule of ``CellDay``.
struct CellStretch {
    var start: Double
    var finish: Double
    var figures: CellDay.Figures

    /// Creates the whole day of a row of the table `cells`.
    init(day row: [String: RowField]) {
        start = row.number("start")
        finish = row.number("finish")
        figures = CellDay.Figures()
        figures.count = UInt32(row.integer("count"))
        figures.sum = row.number("sum")
        figures.minimum = row.number("minimum")
        figures.maximum = row.number("maximum")
        figures.covered = row.number("covered")
        figures.weight = row.number("weight")
        figures.weighted = row.number("weighted")
        figures.carriedCount = UInt32(row.integer("carried_count"))
        figures.carriedSum = row.number("carried_sum")
        figures.carriedMinimum = row.number("carried_minimum")
        figures.carriedMaximum = row.number("carried_maximum")
    }

    private init(start: Double, figures: CellDay.Figures) {
        self.start = start
        self.finish = start + 900
        self.figures = figures
    }

    /// Returns the quarters of an hour of a row.
    static func quarters(of row: [String: RowField]) -> [CellStretch] {
        let start = row.number("start")
        return row.integers("quarters").enumerated().map { place, number in
            func value(_ name: String) -> Double {
                let values = row.numbers(name)
                return values.isEmpty ? 0 : values[place]
            }
            var figures = CellDay.Figures()
            figures.count = UInt32(row.integers("counts")[place])
            figures.sum = value("sums")
            figures.minimum = value("minimums")
            figures.maximum = value("maximums")
            figures.covered = value("covereds")
            figures.weight = value("weights")
            figures.weighted = value("weighteds")
            figures.carriedCount = UInt32(row.integers("carried_counts")[place])
            figures.carriedSum = value("carried_sums")
            figures.carriedMinimum = value("carried_minimums")
            figures.carriedMaximum = value("carried_maximums")
            return CellStretch(start: start + Double(number) * 900, figures: figures)
        }
    }

    /// Returns the buckets of a grid from stretches.
    /// - Parameter countsWhole: Whether buckets count only the samples that begin in them; see ``DayFigures/wholeTypes``.
    static func buckets(
        _ stretches: [CellStretch], grid: ClippedBuckets, style: HKQuantityAggregationStyle, countsWhole: Bool
    ) -> [(index: Int, figures: BucketSums)] {
        let inside = stretches.filter { grid.range.contains($0.start) }
        let groups = Dictionary(grouping: inside) { grid.index(containing: $0.start) }
        return groups.sorted { $0.key < $1.key }.map { index, stretches in
            let style = countsWhole ? .discreteArithmetic : style
            return (
                index,
                BucketSums(stretches, bounds: grid.bounds(of: index), style: style, includesCarried: !countsWhole)
            )
        }
    }
}

/// The buckets of a request, clipped to its range.
struct ClippedBuckets {
    /// The range of the request, in seconds since 1970.
    let range: Range<Double>
    private let buckets: CivilBuckets?

    init(_ request: StatisticsRequest) {
        let start = request.from?.timeIntervalSince1970 ?? -.infinity
        range = start..<max(start, request.to?.timeIntervalSince1970 ?? .infinity)
        buckets = request.buckets
    }

    /// Returns the number of the bucket that contains an instant; 0 if there is only one.
    func index(containing seconds: Double) -> Int {
        buckets?.index(containing: seconds) ?? 0
    }

    /// Returns the part of a bucket that is in the range.
    func bounds(of index: Int) -> (start: Double, end: Double) {
        guard let bounds = buckets?.bounds(of: index) else { return (range.lowerBound, range.upperBound) }
        return (max(bounds.start, range.lowerBound), min(bounds.end, range.upperBound))
    }
}

/// The figures of a bucket.
struct BucketSums {
    var count: Int
    var duration: Double
    var sum: Double?
    var average: Double?
    var minimum: Double?
    var maximum: Double?

    /// - Parameter includesCarried: Whether samples that started before the bucket count.
    init(
        _ stretches: [CellStretch], bounds: (start: Double, end: Double), style: HKQuantityAggregationStyle,
        includesCarried: Bool
    ) {
        let stretches = stretches.sorted { $0.start < $1.start }
        let started = stretches.filter { $0.figures.count > 0 }
        // Samples that started before the bucket count at its start.
        let first = stretches.first { $0.start == bounds.start && $0.figures.carriedCount > 0 }?.figures
        let carried = includesCarried ? first : nil
        count = started.reduce(0) { $0 + Int($1.figures.count) } + Int(carried?.carriedCount ?? 0)
        duration = stretches.reduce(0) { $0 + $1.figures.covered }
        let total = stretches.reduce(0) { $0 + $1.figures.sum }
        if style == .cumulative {
            sum = total
            return
        }
        minimum = (started.map(\.figures.minimum) + [carried?.carriedMinimum].compactMap(\.self)).min()
        maximum = (started.map(\.figures.maximum) + [carried?.carriedMaximum].compactMap(\.self)).max()
        var mean = (total + (carried?.carriedSum ?? 0)) / Double(count)
        let weight = stretches.reduce(0) { $0 + $1.figures.weight }
        let weighted = stretches.reduce(0) { $0 + $1.figures.weighted }
        if style != .discreteArithmetic, weight > 0 { mean = weighted / weight }
        average = style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
    }

    /// Returns a Boolean value that indicates whether the figures equal those of the store, to 1e-9 of their size.
    func isClose(to other: StatisticsFigures) -> Bool {
        func close(_ a: Double?, _ b: Double?) -> Bool {
            guard let a, let b else { return a == nil && b == nil }
            return abs(a - b) <= 1e-9 * max(abs(a), abs(b))
        }
        return count == other.count && close(duration, other.duration) && close(sum, other.sum)
            && close(average, other.average) && minimum == other.minimum && maximum == other.maximum
    }
}
