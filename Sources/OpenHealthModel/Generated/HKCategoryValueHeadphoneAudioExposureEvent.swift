// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: headphone audio exposure event. iOS 14.2.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Seven day limit. iOS 14.2.
    case sevenDayLimit = 1
}
