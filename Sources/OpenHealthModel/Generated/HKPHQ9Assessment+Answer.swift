// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKPHQ9Assessment {
    /// PHQ9 assessment answer. iOS 18.0.
    public enum Answer: Int, Hashable, Sendable, CaseIterable {
        /// Not at all. iOS 18.0.
        case notAtAll = 0

        /// Several days. iOS 18.0.
        case severalDays = 1

        /// More than half the days. iOS 18.0.
        case moreThanHalfTheDays = 2

        /// Nearly every day. iOS 18.0.
        case nearlyEveryDay = 3

        /// Prefer not to answer. iOS 18.0.
        case preferNotToAnswer = 4
    }
}
