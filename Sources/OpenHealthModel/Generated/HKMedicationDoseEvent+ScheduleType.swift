// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKMedicationDoseEvent {
    /// Medication dose event schedule type. iOS 26.0.
    public enum ScheduleType: Int, Hashable, Sendable, CaseIterable {
        /// As needed. iOS 26.0.
        case asNeeded = 1

        /// Schedule. iOS 26.0.
        case schedule = 2
    }
}
