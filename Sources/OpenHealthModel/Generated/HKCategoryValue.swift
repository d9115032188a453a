// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of categories that only say that something was. iOS 9.0.
public enum HKCategoryValue: Int, Hashable, Sendable, CaseIterable {
    /// Not applicable. iOS 9.0.
    case notApplicable = 0
}
