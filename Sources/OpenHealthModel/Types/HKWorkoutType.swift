// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// The type of workouts; see ``HKObjectType/workoutType()``.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.workout] }
}
