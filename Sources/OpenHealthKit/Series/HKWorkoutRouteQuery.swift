// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the handler is immutable.
/// A query for the locations of a workout route, which are reported in batches.
open class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    private let route: UUID
    private let interval: DateInterval?
    private let dataHandler: @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    /// Creates a query for all locations of a route.
    /// - Parameters:
    ///   - workoutRoute: The route.
    ///   - dataHandler: Receives locations sorted by date, and whether they are the last ones; or an error: `errorNoData` if the
    ///     route does not exist.
    @preconcurrency
    public convenience init(
        route workoutRoute: HKWorkoutRoute,
        dataHandler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        self.init(workoutRoute, interval: nil, dataHandler)
    }

    /// Creates a query for the locations of a route within a date interval.
    /// - Parameters:
    ///   - workoutRoute: The route.
    ///   - dateInterval: The interval, including its end.
    ///   - dataHandler: See ``init(route:dataHandler:)``.
    @preconcurrency
    public convenience init(
        route workoutRoute: HKWorkoutRoute, dateInterval: DateInterval,
        dataHandler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        self.init(workoutRoute, interval: dateInterval, dataHandler)
    }

    private init(
        _ route: HKWorkoutRoute, interval: DateInterval?,
        _ dataHandler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        self.route = route.uuid
        self.interval = interval
        self.dataHandler = dataHandler
        super.init(objectType: HKSeriesType.workoutRoute(), predicate: nil)
    }

    override func run(_ context: HealthContext) async {
        let read = Self.read(route, in: interval)
        let readBatch: PageRead<Int?, [CLLocation]> = { access, place in
            let batch = try await read(access, &place)
            return batch.isEmpty ? [] : [batch]
        }
        await handOut(context, from: nil, read: readBatch) { batch, isLast, error in
            dataHandler(self, error == nil ? batch ?? [] : nil, isLast, error)
        }
    }

    static func read(_ route: UUID, in interval: DateInterval? = nil) -> PageRead<Int?, CLLocation> {
        { access, place in
            let (points, end) = try await access.routePoints(of: route, in: interval, after: place, limit: 1000)
            place = end
            return points.map(CLLocation.init)
        }
    }
}
