// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// What a stretch of time has of one type: a bucket on its way to figures, or a cell of a rollup.
///
/// Stretches that lie side by side can be put together: ``append(_:style:)``. So nothing in here may depend on where
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
    /// The seconds that values stand for, those of overlapping samples added up; holds only where the next sample is
    /// in the stretch too.
    package var weight = 0.0
    /// The sum of value (or energy) times those seconds.
    package var weighted = 0.0
    /// When the first sample starts that starts here.
    package var firstStart = Double.infinity
    /// When the last sample ends that starts here, the last in the order of start, end and value.
    package var lastEnd = -Double.infinity
    /// Its value.
    package var lastValue = 0.0

    package init() {}

    /// Whether no sample lies in the stretch.
    package var isEmpty: Bool { started.count == 0 && carried.count == 0 }

    /// How long a value stands beyond the end of its sample if the next one starts at a time.
    @inline(__always)
    static func hold(from end: Double, to next: Double) -> Double {
        min(max(next - end, 0), IntervalSweep.longestHold)
    }

    /// Takes in the stretch that comes next, not necessarily at once.
    ///
    /// What the next stretch has carried in has been counted where it started, so it is left out.
    package mutating func append(_ next: BucketAggregate, style: HKQuantityAggregationStyle) {
        amount += next.amount
        covered += next.covered
        weight += next.weight
        weighted += next.weighted
        guard next.started.count > 0 else { return }
        if style == .discreteTemporallyWeighted, started.count > 0 {
            let hold = Self.hold(from: lastEnd, to: next.firstStart)
            weight += hold
            weighted += hold * lastValue
        }
        if started.count == 0 { firstStart = next.firstStart }
        lastEnd = next.lastEnd
        lastValue = next.lastValue
        started.merge(next.started)
    }

    /// Lets the last value stand until the bucket ends; nothing can be appended any more.
    package mutating func close(at end: Double, style: HKQuantityAggregationStyle) {
        guard style == .discreteTemporallyWeighted, started.count > 0 else { return }
        let hold = Self.hold(from: lastEnd, to: end)
        weight += hold
        weighted += hold * lastValue
        lastEnd = .infinity
    }

    /// Takes in another closed bucket, of other samples.
    package mutating func merge(_ other: BucketAggregate) {
        started.merge(other.started)
        carried.merge(other.carried)
        amount += other.amount
        covered += other.covered
        weight += other.weight
        weighted += other.weighted
        firstStart = min(firstStart, other.firstStart)
    }

    /// The figures of a closed bucket, in which there is something.
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

    /// What a value adds to the sums of a type: itself, or the energy that a level in decibels stands for.
    @inline(__always)
    static func term(_ value: Double, style: HKQuantityAggregationStyle) -> Double {
        style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    }
}
