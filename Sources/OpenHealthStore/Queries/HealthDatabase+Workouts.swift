// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns the workouts that overlap a range, with all of their parts except the points of their routes.
    /// - Parameters:
    ///   - from: The start of the range; nil for no bound.
    ///   - to: The end of the range; nil for no bound.
    ///   - limit: The maximum number of workouts; nil for no limit.
    ///   - newestFirst: Whether the workouts are in descending order of their start dates.
    /// - Throws: A ``StoreError``.
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

    /// Returns the routes of all workouts without their points, in order of their start dates.
    /// - Throws: A ``StoreError``.
    public func routes() throws -> [RouteSummary] {
        try read { db in try WorkoutReader(RecordReader(db)).routes() }
    }

    /// Returns the points of a route in order, or an empty array if the route doesn't exist.
    /// - Throws: A ``StoreError``.
    public func routePoints(uuid: UUID) throws -> [RoutePoint] {
        try read { db in
            let type = HKSeriesType.workoutRoute().identifier
            guard let sample = try SampleLookup.find(uuid, type: type, RecordReader(db)) else { return [] }
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT \(RoutePointColumn.selection) FROM route_point WHERE route = ? ORDER BY position",
                arguments: [sample.id])
            var points: [RoutePoint] = []
            while let row = try rows.next() {
                points.append(try RoutePoint(row: row))
            }
            return points
        }
    }
}
