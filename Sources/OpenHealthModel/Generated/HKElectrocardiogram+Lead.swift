// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKElectrocardiogram {
    /// Electrocardiogram lead. iOS 14.0.
    public enum Lead: Int, Hashable, Sendable, CaseIterable {
        /// Apple watch similar to lead I. iOS 14.0.
        case appleWatchSimilarToLeadI = 1
    }
}
