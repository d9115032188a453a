// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because its superclass is; a mutex guards the mutable state.
/// A builder that records the locations of a workout's route.
///
/// Create a builder, or use the one that ``HKWorkoutBuilder/seriesBuilder(for:)`` returns, which is finished together with the
/// workout.
open class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private struct State {
        var points: [RoutePoint] = []
        var metadata = BuilderMetadata()
        var isOver = false
    }

    private let device: HKDevice?
    /// Whether the workout's builder finishes this builder.
    private let isPartOfWorkout: Bool
    private let state = Mutex(State())

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: The store that the route is saved to.
    ///   - device: The device that recorded the locations.
    public convenience init(healthStore: HKHealthStore, device: HKDevice?) {
        self.init(healthStore, device: device, partOfWorkout: nil)
    }

    /// - Parameter work: The queue of the workout's builder, so that the operations of both builders are performed in order; nil
    ///   if the route is not part of a workout builder.
    init(_ store: HKHealthStore, device: HKDevice?, partOfWorkout work: BuilderQueue?) {
        self.device = device
        isPartOfWorkout = work != nil
        super.init(store, on: work)
    }

    /// Adds locations, in any order.
    /// - Parameters:
    ///   - routeData: At least one location.
    ///   - completion: Receives whether the locations were added, or an error: `errorInvalidArgument` if the array is empty, a
    ///     coordinate is invalid, or the builder has ended; or the error of saving if the app may not save routes.
    @preconcurrency
    open func insertRouteData(
        _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { access in
            try await access.checkMaySave([HKSeriesType.workoutRoute()])
            guard !routeData.isEmpty else {
                throw HKError(.errorInvalidArgument, "There are no locations to add.")
            }
            for location in routeData {
                guard CLLocationCoordinate2DIsValid(location.coordinate), location.horizontalAccuracy >= 0,
                    location.timestamp.timeIntervalSinceReferenceDate.isFinite
                else {
                    throw HKError(
                        .errorInvalidArgument,
                        "A location has invalid coordinates, or no valid accuracy or time. Omit such locations.")
                }
            }
            try self.state.withLock { state in
                try Self.checkGoesOn(state)
                state.points += routeData.map(RoutePoint.init)
            }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds locations, in any order; see ``insertRouteData(_:completion:)``.
    open func insertRouteData(_ routeData: [CLLocation]) async throws {
        try await withCompletion { insertRouteData(routeData, completion: $0) }
    }

    /// Adds metadata; a later entry replaces an earlier one with the same key.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.add(metadata, completion) { values in
            try self.state.withLock { state in
                try Self.checkGoesOn(state)
                state.metadata.add(values)
            }
        }
    }

    /// Adds metadata; see ``addMetadata(_:completion:)``.
    nonisolated(nonsending) open func addMetadata(_ metadata: [String: Any]) async throws {
        try await withCompletion { addMetadata(metadata, completion: $0) }
    }

    /// Saves the route as part of a workout, with its locations sorted by date, and ends the builder.
    /// - Parameters:
    ///   - workout: The workout, which the app must have saved.
    ///   - metadata: The metadata of the route.
    ///   - completion: Receives the route, or an error: `errorInvalidArgument` if there are no locations, the workout is not
    ///     stored, the builder has ended, or the builder belongs to a workout builder.
    @preconcurrency
    open func finishRoute(
        with workout: HKWorkout, metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        let uuid = workout.uuid
        work.perform { access -> HKWorkoutRoute in
            guard !self.isPartOfWorkout else {
                throw HKError(
                    .errorInvalidArgument, "This route is saved with its workout: call finishWorkout on its builder.")
            }
            let values = try values.get()
            try self.state.withLock { state in
                try Self.checkGoesOn(state)
                state.metadata.add(values)
            }
            guard let (route, measurements) = try self.route(of: uuid) else {
                throw HKError(.errorInvalidArgument, "The route has no locations. Add some with insertRouteData.")
            }
            guard try await access.ownObject(uuid) is HKWorkout else {
                throw HKError(
                    .errorInvalidArgument,
                    "This app has saved no workout with the UUID \(uuid). Save it before its route.")
            }
            let uuids = try await access.save([(route, measurements)])
            self.discard()
            guard let stored = try await access.ownObject(uuids[0]) as? HKWorkoutRoute else {
                throw HKError(.errorNoData, "The route no longer exists.")
            }
            return stored
        } completion: {
            $0.tell(completion)
        }
    }

    /// Saves the route as part of a workout; see ``finishRoute(with:metadata:completion:)``.
    nonisolated(nonsending) open func finishRoute(
        with workout: HKWorkout, metadata: [String: Any]?
    ) async throws -> HKWorkoutRoute {
        try await withObject { finishRoute(with: workout, metadata: metadata, completion: $0) }
    }

    /// Ends the builder and discards the locations.
    open override func discard() {
        state.withLock { state in
            state.isOver = true
            state.points = []
        }
    }

    /// Returns the route to save with a workout, or nil if there are no locations.
    func route(of workout: UUID) throws -> (HKWorkoutRoute, SeriesMeasurements)? {
        let (points, metadata) = state.withLock { ($0.points.sorted { $0.time < $1.time }, $0.metadata.values) }
        guard let first = points.first, let last = points.last else { return nil }
        let type = HKSeriesType.workoutRoute()
        let (start, end) = (Date(timeIntervalSince1970: first.time), Date(timeIntervalSince1970: last.time))
        let fields: HKObjectFields
        do {
            fields = try HKObjectValidation.fields(
                of: type, start: start, end: end, device: device, metadata: metadata.objects)
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        let route = HKWorkoutRoute(count: points.count, startDate: start, endDate: end, fields: fields)
        return (route, .route(points, workout: workout))
    }

    private static func checkGoesOn(_ state: State) throws {
        guard !state.isOver else {
            throw HKError(.errorInvalidArgument, "The route has been finished or discarded. Create a new builder.")
        }
    }
}
