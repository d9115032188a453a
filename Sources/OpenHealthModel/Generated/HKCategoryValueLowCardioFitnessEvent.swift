// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The value of a category sample: low cardio fitness event. iOS 14.3.
public enum HKCategoryValueLowCardioFitnessEvent: Int, Hashable, Sendable, CaseIterable {
    /// Low fitness. iOS 14.3.
    case lowFitness = 1
}
