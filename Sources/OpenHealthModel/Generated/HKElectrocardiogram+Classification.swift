// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKElectrocardiogram {
    /// Electrocardiogram classification. iOS 14.0.
    public enum Classification: Int, Hashable, Sendable, CaseIterable {
        /// Not set. iOS 14.0.
        case notSet = 0

        /// Sinus rhythm. iOS 14.0.
        case sinusRhythm = 1

        /// Atrial fibrillation. iOS 14.0.
        case atrialFibrillation = 2

        /// Inconclusive low heart rate. iOS 14.0.
        case inconclusiveLowHeartRate = 3

        /// Inconclusive high heart rate. iOS 14.0.
        case inconclusiveHighHeartRate = 4

        /// Inconclusive poor reading. iOS 14.0.
        case inconclusivePoorReading = 5

        /// Inconclusive other. iOS 14.0.
        case inconclusiveOther = 6

        /// Unrecognized. iOS 14.0.
        case unrecognized = 100
    }
}
