// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Heart rate motion context. iOS 11.0.
public enum HKHeartRateMotionContext: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 11.0.
    case notSet = 0

    /// Sedentary. iOS 11.0.
    case sedentary = 1

    /// Active. iOS 11.0.
    case active = 2
}
