// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKStateOfMind {
    /// State of mind association. iOS 18.0.
    public enum Association: Int, Hashable, Sendable, CaseIterable {
        /// Community. iOS 18.0.
        case community = 1

        /// Current events. iOS 18.0.
        case currentEvents = 2

        /// Dating. iOS 18.0.
        case dating = 3

        /// Education. iOS 18.0.
        case education = 4

        /// Family. iOS 18.0.
        case family = 5

        /// Fitness. iOS 18.0.
        case fitness = 6

        /// Friends. iOS 18.0.
        case friends = 7

        /// Health. iOS 18.0.
        case health = 8

        /// Hobbies. iOS 18.0.
        case hobbies = 9

        /// Identity. iOS 18.0.
        case identity = 10

        /// Money. iOS 18.0.
        case money = 11

        /// Partner. iOS 18.0.
        case partner = 12

        /// Self care. iOS 18.0.
        case selfCare = 13

        /// Spirituality. iOS 18.0.
        case spirituality = 14

        /// Tasks. iOS 18.0.
        case tasks = 15

        /// Travel. iOS 18.0.
        case travel = 16

        /// Work. iOS 18.0.
        case work = 17

        /// Weather. iOS 18.0.
        case weather = 18
    }
}
