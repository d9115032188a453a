// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// The statements that add the details of some kinds of samples.
final class DetailInserts {
    private let db: Database
    private let points: Statement
    private let point: Statement
    private let beats: Statement
    private var json: [UInt8] = []

    init(_ db: Database) throws {
        self.db = db
        points = try db.cachedStatement(sql: Self.pointInsert(rows: Self.pointBatch))
        point = try db.cachedStatement(sql: Self.pointInsert(rows: 1))
        beats = try db.cachedStatement(sql: "INSERT INTO heartbeats (id, beats) VALUES (?, ?)")
    }

    /// Adds the beats of a sample.
    func addBeats(_ id: Int64, _ list: [Beat]) throws {
        json.removeAll(keepingCapacity: true)
        json.append(UInt8(ascii: "["))
        for beat in list {
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            json.append(UInt8(ascii: "["))
            if beat.bpm.isNaN {
                json += Array("null".utf8)
            } else if let whole = Int64(exactly: beat.bpm) {
                append(whole)
            } else {
                json += Array("\(beat.bpm)".utf8)
            }
            json.append(UInt8(ascii: ","))
            append(Int64(beat.centisecondOfDay))
            json.append(UInt8(ascii: "]"))
        }
        json.append(UInt8(ascii: "]"))
        let handle = beats.sqliteStatement
        sqlite3_bind_int64(handle, 1, id)
        let code = json.withUnsafeBytes { bytes -> Int32 in
            sqlite3_bind_text(
                handle, 2, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil)
            return step(handle)
        }
        sqlite3_bind_null(handle, 2)
        try check(code)
    }

    private func append(_ number: Int64) {
        if number < 0 { json.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        let start = json.count
        repeat {
            json.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        json[start...].reverse()
    }

    /// The number of points of a statement; see ``SampleInsert`` on statements of several rows.
    private static let pointBatch = 16
    /// The number of columns of a point.
    private static let pointColumns = 12

    /// Returns the statement that adds a number of points.
    private static func pointInsert(rows: Int) -> String {
        let row = "(" + Array(repeating: "?", count: pointColumns).joined(separator: ", ") + ")"
        return """
            INSERT OR FAIL INTO route_point (route, position, time, latitude, longitude, altitude, speed, course,
                                             horizontal_accuracy, vertical_accuracy, course_accuracy, speed_accuracy)
            VALUES \(Array(repeating: row, count: rows).joined(separator: ", "))
            """
    }

    /// Adds points to the end of a route.
    func addPoints(_ list: [RoutePoint], route: Int64, from first: Int64) throws {
        var next = 0
        while next < list.count {
            let isWhole = list.count - next >= Self.pointBatch
            let (handle, end) =
                isWhole ? (points.sqliteStatement, next + Self.pointBatch) : (point.sqliteStatement, next + 1)
            for index in next..<end {
                Self.bind(
                    list[index], route, first + Int64(index), to: handle,
                    after: Int32((index - next) * Self.pointColumns))
            }
            try check(step(handle))
            next = end
        }
    }

    private static func bind(
        _ point: RoutePoint, _ route: Int64, _ position: Int64, to handle: OpaquePointer, after first: Int32
    ) {
        sqlite3_bind_int64(handle, first + 1, route)
        sqlite3_bind_int64(handle, first + 2, position)
        sqlite3_bind_double(handle, first + 3, point.time)
        sqlite3_bind_double(handle, first + 4, point.latitude)
        sqlite3_bind_double(handle, first + 5, point.longitude)
        // SQLite stores NaN as NULL.
        sqlite3_bind_double(handle, first + 6, measured(point.altitude))
        sqlite3_bind_double(handle, first + 7, measured(point.speed))
        sqlite3_bind_double(handle, first + 8, measured(point.course))
        sqlite3_bind_double(handle, first + 9, measured(point.horizontalAccuracy))
        sqlite3_bind_double(handle, first + 10, measured(point.verticalAccuracy))
        sqlite3_bind_double(handle, first + 11, measured(point.courseAccuracy ?? .nan))
        sqlite3_bind_double(handle, first + 12, measured(point.speedAccuracy ?? .nan))
    }

    /// Returns a number of a point, or NaN if it is out of range.
    private static func measured(_ number: Double) -> Double {
        StoreLimits.pointNumbers.contains(number) ? number : .nan
    }

    private func step(_ handle: OpaquePointer) -> Int32 {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        return code
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code),
                message: db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) })
        }
    }

    /// A table that links samples to the correlation or workout that contains them.
    enum LinkTable: String {
        case correlation = "correlation_member"
        case workout = "workout_sample"
    }

    /// Adds a sample to a correlation or workout.
    func link(table: LinkTable, parent: Int64, id: Int64, type: Int64, start: Double) throws {
        let column = table == .correlation ? "correlation" : "workout"
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO \(table.rawValue) (\(column), id, type, start) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [parent, id, type, start])
    }

    /// Adds the details of a workout: its activities, events and statistics.
    func add(_ workout: WorkoutData, id: Int64, activity: Int?) throws {
        let zones = workout.zoneGroups.map { group in
            "{\"attributes\":\(MetadataJSON.object(group.attributes)),\"zones\":["
                + group.zones.map(MetadataJSON.object).joined(separator: ",") + "]}"
        }
        try insert(
            into: "workout",
            [
                "id": id, "start": workout.sample.start,
                "activity_type": activity ?? Int(HKWorkoutActivityType.other.rawValue),
                "activity_name": activity == nil ? workout.activityType : nil, "duration": workout.duration,
                "attributes": Self.json(workout.attributes),
                "zone_groups": zones.isEmpty ? nil : "[" + zones.joined(separator: ",") + "]",
            ])
        try addParts(workout.events, workout.statistics, workout: id, activity: nil)
        try addActivities(workout.activities, workout: id)
    }

    /// Adds to an existing workout the kinds of parts that it has none of: exports of phones with older systems contain no
    /// statistics and no activities.
    /// - Returns: The parts that were added.
    func addMissing(_ workout: WorkoutData, id: Int64) throws -> WorkoutData {
        var missing = workout
        if try has("workout_event", workout: id) { missing.events = [] }
        if try has("workout_statistics", workout: id) { missing.statistics = [] }
        if try has("workout_activity", workout: id) { missing.activities = [] }
        try addParts(missing.events, missing.statistics, workout: id, activity: nil)
        try addActivities(missing.activities, workout: id)
        return missing
    }

    /// Replaces the parts of a workout except its routes and samples.
    func replace(_ workout: WorkoutData, id: Int64, activity: Int?) throws {
        let routes = try routes(ofWorkout: id)
        try db.cachedStatement(sql: "DELETE FROM workout WHERE id = ?").execute(arguments: [id])
        try add(workout, id: id, activity: activity)
        for route in routes {
            try db.cachedStatement(sql: "UPDATE workout_route SET workout = ? WHERE id = ?").execute(
                arguments: [id, route])
        }
    }

    /// Moves the distance of a workout from its attributes, which have that of an unknown kind, to the statistics of the type of its kind.
    /// - Parameters:
    ///   - start: The start of the workout, in seconds since 1970.
    ///   - end: The end of the workout, in seconds since 1970.
    /// - Returns: Whether there was one.
    @discardableResult
    func moveDistance(ofWorkout id: Int64, to activity: Int, from start: Double, to end: Double) throws -> Bool {
        guard let kind = UInt(exactly: activity).flatMap(HKWorkoutActivityType.init(rawValue:)),
            let type = WorkoutDistance.type(of: kind),
            let text = try String.fetchOne(
                db.cachedStatement(sql: "SELECT attributes FROM workout WHERE id = ?"), arguments: [id])
        else { return false }
        let (total, totalUnit) = ("totalDistance", "totalDistanceUnit")
        let attributes = MetadataPairs.read(text)
        guard let distance = attributes.first(where: { $0.key == total }).flatMap({ Double($0.value) }) else {
            return false
        }
        let unit = attributes.first { $0.key == totalUnit }?.value ?? HKQuantityType(type).canonicalUnit.unitString
        var figures = WorkoutStatisticsData(type: type.rawValue, start: start, end: end, unit: unit)
        figures.sum = distance
        try addParts([], [figures], workout: id, activity: nil)
        let others = attributes.filter { ![total, totalUnit].contains($0.key) }
        try db.cachedStatement(sql: "UPDATE workout SET attributes = ? WHERE id = ?").execute(
            arguments: [Self.json(others), id])
        return true
    }

    /// Returns the positions of the routes of a workout.
    func routes(ofWorkout id: Int64) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM workout_route WHERE workout = ?"), arguments: [id])
    }

    /// Removes routes from their workout.
    func unlink(_ routes: [Int64]) throws {
        for route in routes {
            try db.cachedStatement(sql: "UPDATE workout_route SET workout = NULL WHERE id = ?").execute(
                arguments: [route])
        }
    }

    /// Returns whether a workout has parts in a table.
    func has(_ table: String, workout: Int64) throws -> Bool {
        // The parts of activities are added and removed with the activities.
        let own = ["workout_activity", "workout_route"].contains(table) ? "" : " AND activity IS NULL"
        return try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE workout = ?\(own) LIMIT 1"), arguments: [workout])
            != nil
    }

    private func addActivities(_ activities: [WorkoutActivityData], workout id: Int64) throws {
        for part in activities {
            try insert(
                into: "workout_activity",
                [
                    "workout": id, "uuid": part.uuid, "start": part.start, "end": part.end, "duration": part.duration,
                    "metadata": Self.json(part.metadata), "attributes": Self.json(part.other),
                ])
            try addParts(part.events, part.statistics, workout: id, activity: db.lastInsertedRowID)
        }
    }

    private func addParts(
        _ events: [WorkoutEventData], _ statistics: [WorkoutStatisticsData], workout: Int64, activity: Int64?
    ) throws {
        for event in events {
            try insert(
                into: "workout_event",
                [
                    "workout": workout, "activity": activity, "type": event.type, "start": event.date,
                    "duration": event.duration, "metadata": Self.json(event.metadata),
                ])
        }
        for figures in statistics {
            try insert(
                into: "workout_statistics",
                [
                    "workout": workout, "activity": activity, "type": figures.type, "start": figures.start,
                    "end": figures.end, "unit": figures.unit, "sum": figures.sum, "average": figures.average,
                    "minimum": figures.minimum, "maximum": figures.maximum,
                ])
        }
    }

    /// Adds a row to a table.
    private func insert(
        into table: String, _ row: KeyValuePairs<String, (any DatabaseValueConvertible)?>
    ) throws {
        let columns = row.map(\.key).joined(separator: ", ")
        let values = Array(repeating: "?", count: row.count).joined(separator: ", ")
        try db.cachedStatement(sql: "INSERT INTO \(table) (\(columns)) VALUES (\(values))")
            .execute(arguments: StatementArguments(row.map(\.value)))
    }

    /// Returns entries as JSON, or nil if there are none.
    private static func json(_ pairs: [MetadataPair]) -> String? {
        pairs.isEmpty ? nil : MetadataJSON.object(pairs)
    }

    /// Adds the details of an electrocardiogram.
    func add(_ electrocardiogram: ElectrocardiogramData, id: Int64) throws {
        let (encoding, voltages) = VoltageBlob.encode(electrocardiogram.voltages)
        let verdict = electrocardiogram.classification
        try db.execute(
            sql: """
                INSERT INTO electrocardiogram
                    (id, start, path, classification, classification_value, sample_rate, unit, header, measurements,
                     encoding, voltages)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, electrocardiogram.start, electrocardiogram.path, verdict,
                verdict.flatMap(ECGClassificationNames.classification)?.rawValue, electrocardiogram.sampleRate,
                electrocardiogram.unit, MetadataJSON.pairs(electrocardiogram.header), electrocardiogram.voltages.count,
                encoding, voltages,
            ])
    }
}

/// The names of classifications that phones write in English and some other languages.
///
/// A classification in another language is kept as written; its value is then unrecognized.
enum ECGClassificationNames {
    private static let known: [String: HKElectrocardiogram.Classification] = [
        "sinus rhythm": .sinusRhythm, "sinusrhythmus": .sinusRhythm, "rythme sinusal": .sinusRhythm,
        "ritmo sinusal": .sinusRhythm, "ritmo sinusale": .sinusRhythm, "sinusritme": .sinusRhythm,
        "洞調律": .sinusRhythm, "窦性心律": .sinusRhythm, "동리듬": .sinusRhythm,
        "atrial fibrillation": .atrialFibrillation, "vorhofflimmern": .atrialFibrillation,
        "fibrillation auriculaire": .atrialFibrillation, "fibrilación auricular": .atrialFibrillation,
        "fibrilhação auricular": .atrialFibrillation, "fibrilação atrial": .atrialFibrillation,
        "心房細動": .atrialFibrillation, "心房颤动": .atrialFibrillation, "심방세동": .atrialFibrillation,
        "inconclusive": .inconclusiveOther, "nicht eindeutig": .inconclusiveOther,
        "heart rate over 120": .inconclusiveHighHeartRate, "heart rate over 150": .inconclusiveHighHeartRate,
        "high heart rate": .inconclusiveHighHeartRate, "heart rate under 50": .inconclusiveLowHeartRate,
        "low heart rate": .inconclusiveLowHeartRate, "poor recording": .inconclusivePoorReading,
    ]

    /// Returns the classification with a name, or nil if the name is unknown.
    static func classification(_ name: String) -> HKElectrocardiogram.Classification? {
        known[name.lowercased()]
    }
}
