// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The statistics of a bucket. All values are in the unit of the samples; times are in seconds.
public struct StatisticsFigures: Sendable, Hashable {
    /// A value with the interval of its measurement.
    public struct Reading: Sendable, Hashable {
        /// The value.
        public var value: Double
        /// The start, in seconds since 1970, UTC.
        public var start: Double
        /// The end, in seconds since 1970, UTC.
        public var end: Double
    }

    /// The number of readings that overlap the bucket: one per sample, unless the sample represents several.
    public var count: Int
    /// The sum, with each moment counted once; `nil` for discrete types.
    public var sum: Double?
    /// The average according to the type's aggregation style; `nil` for cumulative types.
    public var average: Double?
    /// The minimum of the samples; `nil` for cumulative types.
    public var minimum: Double?
    /// The maximum of the samples; `nil` for cumulative types.
    public var maximum: Double?
    /// The sample with the latest end; of several, the one with the latest start, and then the one with the largest value.
    public var mostRecent: Reading
    /// The time in the bucket that samples cover, in seconds.
    public var duration: Double
}

extension StatisticsFigures {
    /// Creates the statistics of an aggregation style: the sum of a cumulative type, or the average, minimum and maximum of a discrete
    /// type.
    /// - Parameter mean: The mean of the values, or of the energies that levels in decibels represent.
    package init(
        style: HKQuantityAggregationStyle, count: Int, latest: (value: Double, start: Double, end: Double),
        duration: Double, sum: Double, mean: Double, minimum: Double, maximum: Double
    ) {
        let reading = Reading(value: latest.value, start: latest.start, end: latest.end)
        self.init(count: count, mostRecent: reading, duration: duration)
        if style == .cumulative {
            self.sum = Self.withoutNoise(sum)
        } else {
            average = style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// Returns a sum as the whole number from which only errors of additions distinguish it, or else unchanged.
    ///
    /// The shares of a sample in the parts of its time add up to its value but for errors in the last digits: 2,500 and 5,500 steps are
    /// otherwise 8,000.000000000004. A difference of a part in 17 trillion (2⁻⁴⁴) is less than any device measures.
    package static func withoutNoise(_ sum: Double) -> Double {
        let whole = sum.rounded()
        return (sum - whole).magnitude <= whole.magnitude * 0x1p-44 ? whole : sum
    }
}
