// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Audiogram conduction type. iOS 18.1.
public enum HKAudiogramConductionType: Int, Hashable, Sendable, CaseIterable {
    /// Air. iOS 18.1.
    case air = 0
}
