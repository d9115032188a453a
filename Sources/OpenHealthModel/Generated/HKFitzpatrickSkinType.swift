// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Fitzpatrick skin type. iOS 9.0.
public enum HKFitzpatrickSkinType: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 9.0.
    case notSet = 0

    /// I. iOS 9.0.
    case I = 1

    /// II. iOS 9.0.
    case II = 2

    /// III. iOS 9.0.
    case III = 3

    /// IV. iOS 9.0.
    case IV = 4

    /// V. iOS 9.0.
    case V = 5

    /// VI. iOS 9.0.
    case VI = 6
}
