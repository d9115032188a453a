// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The combined samples of a bucket.
package struct SampleGroup: Sendable, Hashable {
    /// The number of readings.
    package var count = 0
    /// The sum of the values, or of the energies that levels represent.
    package var sum = 0.0
    /// The minimum.
    package var minimum = Double.infinity
    /// The maximum.
    package var maximum = -Double.infinity
    /// The sample with the latest end, then start, then value.
    package var latest = StatisticsFigures.Reading(value: -.infinity, start: -.infinity, end: -.infinity)

    package init() {}

    /// Adds a sample.
    /// - Parameter term: The contribution of a value to the sum.
    @inline(__always)
    mutating func add(_ sample: StatisticsInterval, term: Double) {
        add(start: sample.start, end: sample.end, value: sample.value, count: sample.count, term: term)
    }

    @inline(__always)
    mutating func add(start: Double, end: Double, value: Double, count: Int32, term: Double) {
        self.count += Int(count)
        sum += term * Double(count)
        if value < minimum { minimum = value }
        if value > maximum { maximum = value }
        latest.take(StatisticsFigures.Reading(value: value, start: start, end: end))
    }

    /// Adds a sample of a cumulative type, which needs only the count and the latest sample.
    @inline(__always)
    mutating func addToSum(start: Double, end: Double, value: Double, count: Int32) {
        self.count += Int(count)
        latest.take(StatisticsFigures.Reading(value: value, start: start, end: end))
    }

    /// Merges another group.
    mutating func merge(_ other: SampleGroup) {
        count += other.count
        sum += other.sum
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
        latest.take(other.latest)
    }
}

extension StatisticsFigures.Reading {
    /// Takes another reading if it is later: if its end is later, then its start, and then if its value is larger.
    @inline(__always)
    package mutating func take(_ other: Self) {
        if other.end != end ? other.end > end : other.start != start ? other.start > start : other.value > value {
            self = other
        }
    }
}
