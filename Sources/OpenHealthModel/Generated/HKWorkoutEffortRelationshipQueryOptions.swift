// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout effort relationship query options. iOS 18.0.
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Hashable, Sendable, CaseIterable {
    /// Default. iOS 18.0.
    case `default` = 0

    /// Most relevant. iOS 18.0.
    case mostRelevant = 1
}
