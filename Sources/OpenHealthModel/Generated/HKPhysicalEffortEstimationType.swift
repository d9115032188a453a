// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Physical effort estimation type. iOS 17.0.
public enum HKPhysicalEffortEstimationType: Int, Hashable, Sendable, CaseIterable {
    /// Activity lookup. iOS 17.0.
    case activityLookup = 1

    /// Device sensed. iOS 17.0.
    case deviceSensed = 2
}
