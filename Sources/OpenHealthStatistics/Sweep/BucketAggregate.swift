// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The aggregate of one type over an interval: a bucket on its way to figures, or a cell of a rollup.
///
/// Stretches that lie side by side can be put together: ``append(_:)``. So nothing in here may depend on where
/// the bucket ends that the stretch will be part of.
package struct BucketAggregate: Sendable, Hashable {
    /// The samples that start within the stretch.
    package var started = SampleGroup()
    /// The samples that started before it and reach into it.
    package var carried = SampleGroup()
    /// The sum of a cumulative type: what counted, each moment once.
    package var amount = 0.0
    /// The seconds that samples cover.
    package var covered = 0.0
    /// The seconds that values weigh: those of samples within the stretch, overlapping ones added up; in a mean weighted by time
    /// also one for each instant.
    package var weight = 0.0
    /// The sum of value (or energy) times those seconds.
    package var weighted = 0.0

    package init() {}

    /// Whether no sample lies in the stretch.
    package var isEmpty: Bool { started.count == 0 && carried.count == 0 }

    /// Takes in the stretch that comes next, not necessarily at once.
    ///
    /// What the next stretch has carried in has been counted where it started, so it is left out.
    package mutating func append(_ next: BucketAggregate) {
        amount += next.amount
        covered += next.covered
        weight += next.weight
        weighted += next.weighted
        started.merge(next.started)
    }

    /// Takes in another bucket, of other samples.
    package mutating func merge(_ other: BucketAggregate) {
        started.merge(other.started)
        carried.merge(other.carried)
        amount += other.amount
        covered += other.covered
        weight += other.weight
        weighted += other.weighted
    }

    /// The figures of a bucket in which there is something.
    package func figures(style: HKQuantityAggregationStyle) -> StatisticsFigures {
        var all = started
        all.merge(carried)
        var figures = StatisticsFigures(
            count: all.count,
            mostRecent: StatisticsFigures.Reading(
                value: all.latest.value, start: all.latest.start, end: all.latest.end),
            duration: covered)
        if style == .cumulative {
            figures.sum = amount
            return figures
        }
        figures.minimum = all.minimum
        figures.maximum = all.maximum
        let hasWeight = style != .discreteArithmetic && weight > 0
        let mean = hasWeight ? weighted / weight : all.sum / Double(all.count)
        figures.average = style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
        return figures
    }

    /// Returns the contribution of a value to the sums of a type: itself, or the energy of a level in decibels.
    @inline(__always)
    static func term(_ value: Double, style: HKQuantityAggregationStyle) -> Double {
        style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    }
}
