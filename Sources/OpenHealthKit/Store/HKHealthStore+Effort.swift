// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

extension HKHealthStore {
    /// Says how hard a workout was: relates a sample of effort to it, which is saved where it is not there yet.
    /// - Parameters:
    ///   - sample: a sample of `workoutEffortScore` or `estimatedWorkoutEffortScore`.
    ///   - workout: a workout that the app may see.
    ///   - activity: the part of the workout that the sample is about; nil for all of it.
    ///   - completion: takes whether it worked, else an error: `errorInvalidArgument` for a sample of another type and for an
    ///     activity that is not of the workout, `errorNoData` where the workout is not there.
    public func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.relateEffort(sample, workout: workout.uuid, activity: activity?.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Relates a sample of effort to a workout; see ``relateWorkoutEffortSample(_:with:activity:completion:)``.
    /// - Returns: true.
    @discardableResult
    public func relateWorkoutEffortSample(
        _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await awaitSuccess {
            relateWorkoutEffortSample(sample, with: workout, activity: activity, completion: $0)
        }
        return true
    }

    /// Ends the relation of a sample of effort to a workout. The sample stays.
    /// - Parameters:
    ///   - sample: the sample.
    ///   - workout: the workout.
    ///   - activity: the part of the workout that it was related to; nil for all of it.
    ///   - completion: takes whether it worked, else an error, `errorInvalidArgument` where there is no such relation.
    public func unrelateWorkoutEffortSample(
        _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.unrelateEffort(sample, workout: workout.uuid, activity: activity?.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends the relation of a sample of effort to a workout; see
    /// ``unrelateWorkoutEffortSample(_:from:activity:completion:)``.
    /// - Returns: true.
    @discardableResult
    public func unrelateWorkoutEffortSample(
        _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await awaitSuccess {
            unrelateWorkoutEffortSample(sample, from: workout, activity: activity, completion: $0)
        }
        return true
    }
}
