// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

extension HKWorkoutBuilder {
    /// Adds samples, and saves those that the store does not have yet. Where the store keeps an older one with the same sync
    /// identifier, that one is added.
    /// - Parameters:
    ///   - samples: the samples, none of which starts before the workout.
    ///   - completion: takes whether they were added, all of them, else an error.
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
    ///   - workoutEvents: the events, which lie within the workout; no resume comes before the first pause.
    ///   - completion: takes whether they were added, all of them, else an error.
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

    /// Adds metadata; of two entries with one key the later one counts. Where one cannot be, none is added.
    @preconcurrency
    public func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        work.perform { _ in
            let values = try values.get()
            try self.recording.withLock { try $0.add(values) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds an activity, which may go on.
    /// - Parameters:
    ///   - workoutActivity: the activity, which lies within the workout.
    ///   - completion: takes whether it was added, else an error.
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

    /// Sets the end of an activity.
    /// - Parameters:
    ///   - uuid: the identity of an activity that has been added.
    ///   - end: not before its start.
    ///   - completion: takes whether that was possible, else an error.
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

    /// Adds metadata to an activity; of two entries with one key the later one counts.
    /// - Parameters:
    ///   - uuid: the identity of an activity that has been added.
    ///   - metadata: the entries.
    ///   - completion: takes whether they were added, else an error.
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
