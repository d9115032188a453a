// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A training zone: a range of values, such as 120 to 140 beats per minute.
public struct HKWorkoutZone: Sendable {
    /// The index of the zone, from 0 for the lowest.
    public let index: Int
    /// The minimum of the zone; `nil` for the lowest zone.
    public var minimum: HKQuantity?
    /// The upper bound of the zone, exclusive; `nil` for the highest zone.
    public var maximum: HKQuantity?

    /// Creates a zone.
    package init(index: Int, minimum: HKQuantity?, maximum: HKQuantity?) {
        self.index = index
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns whether two zones have the same index and bounds.
    package static func == (left: HKWorkoutZone, right: HKWorkoutZone) -> Bool {
        left.index == right.index && left.minimum == right.minimum && left.maximum == right.maximum
    }
}
