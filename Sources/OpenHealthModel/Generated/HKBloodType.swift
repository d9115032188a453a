// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Blood type. iOS 8.0.
public enum HKBloodType: Int, Hashable, Sendable, CaseIterable {
    /// Not set. iOS 8.0.
    case notSet = 0

    /// A positive. iOS 8.0.
    case aPositive = 1

    /// A negative. iOS 8.0.
    case aNegative = 2

    /// B positive. iOS 8.0.
    case bPositive = 3

    /// B negative. iOS 8.0.
    case bNegative = 4

    /// AB positive. iOS 8.0.
    case abPositive = 5

    /// AB negative. iOS 8.0.
    case abNegative = 6

    /// O positive. iOS 8.0.
    case oPositive = 7

    /// O negative. iOS 8.0.
    case oNegative = 8
}
