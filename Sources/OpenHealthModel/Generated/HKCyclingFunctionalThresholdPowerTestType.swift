// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Cycling functional threshold power test type. iOS 17.0.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Hashable, Sendable, CaseIterable {
    /// Max exercise 60 minute. iOS 17.0.
    case maxExercise60Minute = 1

    /// Max exercise 20 minute. iOS 17.0.
    case maxExercise20Minute = 2

    /// Ramp test. iOS 17.0.
    case rampTest = 3

    /// Prediction exercise. iOS 17.0.
    case predictionExercise = 4
}
