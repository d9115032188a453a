// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: Apple stand hour. iOS 9.0.
public enum HKCategoryValueAppleStandHour: Int, Hashable, Sendable, CaseIterable {
    /// Stood. iOS 9.0.
    case stood = 0

    /// Idle. iOS 9.0.
    case idle = 1
}
