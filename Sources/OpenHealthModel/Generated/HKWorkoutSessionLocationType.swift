// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout session location type. iOS 10.0.
public enum HKWorkoutSessionLocationType: Int, Hashable, Sendable, CaseIterable {
    /// Unknown. iOS 10.0.
    case unknown = 1

    /// Indoor. iOS 10.0.
    case indoor = 2

    /// Outdoor. iOS 10.0.
    case outdoor = 3
}
