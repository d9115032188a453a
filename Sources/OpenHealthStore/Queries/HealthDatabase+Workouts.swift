// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The workouts that overlap a range, with everything in them but the points of their routes.
    /// - Parameters:
    ///   - from: the beginning of the range; nil where it has none.
    ///   - to: the end of the range; nil where it has none.
    ///   - limit: the maximum number; nil for all.
    ///   - newestFirst: whether they come in descending order of their start.
    /// - Throws: a ``StoreError``.
    public func workouts(
        from: Date? = nil, to: Date? = nil, limit: Int? = nil, newestFirst: Bool = false
    ) throws -> [WorkoutRecord] {
        try read { db in
            let request = SampleRequest(
                types: [HKObjectType.workoutType().identifier], from: from, to: to, limit: limit,
                newestFirst: newestFirst)
            var selection = try SampleSelection(db, request)
            let workouts = WorkoutReader(selection.reader)
            var records: [WorkoutRecord] = []
            while let sample = try selection.next() { records.append(try workouts.workout(sample)) }
            return records
        }
    }

    /// The routes of all workouts, without their points, in order of their start.
    /// - Throws: a ``StoreError``.
    public func routes() throws -> [RouteSummary] {
        try read { db in try WorkoutReader(RecordReader(db)).routes() }
    }

    /// The points of a route, in order; none where there is no such route.
    /// - Throws: a ``StoreError``.
    public func routePoints(uuid: UUID) throws -> [RoutePoint] {
        try read { db in
            guard let sample = try SampleLookup.find(uuid, RecordReader(db)) else { return [] }
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT time, latitude, longitude, altitude, speed, course, horizontal_accuracy, vertical_accuracy
                    FROM route_point WHERE route = ? ORDER BY position
                    """,
                arguments: [sample.id])
            var points: [RoutePoint] = []
            while let row = try rows.next() {
                points.append(
                    RoutePoint(
                        time: try row.decode(atIndex: 0), latitude: try row.decode(atIndex: 1),
                        longitude: try row.decode(atIndex: 2), altitude: try row.decode(atIndex: 3) ?? .nan,
                        speed: try row.decode(atIndex: 4) ?? .nan, course: try row.decode(atIndex: 5) ?? .nan,
                        horizontalAccuracy: try row.decode(atIndex: 6) ?? .nan,
                        verticalAccuracy: try row.decode(atIndex: 7) ?? .nan))
            }
            return points
        }
    }
}
