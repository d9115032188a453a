// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The aggregate of a type over an interval: a bucket before its statistics are computed, or a cell of a rollup.
///
/// Aggregates of adjacent intervals can be combined with ``append(_:)``. Therefore, no property depends on the end of the
/// bucket that the interval will be part of.
public struct BucketAggregate: Sendable, Hashable {
    /// The samples that start in the interval.
    public var started = SampleGroup()
    /// The samples that start before the interval and overlap it.
    public var carried = SampleGroup()
    /// The sum of a cumulative type, with each moment counted once.
    public var amount = 0.0
    /// The seconds that samples cover.
    public var covered = 0.0
    /// The total weight of the values in seconds: the durations of samples in the interval, added even if they overlap; in a
    /// time-weighted mean, also one second for each instant.
    public var weight = 0.0
    /// The sum of value (or energy) times weight.
    public var weighted = 0.0

    /// Creates the aggregate of no samples.
    public init() {}

    /// Whether no sample overlaps the interval.
    public var isEmpty: Bool { started.count == 0 && carried.count == 0 }

    /// Appends a later interval, which need not be adjacent.
    ///
    /// Samples carried into the later interval are ignored, because they were counted in the interval in which they start.
    public mutating func append(_ next: BucketAggregate) {
        amount += next.amount
        covered += next.covered
        weight += next.weight
        weighted += next.weighted
        started.merge(next.started)
    }

    /// Merges the aggregate of other samples.
    public mutating func merge(_ other: BucketAggregate) {
        started.merge(other.started)
        carried.merge(other.carried)
        amount += other.amount
        covered += other.covered
        weight += other.weight
        weighted += other.weighted
    }

    /// The aggregate of the samples that start in the interval, whose mean is that of their values; nil if there are none.
    package var ofStarted: BucketAggregate? {
        guard started.count > 0 else { return nil }
        var whole = BucketAggregate()
        (whole.started, whole.amount, whole.covered) = (started, amount, covered)
        return whole
    }

    /// Returns the statistics of a bucket that is not empty.
    package func figures(style: HKQuantityAggregationStyle) -> StatisticsFigures {
        var all = started
        all.merge(carried)
        let hasWeight = style != .discreteArithmetic && weight > 0
        let latest = all.latest
        return StatisticsFigures(
            style: style, count: all.count, latest: (latest.value, latest.start, latest.end), duration: covered,
            sum: amount, mean: hasWeight ? weighted / weight : all.sum / Double(all.count), minimum: all.minimum,
            maximum: all.maximum)
    }

    /// Returns the contribution of a value to the sums of a type: the value, or the energy of a level in decibels.
    @inline(__always)
    package static func term(_ value: Double, style: HKQuantityAggregationStyle) -> Double {
        style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    }
}

/// The combined samples of a bucket.
public struct SampleGroup: Sendable, Hashable {
    /// The number of readings.
    public var count = 0
    /// The sum of the values, or of the energies that levels represent.
    public var sum = 0.0
    /// The minimum.
    public var minimum = Double.infinity
    /// The maximum.
    public var maximum = -Double.infinity
    /// The sample with the latest end, then start, then value.
    package var latest = StatisticsFigures.Reading(value: -.infinity, start: -.infinity, end: -.infinity)

    /// Creates a group without samples.
    public init() {}

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
