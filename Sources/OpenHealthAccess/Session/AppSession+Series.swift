// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

// What is too much to be part of an object is read in pages, each of which asks for the permissions of its moment.

extension AppSession {
    /// A sample of a type that the app may see.
    /// - Throws: an `HKError`, `errorNoData` where there is none or the app may not see it, which is the same to it.
    func visibleSample(_ reader: RecordReader, _ uuid: UUID, type: HKSampleType) throws -> RawSample {
        let visibility = try visibility(reader.db, type)
        func isOfType(_ sample: RawSample) throws -> Bool {
            try reader.type(sample.type).identifier == type.identifier
        }
        let sample = try SampleLookup.find(
            uuid, reader, isOwn: { try isOfType($0) && owns($0, reader) },
            sees: { try isOfType($0) && visibility.sees($0, reader) })
        guard let sample else {
            throw HKError(
                .errorNoData, "There is no sample of \(type.identifier) with the UUID \(uuid) that this app can see.")
        }
        return sample
    }

    /// Whether the app has saved a sample itself.
    func owns(_ sample: RawSample, _ reader: RecordReader) throws -> Bool {
        try reader.origin(sample.provenance).bundleIdentifier == app.identifier
    }

    /// An object that the app has saved, as the store hands it out; nil where it is not there.
    package func ownObject(_ uuid: UUID) throws -> HKSample? {
        try read(noting: { AccessNote.samples($0.map { [$0] } ?? []) }) { db in
            let reader = RecordReader(db)
            guard let sample = try ownSample(uuid, reader) else { return nil }
            return try ObjectBuilder(reader).object(sample)
        }
    }

    /// Checks that the app may save samples of some types.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` or `errorAuthorizationDenied`.
    package func checkMaySave(_ types: [HKSampleType]) throws {
        try read { db in
            for type in types { try checkSharing(db, type, to: "save") }
        }
    }

    // MARK: Measurements

    /// Returns a note for measurements of a series; an empty array if there are no measurements.
    private static func notes(_ type: HKObjectType, _ count: Int) -> [AccessNote] {
        count == 0 ? [] : [AccessNote(type, count: count)]
    }

    /// Beats of a series, in order.
    /// - Parameters:
    ///   - position: the number of the first beat to read, from 0.
    ///   - limit: the maximum number.
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) throws -> [SeriesHeartbeat] {
        try read(noting: { Self.notes(HKSeriesType.heartbeat(), $0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKSeriesType.heartbeat())
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT time, preceded_by_gap FROM heartbeat_series WHERE series = ? ORDER BY position
                        LIMIT ? OFFSET ?
                        """),
                arguments: [sample.id, limit, position]
            ).map { SeriesHeartbeat(time: try $0.decode(atIndex: 0), precededByGap: try $0.decode(atIndex: 1)) }
        }
    }

    /// Points of a route, in order.
    /// - Parameters:
    ///   - interval: only points of this time; its end belongs to it.
    ///   - position: where the page before ended; nil for the first page.
    ///   - limit: the maximum number.
    /// - Returns: the points, and where the page ends; no points once there are no more.
    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) throws -> (points: [RoutePoint], end: Int) {
        try routePoints(of: uuid, from: interval?.start, through: interval?.end, after: position, limit: limit)
    }

    /// The same between two dates, of which each may be missing.
    package func routePoints(
        of uuid: UUID, from start: Date?, through end: Date?, after position: Int?, limit: Int
    ) throws -> (points: [RoutePoint], end: Int) {
        try read(noting: { Self.notes(HKSeriesType.workoutRoute(), $0.0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKSeriesType.workoutRoute())
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT position, time, latitude, longitude, altitude, speed, course, horizontal_accuracy,
                               vertical_accuracy, course_accuracy, speed_accuracy
                        FROM route_point WHERE route = ? AND position > ? AND time BETWEEN ? AND ?
                        ORDER BY position LIMIT ?
                        """),
                arguments: [
                    sample.id, position ?? -1, start?.timeIntervalSince1970 ?? -.infinity,
                    end?.timeIntervalSince1970 ?? .infinity, limit,
                ])
            let points = try rows.map { row in
                var point = RoutePoint(
                    time: try row.decode(atIndex: 1), latitude: try row.decode(atIndex: 2),
                    longitude: try row.decode(atIndex: 3), altitude: try row.decode(atIndex: 4) ?? .nan,
                    speed: try row.decode(atIndex: 5) ?? .nan,
                    course: try row.decode(atIndex: 6) ?? .nan, horizontalAccuracy: try row.decode(atIndex: 7) ?? .nan,
                    verticalAccuracy: try row.decode(atIndex: 8) ?? .nan)
                point.courseAccuracy = try row.decode(atIndex: 9)
                point.speedAccuracy = try row.decode(atIndex: 10)
                return point
            }
            return (points, try rows.last?.decode(atIndex: 0) ?? position ?? -1)
        }
    }

    /// The voltages of an electrocardiogram in order, with the unit and how many there are a second.
    package func voltages(of uuid: UUID) throws -> (values: [Double], unit: HKUnit, rate: Double) {
        try read(noting: { Self.notes(HKObjectType.electrocardiogramType(), $0.0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKObjectType.electrocardiogramType())
            guard
                let row = try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT voltages, encoding, unit, sample_rate FROM electrocardiogram WHERE id = ?"),
                    arguments: [sample.id]),
                let values = VoltageBlob.decode(try row.decode(atIndex: 0), encoding: try row.decode(atIndex: 1))
            else {
                throw StoreError.inconsistent("the measurements of \(uuid) cannot be read")
            }
            let unit = StoredUnit.unit(try row.decode(atIndex: 2)) ?? HKUnit.voltUnit(with: .micro)
            return (values, unit, try row.decode(atIndex: 3))
        }
    }

    /// Readings of a quantity sample, in order of their start; none for a sample that is one reading itself.
    /// - Parameters:
    ///   - type: the type of the sample.
    ///   - start: where the page before ended: the start of its last reading; nil for the first page.
    ///   - limit: the maximum number.
    package func readings(
        of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int
    ) throws -> [SeriesQuantity] {
        try read(noting: { Self.notes(type, $0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: type)
            let statement = try db.cachedStatement(
                sql: """
                    SELECT start, end, value FROM quantity_series WHERE series = ? AND start > ? ORDER BY start LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [sample.id, start ?? -.infinity, limit]).map { row in
                SeriesQuantity(
                    start: try row.decode(atIndex: 0), end: try row.decode(atIndex: 1),
                    value: try row.decode(atIndex: 2))
            }
        }
    }
}
