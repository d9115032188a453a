// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: cervical mucus quality. iOS 9.0.
public enum HKCategoryValueCervicalMucusQuality: Int, Hashable, Sendable, CaseIterable {
    /// Dry. iOS 9.0.
    case dry = 1

    /// Sticky. iOS 9.0.
    case sticky = 2

    /// Creamy. iOS 9.0.
    case creamy = 3

    /// Watery. iOS 9.0.
    case watery = 4

    /// Egg white. iOS 9.0.
    case eggWhite = 5
}
