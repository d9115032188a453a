// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The times of a workout in the zones of a type.
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
