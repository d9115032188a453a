// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// VO2 max test type. iOS 11.0.
public enum HKVO2MaxTestType: Int, Hashable, Sendable, CaseIterable {
    /// Max exercise. iOS 11.0.
    case maxExercise = 1

    /// Prediction sub max exercise. iOS 11.0.
    case predictionSubMaxExercise = 2

    /// Prediction non exercise. iOS 11.0.
    case predictionNonExercise = 3

    /// Prediction step test. iOS 26.0.
    case predictionStepTest = 4
}
