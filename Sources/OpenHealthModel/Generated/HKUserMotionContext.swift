// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// User motion context. iOS 16.0.
public enum HKUserMotionContext: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 16.0.
    case notSet = 0

    /// Stationary. iOS 16.0.
    case stationary = 1

    /// Active. iOS 16.0.
    case active = 2
}
