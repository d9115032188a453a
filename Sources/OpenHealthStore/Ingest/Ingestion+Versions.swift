// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The figures of a version of a workout, and its extent. Several files can have one workout, such as a file that is cut off and the whole one,
/// or a FIT file and the TCX file that a program made of it.
///
/// One version counts, whatever the order of the files: a whole one, or else that with more figures, more events or more points of a route. Of two
/// that have as many, the one with the greater figures counts.
private struct WorkoutVersion {
    var isWhole: Bool
    /// The duration, totals and averages by their names.
    var figures: [String: Double] = [:]
    var events = 0
    var points = 0

    /// The greatest difference of equal figures, relative to the larger one.
    private static let tolerance = 1e-6

    init(isWhole: Bool) { self.isWhole = isWhole }

    init(_ workout: WorkoutData) {
        isWhole = !workout.sample.metadata.contains { $0.key == MetadataPair.incompleteKey }
        figures["duration"] = workout.duration
        add(workout.statistics, workout.attributes)
        events = workout.events.count
        points = workout.routes.reduce(0) { $0 + $1.points.count }
    }

    /// Adds the totals and averages. The distance of a kind for which HealthKit has no type is an attribute.
    mutating func add(_ statistics: [WorkoutStatisticsData], _ attributes: [MetadataPair]) {
        for part in statistics {
            let isDistance = WorkoutDistance.types.contains(HKQuantityTypeIdentifier(rawValue: part.type))
            let values = [
                ("sum", part.sum), ("average", part.average), ("minimum", part.minimum), ("maximum", part.maximum),
            ]
            for (name, value) in values {
                if let value { figures[isDistance ? "distance" : "\(part.type) \(name)"] = value }
            }
        }
        let distance = attributes.first { $0.key == "totalDistance" }
        figures["distance"] = figures["distance"] ?? distance.flatMap { Double($0.value) }
    }

    /// Returns whether the versions state different values of a figure.
    func contradicts(_ other: WorkoutVersion) -> Bool {
        figures.contains { name, value in
            guard let known = other.figures[name] else { return false }
            return Self.differs(value, known)
        }
    }

    /// Returns whether the version counts instead of another one.
    func isBetter(than other: WorkoutVersion) -> Bool {
        if isWhole != other.isWhole { return isWhole }
        let (own, others) = ([figures.count, events, points], [other.figures.count, other.events, other.points])
        if own != others { return others.lexicographicallyPrecedes(own) }
        let (names, otherNames) = (figures.keys.sorted(), other.figures.keys.sorted())
        if names != otherNames { return names.lexicographicallyPrecedes(otherNames) }
        for name in names {
            if let value = figures[name], let known = other.figures[name], Self.differs(value, known) {
                return value > known
            }
        }
        return false
    }

    /// Returns whether the versions state the same.
    func isEqual(to other: WorkoutVersion) -> Bool {
        isWhole == other.isWhole && events == other.events && points == other.points
            && Set(figures.keys) == Set(other.figures.keys) && !contradicts(other)
    }

    private static func differs(_ one: Double, _ other: Double) -> Bool {
        (one - other).magnitude > tolerance * max(one.magnitude, other.magnitude)
    }
}

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
    func relation(of workout: WorkoutData, toStored id: Int64) throws -> WorkoutRelation {
        guard push == nil, !workout.file.isEmpty, Self.activity(workout.sample.metadata) == nil,
            let sample = try importedWorkout(workout, stored: id)
        else { return .same }
        let stored = try storedVersion(sample)
        let version = WorkoutVersion(workout)
        if version.isEqual(to: stored) { return .same }
        let isBetter = version.isBetter(than: stored)
        if version.isWhole, stored.isWhole, version.contradicts(stored) {
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

    /// Returns the kind of a workout of a file, or that of the stored one if the file does not state it.
    func kind(_ activity: Int?, stored id: Int64) throws -> Int? {
        guard activity == Int(HKWorkoutActivityType.other.rawValue) else { return activity }
        let sql = "SELECT activity_type FROM workout WHERE id = ? AND activity_name IS NULL"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? activity
    }

    /// Deletes routes of imports, which those of a better version replace.
    func deleteRoutes(_ ids: [Int64]) throws {
        let type = types[try types.index(HKWorkoutRouteTypeIdentifier)].number
        for id in ids {
            let start = try Double.fetchOne(
                db.cachedStatement(sql: "SELECT start FROM workout_route WHERE id = ?"), arguments: [id])
            guard let start, let rows = try fewSamples(type: type, at: start.rounded(.down)),
                let stored = rows.first(where: { $0.id == id }), try holder(of: stored) == .imports,
                let sample = try SampleLookup.sample(db, type: type, start: stored.start, id: id)
            else { continue }
            try writer.delete(sample)
            matched.insert(id)
        }
    }

    private func storedVersion(_ sample: RawSample) throws -> WorkoutVersion {
        let stored = try WorkoutReader(records).workout(sample, [.events, .statistics])
        let isIncomplete = try metadata(of: sample).contains { $0.key == MetadataPair.incompleteKey }
        var version = WorkoutVersion(isWhole: !isIncomplete)
        version.figures["duration"] = stored.duration
        version.add(stored.statistics, stored.attributes)
        version.events = stored.events.count
        // The points of a route have the numbers from 0 on, and are not counted one by one.
        version.points =
            try Int.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT sum((SELECT max(position) + 1 FROM route_point WHERE route = r.id))
                        FROM workout_route AS r WHERE r.workout = ?
                        """), arguments: [sample.id]) ?? 0
        return version
    }
}
