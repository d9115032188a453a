// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time of a workout in a zone.
public struct HKWorkoutZoneDuration: Sendable {
    /// The zone.
    public let zone: HKWorkoutZone
    /// The seconds spent in it.
    public let duration: TimeInterval

    /// Creates an entry.
    package init(zone: HKWorkoutZone, duration: TimeInterval) {
        self.zone = zone
        self.duration = duration
    }
}
