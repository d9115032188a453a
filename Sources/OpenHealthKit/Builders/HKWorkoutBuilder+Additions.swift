// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

extension HKWorkoutBuilder {
    /// Adds samples, and saves those that are not stored yet. If the store keeps an earlier sample with the same sync
    /// identifier, that sample is added instead.
    /// - Parameters:
    ///   - samples: The samples, none of which may start before the workout.
    ///   - completion: Receives whether all of them were added, or an error.
    @preconcurrency
    public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        work.perform { access in
            try self.recording.withLock { try $0.check(samples) }
            var stored: [HKSample] = []
            for (sample, uuid) in zip(samples, try await access.saveNew(samples)) {
                if uuid == sample.uuid {
                    stored.append(sample)
                } else if let other = try await access.ownObject(uuid) {
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

extension HKWorkoutBuilder {
    /// The types that have training zones.
    private static let zoneTypes = [
        HKQuantityTypeIdentifier.heartRate, .cyclingPower, .runningPower,
    ].map { HKQuantityType($0) }

    /// Sets the zones of a type for this workout.
    /// - Parameters:
    ///   - configuration: The zones, or nil for the person's zones.
    ///   - quantityType: The type of the quantity.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the zones are those of another type or the builder has ended.
    public func setCustomZoneConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
    ) async throws {
        guard configuration == nil || configuration?.quantityType == quantityType else {
            throw HKError(.errorInvalidArgument, "The zones are not of \(quantityType.identifier).")
        }
        try recording.withLock { recording in
            // Zones can also be set before the workout begins.
            if recording.phase != .new { _ = try recording.start() }
            recording.customZones[quantityType] = configuration
        }
    }

    /// Returns the zones of a type: those set by the app, otherwise those of the person.
    /// - Returns: The configuration, or nil if there is none.
    /// - Throws: An `HKError`.
    public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
        if let zones = recording.withLock({ $0.zones(for: quantityType) }) { return zones }
        return try await store.preferredWorkoutZoneConfiguration(for: quantityType)
    }

    /// Returns the time spent in the zones of a type so far, or nil if there are no zones or no samples.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        recording.withLock { $0 }.zoneGroup(for: quantityType, now: work.now)
    }

    /// Reads the person's zones, if the app may read them.
    func readPreferredZones(_ access: any HealthAccess) async {
        for type in Self.zoneTypes {
            // A workout does not require zones.
            guard let zones = try? await access.latestZoneConfiguration(for: type) else { continue }
            recording.withLock { $0.preferredZones[type] = zones }
        }
    }
}
