// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The measurements of a sample that are too many to be part of the object: they are saved with it, and read by queries of
/// their own.
package enum SeriesMeasurements: Equatable, Sendable {
    /// The beats of an `HKHeartbeatSeriesSample`, in order.
    case heartbeats([SeriesHeartbeat])
    /// The points of an `HKWorkoutRoute`, in order, and the workout that it belongs to, which is there already.
    case route([RoutePoint], workout: UUID?)
    /// The voltages of an `HKElectrocardiogram`, in order, in microvolts, at even distances.
    case electrocardiogram([Double])
    /// The readings of an `HKQuantitySample` whose count is greater than one, in order of their start.
    case quantities([SeriesQuantity])
}

/// One beat of a heart.
package struct SeriesHeartbeat: Hashable, Sendable {
    /// Seconds since the start of the series.
    package var time: Double
    /// Whether there may have been beats since the one before that were not noticed.
    package var precededByGap: Bool

    package init(time: Double, precededByGap: Bool) {
        self.time = time
        self.precededByGap = precededByGap
    }
}

/// One reading of a quantity.
package struct SeriesQuantity: Hashable, Sendable {
    /// When it was made, in seconds since 1970.
    package var start: Double
    /// When it ended, in seconds since 1970; the same as ``start`` for an instant.
    package var end: Double
    /// The value, in the canonical unit of the type.
    package var value: Double

    package init(start: Double, end: Double, value: Double) {
        self.start = start
        self.end = end
        self.value = value
    }
}
