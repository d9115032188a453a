// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: contraceptive. iOS 14.3.
public enum HKCategoryValueContraceptive: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 14.3.
    case unspecified = 1

    /// Implant. iOS 14.3.
    case implant = 2

    /// Injection. iOS 14.3.
    case injection = 3

    /// Intrauterine device. iOS 14.3.
    case intrauterineDevice = 4

    /// Intravaginal ring. iOS 14.3.
    case intravaginalRing = 5

    /// Oral. iOS 14.3.
    case oral = 6

    /// Patch. iOS 14.3.
    case patch = 7
}
