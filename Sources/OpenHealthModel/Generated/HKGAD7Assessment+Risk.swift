// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKGAD7Assessment {
    /// GAD7 assessment risk. iOS 18.0.
    public enum Risk: Int, Hashable, Sendable, CaseIterable {
        /// None to minimal. iOS 18.0.
        case noneToMinimal = 1

        /// Mild. iOS 18.0.
        case mild = 2

        /// Moderate. iOS 18.0.
        case moderate = 3

        /// Severe. iOS 18.0.
        case severe = 4
    }
}
