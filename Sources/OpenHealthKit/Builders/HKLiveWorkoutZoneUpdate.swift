// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An update that reports that a workout entered another zone.
public final class HKLiveWorkoutZoneUpdate: NSObject, Sendable {
    /// The start date of the latest sample that was evaluated.
    public let lastSampleProcessedDate: Date?
    /// The time spent in each zone so far.
    public let zoneGroup: HKWorkoutZoneGroup?
    /// The previous zone and the time spent in it, or nil for the first zone.
    public let previousZoneDuration: HKWorkoutZoneDuration?
    /// The current zone and the time spent in it.
    public let currentZoneDuration: HKWorkoutZoneDuration?

    init(lastSample: Date?, group: HKWorkoutZoneGroup, previous: Int?, current: Int) {
        lastSampleProcessedDate = lastSample
        zoneGroup = group
        previousZoneDuration = previous.map { group.zoneDurations[$0] }
        currentZoneDuration = group.zoneDurations[current]
    }
}
