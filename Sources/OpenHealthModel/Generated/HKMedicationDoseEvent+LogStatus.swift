// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKMedicationDoseEvent {
    /// Medication dose event log status. iOS 26.0.
    public enum LogStatus: Int, Hashable, Sendable, CaseIterable {
        /// Not interacted. iOS 26.0.
        case notInteracted = 1

        /// Notification not sent. iOS 26.0.
        case notificationNotSent = 2

        /// Snoozed. iOS 26.0.
        case snoozed = 3

        /// Taken. iOS 26.0.
        case taken = 4

        /// Skipped. iOS 26.0.
        case skipped = 5

        /// Not logged. iOS 26.0.
        case notLogged = 6
    }
}
