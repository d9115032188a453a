// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The relation of a workout of a file to the stored one that it is.
enum WorkoutRelation {
    /// The stored workout states the same, or is of another origin than files.
    case same
    /// The workout counts instead of the stored one.
    case better
    /// The stored workout counts.
    case worse
}

extension Ingestion {
    /// Compares a workout of a file with the stored one that has the same dates, kind and source. If one does not count because of the other, though
    /// both state their totals, the receipt names it: it can also be a workout of another person.
    /// - Parameter isNamed: Whether the receipt names the workout already.
    func relation(of workout: WorkoutData, toStored id: Int64, isNamed: Bool = false) throws -> WorkoutRelation {
        guard push == nil, !workout.file.isEmpty, Self.activity(workout.sample.metadata) == nil,
            let sample = try importedWorkout(workout, stored: id)
        else { return .same }
        let stored = try storedVersion(sample)
        let version = WorkoutVersion(workout)
        if version.isEqual(to: stored) { return .same }
        let isBetter = version.isBetter(than: stored)
        if !isNamed, version.isWhole, stored.isWhole, version.contradicts(stored) {
            receipt.diagnose(
                ImportDiagnostic(
                    severity: .warning, file: workout.file, line: 0, element: "Workout",
                    reason: "the workout has the time, kind and source of a stored one, but other figures; "
                        + "they were taken for one, which has the figures of the "
                        + (isBetter ? "imported one" : "stored one")))
        }
        if isBetter { try setMetadata(of: workout, to: sample) }
        return isBetter ? .better : .worse
    }

    /// Replaces the parts of a stored workout by those of a better version. The stored kind remains if the file states none.
    func replaceParts(of id: Int64, with workout: WorkoutData, activity: Int?) throws {
        let sql = "SELECT activity_type FROM workout WHERE id = ? AND activity_name IS NULL"
        let stored =
            activity == Int(HKWorkoutActivityType.other.rawValue)
            ? try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) : nil
        try details.replace(workout, id: id, activity: stored ?? activity)
        guard let stored else { return }
        try details.moveDistance(
            ofWorkout: id, to: stored, from: workout.sample.start, to: workout.sample.end)
    }

    /// Takes a further version of a workout of the import, which another file of the input has. As in several imports, the better one counts. The
    /// reader has named the file.
    func takeVersion(_ workout: WorkoutData) throws {
        let activity = HealthEnums.rawValue(ofCase: workout.activityType)
        guard let id = try workoutOfImport(workout, activity: activity) else { return }
        try addName(of: workout, to: id)
        guard try relation(of: workout, toStored: id, isNamed: true) == .better else { return }
        let isAdded = id >= writer.firstID
        let before = try partCounts(ofWorkout: id)
        var former = try details.routes(ofWorkout: id)
        try replaceParts(of: id, with: workout, activity: activity)
        for route in workout.routes where try !replacePoints(of: &former, with: route) {
            try take(route, workout: id, isCounted: !isAdded)
        }
        if !workout.routes.isEmpty { try deleteRoutes(former) }
        guard isAdded else { return }
        let after = try partCounts(ofWorkout: id)
        for (kind, count) in after { receipt.count(kind, isNew: true, times: count - (before[kind] ?? 0)) }
    }

    /// Returns the numbers of the parts of a workout by kind.
    private func partCounts(ofWorkout id: Int64) throws -> [ImportReceipt.Kind: Int] {
        func count(_ sql: String) throws -> Int {
            try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0
        }
        return [
            .workoutEvents: try count("SELECT count(*) FROM workout_event WHERE workout = ?"),
            .workoutStatistics: try count("SELECT count(*) FROM workout_statistics WHERE workout = ?"),
            .routes: try count("SELECT count(*) FROM workout_route WHERE workout = ?"),
            .routePoints: try pointCount(ofWorkout: id),
        ]
    }

    /// Gives a route of an earlier version the points of a route of a better one with the same dates.
    /// - Parameter former: The routes of the earlier version that are left.
    /// - Returns: Whether there is one.
    func replacePoints(of former: inout [Int64], with route: WorkoutRouteData) throws -> Bool {
        for (index, id) in former.enumerated() {
            guard let stored = try importedRoute(id), stored.start == route.sample.start,
                stored.end == route.sample.end
            else { continue }
            former.remove(at: index)
            try db.cachedStatement(sql: "DELETE FROM route_point WHERE route = ?").execute(arguments: [id])
            try details.addPoints(route.points, route: id, from: 0)
            matched.insert(id)
            return true
        }
        return false
    }

    /// Deletes routes of imports, which those of a better version replace.
    func deleteRoutes(_ ids: [Int64]) throws {
        for id in ids {
            guard let sample = try importedRoute(id) else { continue }
            if id >= writer.firstID {
                try writer.remove(sample)
                try db.cachedStatement(sql: "DELETE FROM workout_route WHERE id = ?").execute(arguments: [id])
            } else {
                try writer.delete(sample)
                matched.insert(id)
            }
        }
    }

    /// Returns a route; nil if only connections or the person have brought it.
    private func importedRoute(_ id: Int64) throws -> RawSample? {
        let type = types[try types.index(HKWorkoutRouteTypeIdentifier)].number
        let start = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT start FROM workout_route WHERE id = ?"), arguments: [id])
        guard let start, let rows = try fewSamples(type: type, at: start.rounded(.down)),
            let stored = rows.first(where: { $0.id == id }), try holder(of: stored) == .imports
        else { return nil }
        return try SampleLookup.sample(db, type: type, start: stored.start, id: id)
    }

    private func storedVersion(_ sample: RawSample) throws -> WorkoutVersion {
        let stored = try WorkoutReader(records).workout(sample, [.events, .statistics])
        let isIncomplete = try metadata(of: sample).contains { $0.key == MetadataPair.incompleteKey }
        var version = WorkoutVersion(isWhole: !isIncomplete)
        version.figures["duration"] = stored.duration
        version.add(stored.statistics, stored.attributes)
        version.events = stored.events.count
        version.points = try pointCount(ofWorkout: sample.id)
        return version
    }

    /// Returns the number of the points of the routes of a workout.
    private func pointCount(ofWorkout id: Int64) throws -> Int {
        // The points of a route have the numbers from 0 on, and are not counted one by one.
        let sql = """
            SELECT sum((SELECT max(position) + 1 FROM route_point WHERE route = r.id))
            FROM workout_route AS r WHERE r.workout = ?
            """
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0
    }
}
