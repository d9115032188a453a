// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: audio exposure event. iOS 13.0.
public enum HKCategoryValueAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Loud environment. iOS 13.0.
    @available(*, deprecated, message: "Deprecated since iOS 14.0.")
    case loudEnvironment = 1

    /// Every case, deprecated ones included.
    public static let allCases: [Self] = [1...1].joined().compactMap(Self.init(rawValue:))
}
