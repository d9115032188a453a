// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: appetite changes. iOS 13.6.
public enum HKCategoryValueAppetiteChanges: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 13.6.
    case unspecified = 0

    /// No change. iOS 13.6.
    case noChange = 1

    /// Decreased. iOS 13.6.
    case decreased = 2

    /// Increased. iOS 13.6.
    case increased = 3
}
