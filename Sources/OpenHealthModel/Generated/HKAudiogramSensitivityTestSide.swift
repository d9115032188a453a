// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Audiogram sensitivity test side. iOS 18.1.
public enum HKAudiogramSensitivityTestSide: Int, Hashable, Sendable, CaseIterable {
    /// Left. iOS 18.1.
    case left = 0

    /// Right. iOS 18.1.
    case right = 1
}
