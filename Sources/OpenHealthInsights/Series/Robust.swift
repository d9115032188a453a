// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Measures of location and spread that single extreme values hardly change.
enum Robust {
    /// The factor that makes the median absolute deviation an estimate of a normal distribution's standard deviation.
    static let deviationScale = 1.4826

    /// Returns the median; nil of nothing.
    static func median(_ values: [Double]) -> Double? { quantile(values, 0.5) }

    /// Returns a quantile, interpolated linearly between values (type 7 of Hyndman and Fan, 1996); nil of nothing.
    static func quantile(_ values: [Double], _ share: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    /// Returns the median absolute deviation from the median, scaled to a standard deviation; nil of nothing.
    static func deviation(_ values: [Double]) -> Double? {
        guard let middle = median(values), let deviation = median(values.map { abs($0 - middle) }) else { return nil }
        return deviation * deviationScale
    }

    /// Returns the mean; nil of nothing.
    static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// Returns the ranks of values, from 1 on; equal values share the mean of their ranks.
    static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var first = 0
        while first < order.count {
            var last = first
            while last + 1 < order.count, values[order[last + 1]] == values[order[first]] { last += 1 }
            for place in first...last { ranks[order[place]] = Double(first + last) / 2 + 1 }
            first = last + 1
        }
        return ranks
    }

    /// Returns normal scores: the quantiles of the normal distribution that ranks stand for, as Blom (1958) places them.
    static func normalScores(_ values: [Double]) -> [Double] {
        ranks(values).map { Normal.quantile(($0 - 0.375) / (Double(values.count) + 0.25)) }
    }
}
