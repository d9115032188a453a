// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

extension HKHealthStore {
    /// Makes samples part of a workout, and saves those that are not there yet: all of them, or none.
    /// - Parameters:
    ///   - samples: the samples.
    ///   - workout: a workout that the app has saved.
    ///   - completion: takes whether it worked, else an error: `errorInvalidArgument` where there are no samples or the workout
    ///     is not there, `errorAuthorizationDenied` where it is another app's or the app may not save a type.
    public func add(
        _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        context.perform {
            try $0.save([], adding: samples, to: workout.uuid)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Makes samples part of a workout; see ``add(_:to:completion:)``.
    public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await awaitSuccess { add(samples, to: workout, completion: $0) }
    }

    /// The zones that the person's training is divided by: those of the latest workout that has zones which no app drew.
    /// - Parameter quantityType: what is measured, such as heart rate.
    /// - Returns: nil where no workout that the app may see has such zones.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` where the app has not asked for workouts.
    public func preferredWorkoutZoneConfiguration(
        for quantityType: HKQuantityType
    ) async throws -> HKWorkoutZoneConfiguration? {
        try await context.perform { try $0.latestZoneConfiguration(for: quantityType) }
    }

    /// Gives the workout session that goes on in this process. Sessions end with their process: another one finds none.
    /// - Parameter completion: takes the session; nil where none goes on.
    public func recoverActiveWorkoutSession(
        completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
    ) {
        let session = WorkoutSessions.active(in: context)
        context.perform { _ in
            session
        } completion: {
            completion(try? $0.get(), nil)
        }
    }

    /// The workout session that goes on in this process; see ``recoverActiveWorkoutSession(completion:)``.
    public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
        WorkoutSessions.active(in: context)
    }

    /// Starts a session now; ``HKWorkoutSession/startActivity(with:)`` replaced it in watchOS 5.
    public func start(_ workoutSession: HKWorkoutSession) { workoutSession.startActivity(with: nil) }

    /// Ends a session; ``HKWorkoutSession/end()`` replaced it in watchOS 5.
    public func end(_ workoutSession: HKWorkoutSession) { workoutSession.end() }

    /// Pauses a session; ``HKWorkoutSession/pause()`` replaced it in watchOS 5.
    public func pause(_ workoutSession: HKWorkoutSession) { workoutSession.pause() }

    /// Resumes a session; ``HKWorkoutSession/resume()`` replaced it in watchOS 5.
    public func resumeWorkoutSession(_ workoutSession: HKWorkoutSession) { workoutSession.resume() }
}
