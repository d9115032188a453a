// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

extension HKWorkoutBuilder {
    /// Adds samples, and saves those that are not stored yet. If the store keeps an earlier sample with the same sync
    /// identifier, that sample is added instead.
    /// - Parameters:
    ///   - samples: The samples, none of which may start before the workout.
    ///   - completion: Receives whether all of them were added, or an error.
    @preconcurrency
    public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        work.perform { session in
            try self.recording.withLock { try $0.check(samples) }
            var stored: [HKSample] = []
            for (sample, uuid) in zip(samples, try await session.saveNew(samples)) {
                if uuid == sample.uuid {
                    stored.append(sample)
                } else if let other = try await session.ownObject(uuid) {
                    stored.append(other)
                }
            }
            let added = stored
            try self.recording.withLock { recording in
                try recording.check(added)
                _ = recording.add(added)
            }
            self.didAdd(Set(added.map(\.sampleType)))
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds events.
    /// - Parameters:
    ///   - workoutEvents: The events, which must be within the workout; a resume event must follow a pause event.
    ///   - completion: Receives whether all of them were added, or an error.
    @preconcurrency
    public func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { _ in
            try self.recording.withLock { try $0.add(workoutEvents) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds metadata; a later entry replaces an earlier one with the same key. If an entry is invalid, none is added.
    @preconcurrency
    public func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.add(metadata, completion) { values in try self.recording.withLock { try $0.add(values) } }
    }

    /// Adds an activity, which may have no end date yet.
    /// - Parameters:
    ///   - workoutActivity: The activity, which must be within the workout.
    ///   - completion: Receives whether it was added, or an error.
    @preconcurrency
    public func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { _ in
            try self.recording.withLock { try $0.add(workoutActivity) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Sets the end date of an activity.
    /// - Parameters:
    ///   - uuid: The identifier of an activity that was added.
    ///   - end: The end date, not before the start date of the activity.
    ///   - completion: Receives whether the end date was set, or an error.
    @preconcurrency
    public func updateActivity(
        uuid: UUID, end: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { _ in
            try self.recording.withLock { try $0.update(uuid, end: end) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds metadata to an activity; a later entry replaces an earlier one with the same key.
    /// - Parameters:
    ///   - uuid: The identifier of an activity that was added.
    ///   - metadata: The metadata to add.
    ///   - completion: Receives whether they were added, or an error.
    @preconcurrency
    public func updateActivity(
        uuid: UUID, adding metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        work.perform { _ in
            let values = try values.get()
            try self.recording.withLock { try $0.update(uuid, adding: values) }
        } completion: {
            $0.tell(completion)
        }
    }
}
