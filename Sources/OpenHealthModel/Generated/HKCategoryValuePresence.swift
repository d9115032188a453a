// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: presence. iOS 13.6.
public enum HKCategoryValuePresence: Int, Hashable, Sendable, CaseIterable {
    /// Present. iOS 13.6.
    case present = 0

    /// Not present. iOS 13.6.
    case notPresent = 1
}
