// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: progesterone test result. iOS 15.0.
public enum HKCategoryValueProgesteroneTestResult: Int, Hashable, Sendable, CaseIterable {
    /// Negative. iOS 15.0.
    case negative = 1

    /// Positive. iOS 15.0.
    case positive = 2

    /// Indeterminate. iOS 15.0.
    case indeterminate = 3
}
