// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKElectrocardiogram {
    /// Electrocardiogram symptoms status. iOS 14.0.
    public enum SymptomsStatus: Int, Hashable, Sendable, CaseIterable {
        /// Not set. iOS 14.0.
        case notSet = 0

        /// None. iOS 14.0.
        case none = 1

        /// Present. iOS 14.0.
        case present = 2
    }
}
