// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: vaginal bleeding. iOS 18.0.
public enum HKCategoryValueVaginalBleeding: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 18.0.
    case unspecified = 1

    /// Light. iOS 18.0.
    case light = 2

    /// Medium. iOS 18.0.
    case medium = 3

    /// Heavy. iOS 18.0.
    case heavy = 4

    /// None. iOS 18.0.
    case none = 5
}
