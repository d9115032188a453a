// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: severity. iOS 13.6.
public enum HKCategoryValueSeverity: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 13.6.
    case unspecified = 0

    /// Not present. iOS 13.6.
    case notPresent = 1

    /// Mild. iOS 13.6.
    case mild = 2

    /// Moderate. iOS 13.6.
    case moderate = 3

    /// Severe. iOS 13.6.
    case severe = 4
}
