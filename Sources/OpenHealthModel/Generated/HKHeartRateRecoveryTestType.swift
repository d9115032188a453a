// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Heart rate recovery test type. iOS 16.0.
public enum HKHeartRateRecoveryTestType: Int, Hashable, Sendable, CaseIterable {
    /// Max exercise. iOS 16.0.
    case maxExercise = 1

    /// Prediction sub max exercise. iOS 16.0.
    case predictionSubMaxExercise = 2

    /// Prediction non exercise. iOS 16.0.
    case predictionNonExercise = 3
}
