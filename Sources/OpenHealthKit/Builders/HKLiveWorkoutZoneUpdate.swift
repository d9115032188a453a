// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The message that a workout has entered another zone.
public final class HKLiveWorkoutZoneUpdate: NSObject, Sendable {
    /// When the last sample began that is taken into account.
    public let lastSampleProcessedDate: Date?
    /// The time in each zone so far.
    public let zoneGroup: HKWorkoutZoneGroup?
    /// The zone before, and the time in it; nil for the first one.
    public let previousZoneDuration: HKWorkoutZoneDuration?
    /// The zone now, and the time in it.
    public let currentZoneDuration: HKWorkoutZoneDuration?

    init(lastSample: Date?, group: HKWorkoutZoneGroup, previous: Int?, current: Int) {
        lastSampleProcessedDate = lastSample
        zoneGroup = group
        previousZoneDuration = previous.map { group.zoneDurations[$0] }
        currentZoneDuration = group.zoneDurations[current]
        super.init()
    }
}
