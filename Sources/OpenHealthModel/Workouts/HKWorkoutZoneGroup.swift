// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The time that a workout spent in each zone of a type.
public struct HKWorkoutZoneGroup: Sendable {
    /// The zones.
    public let configuration: HKWorkoutZoneConfiguration
    /// The time in each zone.
    public let zoneDurations: [HKWorkoutZoneDuration]
}

extension HKWorkoutZoneGroup {
    /// Creates a group from the time in each zone, in the order of the zones.
    package init(configuration: HKWorkoutZoneConfiguration, durations: [TimeInterval]) {
        self.init(
            configuration: configuration,
            zoneDurations: zip(configuration.zones, durations).map(HKWorkoutZoneDuration.init))
    }
}
