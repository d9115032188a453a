// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The parts of a workout that are stored in tables of their own.
package struct WorkoutParts: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let activities = WorkoutParts(rawValue: 1)
    package static let events = WorkoutParts(rawValue: 2)
    package static let statistics = WorkoutParts(rawValue: 4)
    package static let routes = WorkoutParts(rawValue: 8)
    package static let all: WorkoutParts = [.activities, .events, .statistics, .routes]
}

/// Reads the details of workouts and routes.
struct WorkoutReader {
    let reader: RecordReader
    private var db: Database { reader.db }

    init(_ reader: RecordReader) {
        self.reader = reader
    }

    /// Returns a workout with its parts.
    func workout(_ sample: RawSample, _ parts: WorkoutParts = .all) throws -> WorkoutRecord {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT activity_type, activity_name, duration, attributes, zone_groups FROM workout WHERE id = ?
                        """),
                arguments: [sample.id])
        else { throw StoreError.inconsistent("the workout at place \(sample.id) has no details") }
        let raw: Int = try row.value(of: "activity_type")
        let activity = UInt(exactly: raw).flatMap(HKWorkoutActivityType.init(rawValue:)) ?? .other
        let events = parts.contains(.events) ? try events(workout: sample.id) : [:]
        let statistics = parts.contains(.statistics) ? try statistics(workout: sample.id) : [:]
        return WorkoutRecord(
            sample: try reader.record(sample), activityType: activity,
            activityName: try row.value(of: "activity_name") ?? HealthEnums.caseName(
                ofEnum: "HKWorkoutActivityType", rawValue: raw)
                ?? "HKWorkoutActivityType\(raw)",
            duration: try row.value(of: "duration") ?? (sample.end - sample.start), statistics: statistics[nil] ?? [],
            events: events[nil] ?? [],
            activities: parts.contains(.activities) ? try activities(sample.id, events, statistics) : [],
            attributes: (try row.value(String?.self, of: "attributes")).map(MetadataPairs.read) ?? [],
            zoneGroups: (try row.value(String?.self, of: "zone_groups")).map(Self.zoneGroups) ?? [],
            routes: parts.contains(.routes) ? try routes(of: sample.id) : [])
    }

    private func events(workout: Int64) throws -> [Int64?: [WorkoutEventData]] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT activity, type, start, duration, metadata FROM workout_event WHERE workout = ? ORDER BY id
                    """),
            arguments: [workout])
        return try Dictionary(grouping: rows) { try $0.value(Int64?.self, of: "activity") }.mapValues { rows in
            try rows.map {
                WorkoutEventData(
                    type: try $0.value(of: "type"), date: try $0.value(of: "start"),
                    duration: try $0.value(of: "duration"),
                    metadata: (try $0.value(String?.self, of: "metadata")).map(MetadataPairs.read) ?? [])
            }
        }
    }

    private func statistics(workout: Int64) throws -> [Int64?: [WorkoutStatisticsData]] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.selectStatistics), arguments: [workout])
        return try Dictionary(grouping: rows) { try $0.value(Int64?.self, of: "activity") }.mapValues { rows in
            try rows.map(WorkoutStatisticsData.init)
        }
    }

    private static let selectStatistics = """
        SELECT activity, \(WorkoutStatisticsData.Columns.selection) FROM workout_statistics WHERE workout = ? ORDER BY id
        """

    private func activities(
        _ workout: Int64, _ events: [Int64?: [WorkoutEventData]], _ statistics: [Int64?: [WorkoutStatisticsData]]
    ) throws -> [WorkoutActivityData] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, uuid, start, end, duration, metadata, attributes
                    FROM workout_activity WHERE workout = ? ORDER BY id
                    """),
            arguments: [workout]
        ).map { row in
            let id: Int64 = try row.value(of: "id")
            var facts = WorkoutActivityData(
                uuid: try row.value(of: "uuid"), start: try row.value(of: "start"), end: try row.value(of: "end"),
                duration: try row.value(of: "duration"))
            facts.metadata = (try row.value(String?.self, of: "metadata")).map(MetadataPairs.read) ?? []
            facts.other = (try row.value(String?.self, of: "attributes")).map(MetadataPairs.read) ?? []
            facts.events = events[id] ?? []
            facts.statistics = statistics[id] ?? []
            return facts
        }
    }

    private static func zoneGroups(_ json: String) -> [WorkoutZoneGroupData] {
        (JSONValue(json)?.array ?? []).map { group in
            WorkoutZoneGroupData(
                attributes: group["attributes"].map { MetadataPairs.read($0.text) } ?? [],
                zones: (group["zones"]?.array ?? []).map { MetadataPairs.read($0.text) })
        }
    }

    // MARK: Routes

    private static let routeColumns = """
        SELECT r.id, r.start, r.workout, r.files,
               (SELECT count(*) FROM route_point AS p WHERE p.route = r.id) AS points,
               (SELECT start FROM workout AS w WHERE w.id = r.workout) AS workout_start
        FROM workout_route AS r
        """

    /// Returns the routes of a workout.
    func routes(of workout: Int64) throws -> [RouteSummary] {
        try routes(
            db.cachedStatement(sql: Self.routeColumns + " WHERE r.workout = ? ORDER BY r.start, r.id"), [workout])
    }

    /// Returns all routes.
    func routes() throws -> [RouteSummary] {
        try routes(db.cachedStatement(sql: Self.routeColumns + " ORDER BY r.start, r.id"), [])
    }

    private func routes(_ statement: Statement, _ arguments: StatementArguments) throws -> [RouteSummary] {
        let type = try reader.number(ofType: "HKWorkoutRouteTypeIdentifier")
        let workoutType = try reader.number(ofType: "HKWorkoutTypeIdentifier")
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            let id: Int64 = try row.value(of: "id")
            guard let type,
                let sample = try SampleLookup.sample(db, type: type, start: try row.value(of: "start"), id: id)
            else {
                throw StoreError.inconsistent("the route at place \(id) has no sample")
            }
            var workout: UUID?
            if let workoutType, let place = try row.value(Int64?.self, of: "workout"),
                let start = try row.value(Double?.self, of: "workout_start")
            {
                workout = try SampleLookup.sample(db, type: workoutType, start: start, id: place).map(reader.uuid)
            }
            let files = (try row.value(String?.self, of: "files")).flatMap {
                JSONValue($0)?.array?.compactMap(\.string)
            }
            return RouteSummary(
                sample: try reader.record(sample), workout: workout, files: files ?? [],
                pointCount: try row.value(of: "points"))
        }
    }
}

/// A workout with everything that the store contains about it.
public struct WorkoutRecord: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The activity; `other` for an unknown name.
    public var activityType: HKWorkoutActivityType
    /// The name of the activity as exports write it: `HKWorkoutActivityTypeRunning`.
    public var activityName: String
    /// The duration in seconds, without pauses.
    public var duration: TimeInterval
    /// The statistics of the workout by type, in the units that they were written in.
    public var statistics: [WorkoutStatisticsData]
    /// The pauses, laps, segments and markers.
    public var events: [WorkoutEventData]
    /// The activities of the workout, with their own events and statistics.
    public var activities: [WorkoutActivityData]
    /// The totals of old exports and all other attributes, as written.
    public var attributes: [MetadataPair]
    /// The time spent in zones, as written.
    public var zoneGroups: [WorkoutZoneGroupData]
    /// The routes, without their points.
    public var routes: [RouteSummary]
}

/// The route of a workout, without its points.
public struct RouteSummary: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The workout of the route; nil if it has been deleted.
    public var workout: UUID?
    /// The paths of the files that the points came from, as in the export.
    public var files: [String]
    /// The number of points of the route.
    public var pointCount: Int
}

extension WorkoutStatisticsData {
    enum Columns: String, SelectedColumns {
        case type, start, end, unit, sum, average, minimum, maximum
    }

    /// Creates statistics from a row.
    init(row: Row) throws {
        self.init(
            type: try row.value(of: Columns.type), start: try row.value(of: Columns.start),
            end: try row.value(of: Columns.end), unit: try row.value(of: Columns.unit))
        sum = try row.value(of: Columns.sum)
        average = try row.value(of: Columns.average)
        minimum = try row.value(of: Columns.minimum)
        maximum = try row.value(of: Columns.maximum)
    }
}
