// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because the class is open and cannot be final; mutexes guard the mutable state.
/// A builder that records a workout as it happens: samples, events, activities, metadata, and the route.
///
/// Begin the collection, add data, end the collection, and finish or discard the workout. Samples are saved when they are added
/// if they are not stored yet; they remain stored even if the workout is discarded. A builder performs operations in the order in
/// which they were requested; completion handlers are called on a background queue. Calling methods in the wrong order results in
/// an `HKError` with the code `errorInvalidArgument`.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// The device that records the workout.
    public let device: HKDevice?
    let store: HKHealthStore
    let work: BuilderQueue
    let recording = Mutex(WorkoutRecording())
    private let configuration: HKWorkoutConfiguration
    private let route = Mutex<HKWorkoutRouteBuilder?>(nil)

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: The store that the workout is saved to.
    ///   - configuration: The configuration of the workout, which is copied.
    ///   - device: The device that records the workout.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        store = healthStore
        self.device = device
        self.configuration = configuration.duplicate
        work = BuilderQueue(healthStore)
    }

    // MARK: What there is

    /// The start date of the workout, or nil if it has not begun.
    open var startDate: Date? { recording.withLock { $0.startDate } }

    /// The end date of the collection, or nil if it has not ended.
    open var endDate: Date? { recording.withLock { $0.endDate } }

    /// A copy of the workout's configuration.
    open var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// The metadata that has been added.
    open var metadata: [String: Any] { recording.withLock { $0.metadata }.objects ?? [:] }

    /// The events that have been added, sorted by date.
    open var workoutEvents: [HKWorkoutEvent] { recording.withLock { $0.events } }

    /// The activities that have been added, sorted by start date.
    open var workoutActivities: [HKWorkoutActivity] { recording.withLock { $0.activities } }

    /// The statistics of the samples that have been added, by type.
    open var allStatistics: [HKQuantityType: HKStatistics] { recording.withLock { $0 }.allStatistics }

    /// Returns the statistics of the samples of one type that have been added, or nil if there are none.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        recording.withLock { $0 }.statistics(for: quantityType)
    }

    /// Returns the duration of the workout in seconds until a date or its end, without pauses.
    open func elapsedTime(at date: Date) -> TimeInterval { recording.withLock { $0 }.elapsedTime(at: date) }

    /// Returns the builder of a series that is part of the workout and is finished together with it.
    /// - Parameter seriesType: The type of workout routes.
    /// - Returns: An ``HKWorkoutRouteBuilder``, the same for each call, or nil for another type.
    open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        guard seriesType == HKSeriesType.workoutRoute() else { return nil }
        return route.withLock { route in
            if let route { return route }
            let new = HKWorkoutRouteBuilder(store, device: device, partOfWorkout: work)
            // Locations that are added later would not be saved.
            if recording.withLock({ $0.isOver }) { new.discard() }
            route = new
            return new
        }
    }

    // MARK: Course

    /// Begins the workout.
    /// - Parameters:
    ///   - startDate: The start date; nothing that is added may start earlier.
    ///   - completion: Receives whether the workout began, or an error, for example if the app may not save workouts.
    @preconcurrency
    open func beginCollection(
        withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { access in
            try await access.checkMaySave([.workoutType()])
            try self.recording.withLock { try $0.begin(at: startDate) }
            await self.readPreferredZones(access)
            await self.didBegin(access)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends the collection. Call ``finishWorkout(completion:)`` to save the workout.
    /// - Parameters:
    ///   - endDate: The end date, not before the start date, the events, or the activities.
    ///   - completion: Receives whether the collection ended, or an error.
    @preconcurrency
    open func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        work.perform { access in
            await self.willEnd(access)
            try self.recording.withLock { try $0.end(at: endDate) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves the workout with its samples and its route, and ends the builder. The call can be repeated after an error.
    /// - Parameter completion: Receives the workout, or an error.
    @preconcurrency
    open func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        work.perform { access -> HKWorkout in
            let recording = try self.recording.withLock { recording in
                try recording.beginSaving()
                return recording
            }
            do {
                let workout = try await self.save(recording, access)
                self.recording.withLock { $0.endSaving(true) }
                self.route.withLock { $0 }?.discard()
                return workout
            } catch {
                self.recording.withLock { $0.endSaving(false) }
                throw error
            }
        } completion: {
            $0.tell(completion)
        }
    }

    private func save(_ recording: WorkoutRecording, _ access: any HealthAccess) async throws -> HKWorkout {
        let workout = try recording.workout(configuration, device: device)
        var objects: [(HKSample, SeriesMeasurements?)] = [(workout, nil)]
        if let (route, points) = try route.withLock({ $0 })?.route(of: workout.uuid) { objects.append((route, points)) }
        // Samples that were deleted in the meantime are not saved again.
        let uuids = try await access.save(
            objects, adding: recording.samples.all, to: workout.uuid, savesMissing: false)
        guard let saved = try await access.ownObject(uuids[0]) as? HKWorkout else {
            throw HKError(.errorNoData, "The workout no longer exists.")
        }
        return saved
    }

    /// Ends the builder without saving the workout. The samples that have been added remain stored.
    open func discardWorkout() {
        recording.withLock { $0.discard() }
        route.withLock { $0 }?.discard()
    }

    // MARK: For live workouts

    /// Called on the builder's queue when the workout has begun.
    func didBegin(_ access: any HealthAccess) async {}

    /// Called on the builder's queue when samples were added.
    func didAdd(_ types: Set<HKSampleType>) {}

    /// Called on the builder's queue before the workout ends.
    func willEnd(_ access: any HealthAccess) async {}
}

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
