// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Apple sleeping breathing disturbances classification. iOS 18.0.
public enum HKAppleSleepingBreathingDisturbancesClassification: Int, Hashable, Sendable, CaseIterable {
    /// Not elevated. iOS 18.0.
    case notElevated = 0

    /// Elevated. iOS 18.0.
    case elevated = 1
}
