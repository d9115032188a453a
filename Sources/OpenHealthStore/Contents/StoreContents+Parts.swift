// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// The parts of some kinds of samples.
extension StoreContents {
    /// Whether a type has samples with lists of heartbeats.
    package func hasBeats(_ type: SampleType) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM heartbeats AS h
                        JOIN change_run AS r ON r.first = (SELECT max(first) FROM change_run WHERE first <= h.id)
                        WHERE r.type = ?)
                    """),
            arguments: [type.number]) ?? false
    }

    /// The list of heartbeats of a sample; empty for most samples.
    package func beats(_ sample: RawSample) throws -> [Beat] {
        let json = try String.fetchOne(
            db.cachedStatement(sql: "SELECT beats FROM heartbeats WHERE id = ?"), arguments: [sample.id])
        guard let json else { return [] }
        return (JSONValue(json)?.array ?? []).compactMap { beat in
            guard let parts = beat.array, parts.count == 2, let time = parts[1].double.flatMap(Int32.init(exactly:))
            else { return nil }
            return Beat(bpm: parts[0].double ?? .nan, centisecondOfDay: time)
        }
    }

    /// The samples of a correlation.
    package func members(_ correlation: RawSample) throws -> [RawSample] { try builder.members(of: correlation.id) }

    /// The samples that belong to a workout.
    package func samples(ofWorkout workout: RawSample) throws -> [RawSample] {
        try builder.samples(of: workout.id)
    }

    /// A workout with its parts, or some of them.
    package func workout(_ sample: RawSample, _ parts: WorkoutParts = .all) throws -> WorkoutRecord {
        try workouts.workout(sample, parts)
    }

    /// Returns the UUID of the workout of which a workout is a copy; nil if the workout is shown itself.
    package func original(ofWorkout workout: RawSample) throws -> UUID? {
        try WorkoutCopies.original(of: workout, reader).map(reader.uuid)
    }

    /// Returns whether another selected workout of the effort is before a workout: the one that is shown, or else the first copy.
    package func isRepeated(workout: RawSample) throws -> Bool { try isRepeated(workout, by: isSelected) }

    /// Returns whether another workout of the effort that has selected routes is before a workout with routes.
    package func areRoutesRepeated(ofWorkout workout: RawSample) throws -> Bool {
        try isRepeated(workout) { try routes(ofWorkout: $0).contains(where: isSelected) }
    }

    /// Returns whether another workout of the effort that fulfils a condition is before a workout that fulfils it.
    private func isRepeated(_ workout: RawSample, by condition: (RawSample) throws -> Bool) throws -> Bool {
        guard let shown = try WorkoutCopies.original(of: workout, reader) else { return false }
        if try condition(shown) { return true }
        return try WorkoutCopies.copies(of: shown, reader).first(where: condition)?.id != workout.id
    }

    /// Returns the other selected workouts of the effort of a workout.
    package func otherWorkouts(ofEffortOf workout: RawSample) throws -> [RawSample] {
        let shown = try WorkoutCopies.original(of: workout, reader) ?? workout
        return try ([shown] + WorkoutCopies.copies(of: shown, reader)).filter {
            try $0.id != workout.id && isSelected($0)
        }
    }

    /// Returns whether a sample of a selected type is selected.
    private func isSelected(_ sample: RawSample) throws -> Bool {
        guard selection.includes(from: sample.start, through: sample.end) else { return false }
        return try selection.sources?.contains(origin(sample).name) ?? true
    }

    /// The routes of a workout.
    package func routes(ofWorkout workout: RawSample) throws -> [RawSample] {
        guard let type = try reader.number(ofType: HKWorkoutRouteTypeIdentifier) else { return [] }
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT start, id FROM workout_route WHERE workout = ? ORDER BY start, id"),
            arguments: [workout.id])
        return try rows.compactMap { row in
            try SampleLookup.sample(db, type: type, start: row.value(of: "start"), id: row.value(of: "id"))
        }
    }

    /// Whether a route belongs to a workout.
    package func hasWorkout(_ route: RawSample) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT workout IS NOT NULL FROM workout_route WHERE id = ?"),
            arguments: [route.id]) ?? false
    }

    /// The UUID of the workout that a route belongs to.
    package func workout(ofRoute route: RawSample) throws -> UUID? { try workoutSample(ofRoute: route).map(uuid) }

    /// The workout that a route belongs to.
    package func workoutSample(ofRoute route: RawSample) throws -> RawSample? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT w.start, w.id FROM workout_route AS r JOIN workout AS w ON w.id = r.workout WHERE r.id = ?"
            ),
            arguments: [route.id])
        guard let row, let type = try reader.number(ofType: HKWorkoutTypeIdentifier) else { return nil }
        return try SampleLookup.sample(db, type: type, start: row.value(of: "start"), id: row.value(of: "id"))
    }

    /// The heartbeats of a series that an app saved.
    package func heartbeats(ofSeries series: RawSample) throws -> [SeriesHeartbeat] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT \(HeartbeatColumn.selection) FROM heartbeat_series WHERE series = ? ORDER BY position"),
            arguments: [series.id]
        ).map(SeriesHeartbeat.init)
    }

    /// Whether a type has samples with several readings.
    package func hasReadings(_ type: SampleType) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM quantity_series_sample WHERE type = ?)"),
            arguments: [type.number]) ?? false
    }

    /// The readings of a quantity sample; empty for most samples.
    package func readings(_ sample: RawSample) throws -> [SeriesQuantity] {
        try Row.fetchAll(db.cachedStatement(sql: Self.readingsOfSample), arguments: [sample.id])
            .map(SeriesQuantity.init)
    }

    private static let readingsOfSample =
        "SELECT \(ReadingColumn.selection) FROM quantity_series WHERE series = ? ORDER BY start"

    /// The number of points of a route.
    package func pointCount(_ route: RawSample) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM route_point WHERE route = ?"), arguments: [route.id]) ?? 0
    }

    /// Calls a function with the points of a route, in order.
    package func forEachPoint(_ route: RawSample, _ body: (RoutePoint) throws -> Void) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT \(RoutePointColumn.selection) FROM route_point WHERE route = ? ORDER BY position")
        try statement.setArguments([route.id])
        // Rows of GRDB would take longer than all the rest, since routes have a point for each second.
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw DatabaseError(code, of: handle) }
                return
            }
            try body(RoutePoint(handle))
        }
    }

    /// The points of the tones of a hearing test, as attributes.
    package func points(ofAudiogram audiogram: RawSample) throws -> [[MetadataPair]] {
        try builder.points(of: audiogram.id)
    }

    /// A vision prescription; nil if its details are missing.
    package func prescription(_ sample: RawSample) throws -> VisionPrescriptionData? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT type, expiration, brand, right_eye, left_eye, attachments, attributes
                    FROM vision_prescription WHERE id = ?
                    """),
            arguments: [sample.id])
        guard let row else { return nil }
        func pairs(_ column: String) throws -> [MetadataPair] {
            try row.value(String?.self, of: column).map(MetadataPairs.read) ?? []
        }
        var data = VisionPrescriptionData(type: try row.value(of: "type"), dateIssued: sample.start)
        data.expirationDate = try row.value(of: "expiration")
        data.brand = try row.value(of: "brand")
        data.rightEye = try pairs("right_eye")
        data.leftEye = try pairs("left_eye")
        data.attachments =
            (try row.value(String?.self, of: "attachments")).flatMap { JSONValue($0)?.array?.compactMap(\.string) }
            ?? []
        data.other = try pairs("attributes")
        data.metadata = try metadata(sample)
        return data
    }

    /// A clinical record; nil for samples that are none.
    package func clinicalRecord(_ sample: RawSample) throws -> ClinicalRecordData? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT fhir_type, identifier, source_url, fhir_version, resource FROM clinical_record WHERE id = ?
                    """),
            arguments: [sample.id])
        guard let row else { return nil }
        return ClinicalRecordData(
            type: try row.value(of: "fhir_type"), identifier: try row.value(of: "identifier"),
            sourceName: try origin(sample).name, sourceURL: try row.value(of: "source_url") ?? "",
            fhirVersion: try row.value(of: "fhir_version") ?? "", receivedDate: sample.start, resourcePath: "",
            resource: try row.value(of: "resource"))
    }
}

/// An electrocardiogram with its measurements.
package struct ContentElectrocardiogram {
    /// The lines of the header as imported; empty if an app saved it.
    package var header: [MetadataPair]
    /// The name of the classification, or the words of the imported file.
    package var classification: String?
    /// Measurements in a second.
    package var sampleRate: Double
    /// The unit of the measurements.
    package var unit: String
    /// The measurements.
    package var voltages: [Double]
    /// Beats per minute.
    package var averageHeartRate: Double?
    /// The raw value of the status of symptoms.
    package var symptomsStatus: Int?
}

extension StoreContents {
    /// An electrocardiogram; nil if its details are missing.
    package func electrocardiogram(_ sample: RawSample) throws -> ContentElectrocardiogram? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT header, classification, sample_rate, unit, encoding, voltages, average_heart_rate, symptoms_status
                    FROM electrocardiogram WHERE id = ?
                    """),
            arguments: [sample.id])
        guard let row else { return nil }
        guard let voltages = VoltageBlob.decode(try row.value(of: "voltages"), encoding: try row.value(of: "encoding"))
        else {
            throw StoreError.inconsistent(
                "the measurements of the electrocardiogram at place \(sample.id) cannot be read")
        }
        return ContentElectrocardiogram(
            header: (try row.value(String?.self, of: "header")).map(MetadataPairs.read) ?? [],
            classification: try row.value(of: "classification"), sampleRate: try row.value(of: "sample_rate"),
            unit: try row.value(of: "unit"), voltages: voltages,
            averageHeartRate: try row.value(of: "average_heart_rate"),
            symptomsStatus: try row.value(of: "symptoms_status"))
    }
}
