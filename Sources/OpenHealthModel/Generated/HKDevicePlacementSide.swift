// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Device placement side. iOS 14.0.
public enum HKDevicePlacementSide: Int, Hashable, Sendable, CaseIterable {
    /// Unknown. iOS 14.0.
    case unknown = 0

    /// Left. iOS 14.0.
    case left = 1

    /// Right. iOS 14.0.
    case right = 2

    /// Central. iOS 14.0.
    case central = 3
}
