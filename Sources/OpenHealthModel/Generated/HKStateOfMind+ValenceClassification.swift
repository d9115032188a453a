// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKStateOfMind {
    /// State of mind valence classification. iOS 18.0.
    public enum ValenceClassification: Int, Hashable, Sendable, CaseIterable {
        /// Very unpleasant. iOS 18.0.
        case veryUnpleasant = 1

        /// Unpleasant. iOS 18.0.
        case unpleasant = 2

        /// Slightly unpleasant. iOS 18.0.
        case slightlyUnpleasant = 3

        /// Neutral. iOS 18.0.
        case neutral = 4

        /// Slightly pleasant. iOS 18.0.
        case slightlyPleasant = 5

        /// Pleasant. iOS 18.0.
        case pleasant = 6

        /// Very pleasant. iOS 18.0.
        case veryPleasant = 7
    }
}
