// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: menopausal state. iOS 27.0.
public enum HKCategoryValueMenopausalState: Int, Hashable, Sendable, CaseIterable {
    /// Menopause. iOS 27.0.
    case menopause = 1

    /// Perimenopause. iOS 27.0.
    case perimenopause = 2

    /// None. iOS 27.0.
    case none = 3
}
