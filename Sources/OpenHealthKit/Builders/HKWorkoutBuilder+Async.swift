// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Asynchronous variants of the methods with completion handlers.

extension HKWorkoutBuilder {
    /// Begins the workout; see ``beginCollection(withStart:completion:)``.
    public func beginCollection(at startDate: Date) async throws {
        try await withCompletion { beginCollection(withStart: startDate, completion: $0) }
    }

    /// Ends the workout; see ``endCollection(withEnd:completion:)``.
    public func endCollection(at endDate: Date) async throws {
        try await withCompletion { endCollection(withEnd: endDate, completion: $0) }
    }

    /// Saves the workout; see ``finishWorkout(completion:)``.
    /// - Returns: The workout. On Apple's systems the result is nil while the device is locked, which does not happen here.
    public func finishWorkout() async throws -> HKWorkout? {
        let workout: HKWorkout = try await withObject { finishWorkout(completion: $0) }
        return workout
    }

    /// Adds samples; see ``add(_:completion:)``.
    public func addSamples(_ samples: [HKSample]) async throws {
        try await withCompletion { add(samples, completion: $0) }
    }

    /// Adds events; see ``addWorkoutEvents(_:completion:)``.
    public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try await withCompletion { addWorkoutEvents(workoutEvents, completion: $0) }
    }

    /// Adds metadata; see ``addMetadata(_:completion:)``.
    nonisolated(nonsending) public func addMetadata(_ metadata: [String: Any]) async throws {
        try await withCompletion { addMetadata(metadata, completion: $0) }
    }

    /// Adds an activity; see ``addWorkoutActivity(_:completion:)``.
    public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try await withCompletion { addWorkoutActivity(workoutActivity, completion: $0) }
    }

    /// Sets the end date of an activity; see ``updateActivity(uuid:end:completion:)``.
    public func updateActivity(uuid: UUID, end: Date) async throws {
        try await withCompletion { updateActivity(uuid: uuid, end: end, completion: $0) }
    }

    /// Adds metadata to an activity; see ``updateActivity(uuid:adding:completion:)``.
    nonisolated(nonsending) public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
        try await withCompletion { updateActivity(uuid: uuid, adding: metadata, completion: $0) }
    }
}
