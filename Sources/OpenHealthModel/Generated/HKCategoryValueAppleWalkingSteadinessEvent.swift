// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: Apple walking steadiness event. iOS 15.0.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Hashable, Sendable, CaseIterable {
    /// Initial low. iOS 15.0.
    case initialLow = 1

    /// Initial very low. iOS 15.0.
    case initialVeryLow = 2

    /// Repeat low. iOS 15.0.
    case repeatLow = 3

    /// Repeat very low. iOS 15.0.
    case repeatVeryLow = 4
}
