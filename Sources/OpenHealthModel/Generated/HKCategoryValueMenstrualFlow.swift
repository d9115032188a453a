// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: menstrual flow. iOS 9.0.
public enum HKCategoryValueMenstrualFlow: Int, Hashable, Sendable, CaseIterable {
    /// Unspecified. iOS 9.0.
    case unspecified = 1

    /// Light. iOS 9.0.
    case light = 2

    /// Medium. iOS 9.0.
    case medium = 3

    /// Heavy. iOS 9.0.
    case heavy = 4

    /// None. iOS 12.0.
    @available(*, deprecated, message: "Deprecated since iOS 18.0.")
    case none = 5

    /// Every case, deprecated ones included.
    public static let allCases: [Self] = [1...5].joined().compactMap(Self.init(rawValue:))
}
