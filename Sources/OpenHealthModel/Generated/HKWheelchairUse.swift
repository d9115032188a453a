// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Wheelchair use. iOS 10.0.
public enum HKWheelchairUse: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 10.0.
    case notSet = 0

    /// No. iOS 10.0.
    case no = 1

    /// Yes. iOS 10.0.
    case yes = 2
}
