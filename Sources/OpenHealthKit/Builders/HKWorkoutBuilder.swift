// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because the class is open and so cannot be final; what changes is behind mutexes.
/// Gathers a workout as it goes on: samples, events, activities, metadata, the route.
///
/// Begin the collection, add, end the collection, and finish or discard the workout. Samples are saved when they are added, if
/// the store does not have them yet; they stay there even if the workout is discarded. What is asked of a builder happens in
/// the order in which it was asked for; completion handlers run on a queue in the background. What comes in the wrong order
/// is an `HKError` with `errorInvalidArgument`.
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
    ///   - healthStore: where the workout is saved.
    ///   - configuration: what kind of workout it is; a copy is kept.
    ///   - device: what records the workout.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        store = healthStore
        self.device = device
        self.configuration = configuration.duplicate
        work = BuilderQueue(healthStore)
        super.init()
    }

    // MARK: What there is

    /// When the workout began; nil before that.
    open var startDate: Date? { recording.withLock { $0.startDate } }

    /// When the collection ended; nil before that.
    open var endDate: Date? { recording.withLock { $0.endDate } }

    /// A copy of the workout's configuration.
    open var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// The metadata that have been added.
    open var metadata: [String: Any] { recording.withLock { $0.metadata }.objects ?? [:] }

    /// The events that have been added, in the order of their time.
    open var workoutEvents: [HKWorkoutEvent] { recording.withLock { $0.events } }

    /// The activities that have been added, in the order of their start.
    open var workoutActivities: [HKWorkoutActivity] { recording.withLock { $0.activities } }

    /// The figures over the samples that have been added, by type.
    open var allStatistics: [HKQuantityType: HKStatistics] { recording.withLock { $0 }.allStatistics }

    /// The figures over the samples of one type that have been added; nil where there are none.
    open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        recording.withLock { $0 }.statistics(for: quantityType)
    }

    /// The seconds from the start of the workout to a date, or to its end, without pauses.
    open func elapsedTime(at date: Date) -> TimeInterval { recording.withLock { $0 }.elapsedTime(at: date) }

    /// The builder of a series that belongs to the workout and is finished together with it.
    /// - Parameter seriesType: the type of routes.
    /// - Returns: an ``HKWorkoutRouteBuilder``, always the same; nil for another type.
    open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        guard seriesType == HKSeriesType.workoutRoute() else { return nil }
        return route.withLock { route in
            if let route { return route }
            let new = HKWorkoutRouteBuilder(store, device: device, partOfWorkout: work)
            // Later additions would not be saved.
            if recording.withLock({ $0.isOver }) { new.discard() }
            route = new
            return new
        }
    }

    // MARK: Course

    /// Begins the workout.
    /// - Parameters:
    ///   - startDate: when it begins; nothing that is added may start earlier.
    ///   - completion: takes whether it has begun, else an error, as where the app may not save workouts.
    @preconcurrency
    open func beginCollection(
        withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { session in
            try await session.checkMaySave([.workoutType()])
            try self.recording.withLock { try $0.begin(at: startDate) }
            await self.readPreferredZones(session)
            await self.didBegin(session)
        } completion: {
            $0.tell(completion)
        }
    }

    /// Ends the workout; it is not saved before it is finished.
    /// - Parameters:
    ///   - endDate: when it ends, not before its start, its events and its activities.
    ///   - completion: takes whether it has ended, else an error.
    @preconcurrency
    open func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        work.perform { session in
            await self.willEnd(session)
            try self.recording.withLock { try $0.end(at: endDate) }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves the workout with its samples and its route, and ends the builder. After an error it can be tried again.
    /// - Parameter completion: takes the workout, else an error.
    @preconcurrency
    open func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        work.perform { session -> HKWorkout in
            let recording = try self.recording.withLock { recording in
                try recording.beginSaving()
                return recording
            }
            do {
                let workout = try await self.save(recording, session)
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

    private func save(_ recording: WorkoutRecording, _ session: any HealthSession) async throws -> HKWorkout {
        let workout = try recording.workout(configuration, device: device)
        var objects: [(HKSample, SeriesMeasurements?)] = [(workout, nil)]
        if let (route, points) = try route.withLock({ $0 })?.route(of: workout.uuid) { objects.append((route, points)) }
        // Samples that were deleted in the meantime are not saved again.
        let uuids = try await session.save(
            objects, adding: recording.samples.all, to: workout.uuid, savesMissing: false)
        guard let saved = try await session.ownObject(uuids[0]) as? HKWorkout else {
            throw HKError(.errorNoData, "The workout is no longer there.")
        }
        return saved
    }

    /// Ends the builder without saving the workout. The samples that have been added stay.
    open func discardWorkout() {
        recording.withLock { $0.discard() }
        route.withLock { $0 }?.discard()
    }

    // MARK: For live workouts

    /// Called when the workout has begun, on the builder's queue.
    func didBegin(_ session: any HealthSession) async {}

    /// Called when samples were added, on the builder's queue.
    func didAdd(_ types: Set<HKSampleType>) {}

    /// Called before the workout ends, on the builder's queue.
    func willEnd(_ session: any HealthSession) async {}
}
