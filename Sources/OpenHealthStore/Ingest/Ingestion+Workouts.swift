// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The routes whose points are in a file that hasn't been read yet. Several routes can refer to one file.
final class RouteFiles {
    fileprivate var routes: [String: [(id: Int64, isNew: Bool)]] = [:]
}

extension Ingestion {
    /// Stores a workout with all of its parts.
    package func take(_ workout: WorkoutData, texts: [String]) throws {
        var workout = workout
        var activity = HealthEnums.rawValue(ofCase: workout.activityType)
        if activity == nil, let known = try knownActivity(),
            let name = HealthEnums.caseName(ofEnum: "HKWorkoutActivityType", rawValue: known)
        {
            (workout.activityType, activity) = (name, known)
        }
        push?.begin(workout)
        let formerCount = push?.former.members.count ?? 0
        let place =
            try placeOfUnknownKind(workout, activity: activity)
            ?? takeSample(
                type: "HKWorkoutTypeIdentifier", workout.sample,
                value: Double(activity ?? Int(HKWorkoutActivityType.other.rawValue)),
                isSame: { id in try self.canBe(workout, stored: id) })
        let (id, isNew) = (place.id, place.isNew)
        receipt.count(.workouts, isNew: isNew)
        receipt.noteWorkout(workout.sample.start, workout.sample.end)
        if place.isOther { return }
        // The routes have UUIDs of their own, which the push does not carry.
        push?.endItem()
        if isNew { for former in push?.former.workouts ?? [] { former.complete(&workout) } }
        var relation = WorkoutRelation.same
        if !isNew, push == nil {
            try noteOtherActivity(workout, stored: id)
            if !place.isCompleted { relation = try self.relation(of: workout, toStored: id) }
            try addName(of: workout, to: id)
        }
        let isReplaced = place.isCompleted || relation == .better
        if isNew { try details.add(workout, id: id, activity: activity) }
        if relation == .better {
            try replaceParts(of: id, with: workout, activity: activity)
        } else if isReplaced {
            try details.replace(workout, id: id, activity: activity)
        }
        let added = try isNew ? workout : relation == .worse ? nil : details.addMissing(workout, id: id)
        for (kind, count) in Self.partCounts {
            receipt.count(kind, isNew: false, times: count(workout))
            receipt.add(kind, added.map(count) ?? 0)
        }
        // Routes in a push have no source, so they cannot be distinguished from the routes of the stored workout. The routes of two
        // versions of a workout describe the same way.
        let hasRoutes =
            try (push != nil || relation == .worse) && !isNew && details.has("workout_route", workout: id)
        var former = isReplaced ? try details.routes(ofWorkout: id) : []
        for route in workout.routes where !hasRoutes {
            if relation == .better, try replacePoints(of: &former, with: route) {
                receipt.count(.routes, isNew: false)
                receipt.count(.routePoints, isNew: false, times: route.points.count)
            } else {
                try take(route, workout: id)
            }
        }
        if let push, isNew, workout.routes.isEmpty {
            try keepRoutes(push.former.members.dropFirst(formerCount), in: id)
        }
        if !workout.routes.isEmpty {
            let lost = former.filter { !matched.contains($0) }
            if relation == .better { try deleteRoutes(lost) }
            try details.unlink(lost)
        }
        try pend(workout.records, in: .workout(id), texts: texts)
    }

    /// Returns the kind of the earlier version of the pushed workout; nil if it is unknown. Apps translate the names of kinds after a change of
    /// the language, and a name that is not recognised says less than the earlier one.
    private func knownActivity() throws -> Int? {
        guard let push, let uuid = push.item.uuid else { return nil }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT u.app, w.activity_type FROM sample_uuid AS u JOIN sample_type AS t ON t.id = u.type
                        JOIN workout AS w ON w.id = u.id
                    WHERE u.uuid = ? AND t.identifier = ? AND w.activity_name IS NULL ORDER BY u.id DESC
                    """), arguments: [uuid.bytes, HKWorkoutTypeIdentifier])
        let own = try rows.first { row in
            try row.value(String?.self, of: "app").map { push.reach.apps.contains($0) } ?? false
        }
        return try own?.value(of: "activity_type")
    }

    /// Returns whether a stored workout has other sums, such as another distance.
    func hasOtherSums(_ workout: Int64, than sums: [WorkoutStatisticsData]) throws -> Bool {
        if sums.isEmpty { return false }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT type, unit, sum FROM workout_statistics
                    WHERE workout = ? AND activity IS NULL AND sum IS NOT NULL
                    """), arguments: [workout])
        return try rows.contains { row in
            let (type, unit): (String, String?) = (try row.value(of: "type"), try row.value(of: "unit"))
            let stored: Double = try row.value(of: "sum")
            return sums.contains { sum in
                guard sum.type == type, sum.unit == unit, let new = sum.sum else { return false }
                return (new - stored).magnitude > 1e-6 * max(new.magnitude, stored.magnitude)
            }
        }
    }

    /// The numbers of a workout's parts by kind, including those of its activities.
    private static let partCounts: [(ImportReceipt.Kind, @Sendable (WorkoutData) -> Int)] = [
        (.workoutEvents, { $0.events.count + $0.activities.reduce(0) { $0 + $1.events.count } }),
        (.workoutStatistics, { $0.statistics.count + $0.activities.reduce(0) { $0 + $1.statistics.count } }),
        (.workoutActivities, { $0.activities.count }),
    ]

    /// Keeps the routes of the earlier version of a pushed workout in the later one, which has none. Apps leave them out after a change of a
    /// setting.
    private func keepRoutes(_ former: some Sequence<RawSample>, in workout: Int64) throws {
        for sample in former where try records.type(sample.type).identifier == HKWorkoutRouteTypeIdentifier {
            try link(route: sample.id, to: workout)
            matched.insert(sample.id)
        }
    }

    /// Links a route that belongs to no workout.
    private func link(route: Int64, to workout: Int64) throws {
        try db.cachedStatement(sql: "UPDATE workout_route SET workout = ? WHERE id = ? AND workout IS NULL")
            .execute(arguments: [workout, route])
    }

    func take(_ route: WorkoutRouteData, workout: Int64, isCounted: Bool = true) throws {
        let place = try takeSample(type: "HKWorkoutRouteTypeIdentifier", route.sample)
        let (id, isNew) = (place.id, place.isNew)
        if isCounted {
            receipt.count(.routes, isNew: isNew)
            receipt.count(.routePoints, isNew: isNew, times: route.points.count)
        }
        // A route that refers to a file twice contains its points once.
        for file in Set(route.files) { routeFiles.routes[file, default: []].append((id, isNew)) }
        guard isNew else {
            // The workout that had the route is a copy of this one now, or the earlier version of it.
            if push?.former.members.contains(where: { $0.id == id }) ?? true { try link(route: id, to: workout) }
            return
        }
        try db.execute(
            sql: "INSERT INTO workout_route (id, start, workout, files) VALUES (?, ?, ?, ?)",
            arguments: [id, route.sample.start, workout, route.files.isEmpty ? nil : MetadataJSON.strings(route.files)])
        if !route.points.isEmpty { try details.addPoints(route.points, route: id, from: 0) }
    }

    /// The maximum number of routes that can share the points of one file, so that a small input cannot store a large file
    /// a million times.
    private static let maximumRoutesOfFile = 16

    func take(_ file: RouteFileData) throws {
        guard let routes = routeFiles.routes.removeValue(forKey: file.path) else { return }
        receipt.count(.routePoints, isNew: false, times: file.points.count)
        var isAdded = false
        if routes.count > Self.maximumRoutesOfFile {
            receipt.diagnose(
                ImportDiagnostic(
                    severity: .warning, file: file.path, line: 0, element: "WorkoutRoute",
                    reason:
                        "\(routes.count) routes refer to this file; only \(Self.maximumRoutesOfFile) have its points"))
        }
        for route in routes.prefix(Self.maximumRoutesOfFile) {
            let last = try Int64.fetchOne(
                db, sql: "SELECT max(position) FROM route_point WHERE route = ?", arguments: [route.id])
            guard last == nil || route.isNew else { continue }
            let next = try last.map { try StoredNumber.checked($0, of: "route_point", "the number of a point") + 1 }
            try details.addPoints(file.points, route: route.id, from: next ?? 0)
            isAdded = true
        }
        if isAdded { receipt.add(.routePoints, file.points.count) }
    }
}
