// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Reference sex. iOS 27.3.
public enum HKReferenceSex: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 27.3.
    case notSet = 0

    /// Female. iOS 27.3.
    case female = 1

    /// Male. iOS 27.3.
    case male = 2
}
