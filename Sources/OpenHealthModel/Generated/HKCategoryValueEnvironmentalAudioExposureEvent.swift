// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: environmental audio exposure event. iOS 14.0.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Hashable, Sendable, CaseIterable {
    /// Momentary limit. iOS 14.0.
    case momentaryLimit = 1
}
