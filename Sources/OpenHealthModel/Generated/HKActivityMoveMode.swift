// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Activity move mode. iOS 14.0.
public enum HKActivityMoveMode: Int, Hashable, Sendable, CaseIterable {
    /// Active energy. iOS 14.0.
    case activeEnergy = 1

    /// Apple move time. iOS 14.0.
    case appleMoveTime = 2
}
