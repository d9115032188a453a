// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A range of values that training is divided by, such as 120 to 140 beats a minute.
public struct HKWorkoutZone: Sendable {
    /// The place of the zone, from 0 for the lowest.
    public let index: Int
    /// The least value of the zone; nil for the lowest, which has none.
    public var minimum: HKQuantity?
    /// The value at which the next zone begins; nil for the highest, which has no end.
    public var maximum: HKQuantity?

    /// Creates a zone.
    package init(index: Int, minimum: HKQuantity?, maximum: HKQuantity?) {
        self.index = index
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Whether two zones have the same place and bounds.
    package static func == (left: HKWorkoutZone, right: HKWorkoutZone) -> Bool {
        left.index == right.index && left.minimum == right.minimum && left.maximum == right.maximum
    }
}
