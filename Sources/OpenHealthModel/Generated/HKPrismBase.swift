// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Prism base. iOS 16.0.
public enum HKPrismBase: Int, Hashable, Sendable, CaseIterable {
    /// None. iOS 16.0.
    case none = 0

    /// Up. iOS 16.0.
    case up = 1

    /// Down. iOS 16.0.
    case down = 2

    /// In. iOS 16.0.
    case `in` = 3

    /// Out. iOS 16.0.
    case out = 4
}
