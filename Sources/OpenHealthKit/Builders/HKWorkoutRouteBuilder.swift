// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because its superclass is; what changes is behind a mutex.
/// Gathers the locations of a workout's route.
///
/// Make one, or take that of a workout's builder, ``HKWorkoutBuilder/seriesBuilder(for:)``, which is finished together with
/// the workout.
open class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
    private struct State {
        var points: [RoutePoint] = []
        var metadata = BuilderMetadata()
        var isOver = false
    }

    private let device: HKDevice?
    /// Whether it is finished with a workout, by the workout's builder.
    private let isPartOfWorkout: Bool
    private let state = Mutex(State())

    /// Creates a builder.
    /// - Parameters:
    ///   - healthStore: where the route is saved.
    ///   - device: what measured the locations.
    public convenience init(healthStore: HKHealthStore, device: HKDevice?) {
        self.init(healthStore, device: device, partOfWorkout: nil)
    }

    /// - Parameter work: where the builder of the workout works that it is part of, so that what is asked of the two happens in
    ///   one order; nil where it stands alone.
    init(_ store: HKHealthStore, device: HKDevice?, partOfWorkout work: BuilderQueue?) {
        self.device = device
        isPartOfWorkout = work != nil
        super.init(store, on: work)
    }

    /// Adds locations, in any order.
    /// - Parameters:
    ///   - routeData: the locations, at least one.
    ///   - completion: takes whether they were added, else an error: `errorInvalidArgument` for none, for one that is no place
    ///     on earth, and after the end of the builder; and what saving gives where the app may not save routes.
    @preconcurrency
    open func insertRouteData(
        _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        work.perform { session in
            try await session.checkMaySave([HKSeriesType.workoutRoute()])
            guard !routeData.isEmpty else {
                throw HKError(.errorInvalidArgument, "There are no locations to add.")
            }
            for location in routeData {
                guard CLLocationCoordinate2DIsValid(location.coordinate), location.horizontalAccuracy >= 0,
                    location.timestamp.timeIntervalSinceReferenceDate.isFinite
                else {
                    throw HKError(
                        .errorInvalidArgument,
                        "A location is no place on earth, or has no known accuracy or time. Leave such locations out.")
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

    /// Adds metadata; of two entries with one key the later one counts.
    @preconcurrency
    open func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        work.perform { _ in
            let values = try values.get()
            try self.state.withLock { state in
                try Self.checkGoesOn(state)
                state.metadata.add(values)
            }
        } completion: {
            $0.tell(completion)
        }
    }

    /// Adds metadata; see ``addMetadata(_:completion:)``.
    nonisolated(nonsending) open func addMetadata(_ metadata: [String: Any]) async throws {
        try await withCompletion { addMetadata(metadata, completion: $0) }
    }

    /// Saves the route, its locations in the order of their time, as part of a workout, and ends the builder.
    /// - Parameters:
    ///   - workout: the workout, which the app has saved.
    ///   - metadata: more about the route.
    ///   - completion: takes the route, else an error: `errorInvalidArgument` where there are no locations, where the workout
    ///     is not saved, after the end of the builder, and for the builder of a workout's builder.
    @preconcurrency
    open func finishRoute(
        with workout: HKWorkout, metadata: [String: Any]?,
        completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        let uuid = workout.uuid
        work.perform { session -> HKWorkoutRoute in
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
            guard try await session.ownObject(uuid) is HKWorkout else {
                throw HKError(
                    .errorInvalidArgument,
                    "This app has saved no workout with the UUID \(uuid). Save it before its route.")
            }
            let uuids = try await session.save([(route, measurements)])
            self.discard()
            guard let stored = try await session.ownObject(uuids[0]) as? HKWorkoutRoute else {
                throw HKError(.errorNoData, "The route is no longer there.")
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

    /// Ends the builder and forgets the locations.
    open override func discard() {
        state.withLock { state in
            state.isOver = true
            state.points = []
        }
    }

    /// The route as it has been gathered, to be saved with a workout; nil where there are no locations.
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
            throw HKError(.errorInvalidArgument, "The route has been finished or discarded. Make a new builder.")
        }
    }
}
