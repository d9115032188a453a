// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The measurements of a sample that are too many to be part of the object: they are saved with it and read with separate
/// queries.
package enum SeriesMeasurements: Equatable, Sendable {
    /// The heartbeats of an `HKHeartbeatSeriesSample`, in order.
    case heartbeats([SeriesHeartbeat])
    /// The points of an `HKWorkoutRoute`, in order, and its workout, which must already exist.
    case route([RoutePoint], workout: UUID?)
    /// The voltages of an `HKElectrocardiogram` in microvolts, in order and evenly spaced.
    case electrocardiogram([Double])
    /// The readings of an `HKQuantitySample` whose count is greater than one, ordered by start.
    case quantities([SeriesQuantity])
}

/// A heartbeat of a series.
package struct SeriesHeartbeat: Hashable, Sendable {
    /// The time since the start of the series, in seconds.
    package var time: Double
    /// Whether heartbeats could have been missed since the previous one.
    package var precededByGap: Bool

    package init(time: Double, precededByGap: Bool) {
        self.time = time
        self.precededByGap = precededByGap
    }
}
