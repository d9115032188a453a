// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long a workout stayed in a zone.
public struct HKWorkoutZoneDuration: Sendable {
    /// The zone.
    public let zone: HKWorkoutZone
    /// The seconds spent in it.
    public let duration: TimeInterval

    /// Makes an entry.
    package init(zone: HKWorkoutZone, duration: TimeInterval) {
        self.zone = zone
        self.duration = duration
    }
}
