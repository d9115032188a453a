// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time that a workout spent in each zone of a type.
public struct HKWorkoutZoneGroup: Sendable {
    /// The zones.
    public let configuration: HKWorkoutZoneConfiguration
    /// The time in each zone.
    public let zoneDurations: [HKWorkoutZoneDuration]

    /// Creates a group.
    package init(configuration: HKWorkoutZoneConfiguration, zoneDurations: [HKWorkoutZoneDuration]) {
        self.configuration = configuration
        self.zoneDurations = zoneDurations
    }
}
