// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout swimming location type. iOS 10.0.
public enum HKWorkoutSwimmingLocationType: Int, Hashable, Sendable, CaseIterable {
    /// Unknown. iOS 10.0.
    case unknown = 0

    /// Pool. iOS 10.0.
    case pool = 1

    /// Open water. iOS 10.0.
    case openWater = 2
}
