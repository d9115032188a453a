// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Blood glucose meal time. iOS 11.0.
public enum HKBloodGlucoseMealTime: Int, Hashable, Sendable, CaseIterable {
    /// Preprandial. iOS 11.0.
    case preprandial = 1

    /// Postprandial. iOS 11.0.
    case postprandial = 2
}
