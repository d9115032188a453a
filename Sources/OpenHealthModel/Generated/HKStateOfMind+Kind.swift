// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKStateOfMind {
    /// State of mind kind. iOS 18.0.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// Momentary emotion. iOS 18.0.
        case momentaryEmotion = 1

        /// Daily mood. iOS 18.0.
        case dailyMood = 2
    }
}
