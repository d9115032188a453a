// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Biological sex. iOS 8.0.
public enum HKBiologicalSex: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 8.0.
    case notSet = 0

    /// Female. iOS 8.0.
    case female = 1

    /// Male. iOS 8.0.
    case male = 2

    /// Other. iOS 8.2.
    case other = 3
}
