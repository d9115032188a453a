// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Water salinity. iOS 17.0.
public enum HKWaterSalinity: Int, Hashable, Sendable, CaseIterable {
    /// Fresh water. iOS 17.0.
    case freshWater = 1

    /// Salt water. iOS 17.0.
    case saltWater = 2
}
