// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout session type. iOS 17.0.
public enum HKWorkoutSessionType: Int, Hashable, Sendable, CaseIterable {
    /// Primary. iOS 17.0.
    case primary = 0

    /// Mirrored. iOS 17.0.
    case mirrored = 1
}
