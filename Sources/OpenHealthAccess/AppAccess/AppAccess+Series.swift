// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

// Measurements that are too many to be part of an object are read in pages. The current permissions are checked for each page.

extension AppAccess {
    /// Returns a visible sample of a type.
    /// - Throws: An `HKError`: `errorNoData` if the sample doesn't exist or isn't visible, which the app can't distinguish.
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

    /// Returns whether the app has saved a sample.
    func owns(_ sample: RawSample, _ reader: RecordReader) throws -> Bool {
        try reader.origin(sample.provenance).bundleIdentifier == app.identifier
    }

    /// Returns the stored object with a UUID that the app has saved, or nil if it doesn't exist.
    package func ownObject(_ uuid: UUID) throws -> HKSample? {
        try read(noting: { AccessNote.samples($0.map { [$0] } ?? []) }) { db in
            let reader = RecordReader(db)
            guard let sample = try ownSample(uuid, reader) else { return nil }
            return try ObjectBuilder(reader).object(sample)
        }
    }

    /// Checks that the app can save samples of some types.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` or `errorAuthorizationDenied`.
    package func checkMaySave(_ types: [HKSampleType]) throws {
        try read { db in
            for type in types { try checkSharing(db, type, to: "save") }
        }
    }

    // MARK: Measurements

    /// Returns a note for measurements of a series, or an empty array if there are no measurements.
    private static func notes(_ type: HKObjectType, _ count: Int) -> [AccessNote] {
        count == 0 ? [] : [AccessNote(type, count: count)]
    }

    /// Returns beats of a series, in order.
    /// - Parameters:
    ///   - position: The number of the first beat to read, from 0.
    ///   - limit: The maximum number of beats.
    package func heartbeats(of uuid: UUID, from position: Int, limit: Int) throws -> [SeriesHeartbeat] {
        try read(noting: { Self.notes(HKSeriesType.heartbeat(), $0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKSeriesType.heartbeat())
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(HeartbeatColumn.selection) FROM heartbeat_series WHERE series = ? ORDER BY position
                        LIMIT ? OFFSET ?
                        """),
                arguments: [sample.id, limit, position]
            ).map(SeriesHeartbeat.init)
        }
    }

    /// Returns points of a route, in order.
    /// - Parameters:
    ///   - interval: The interval of the points, including its end.
    ///   - position: The end of the previous page; nil for the first page.
    ///   - limit: The maximum number of points.
    /// - Returns: The points, and the end of the page; an empty array if there are no more points.
    package func routePoints(
        of uuid: UUID, in interval: DateInterval?, after position: Int?, limit: Int
    ) throws -> (points: [RoutePoint], end: Int) {
        try routePoints(of: uuid, from: interval?.start, through: interval?.end, after: position, limit: limit)
    }

    /// Returns points of a route between two dates, either of which can be nil.
    package func routePoints(
        of uuid: UUID, from start: Date?, through end: Date?, after position: Int?, limit: Int
    ) throws -> (points: [RoutePoint], end: Int) {
        try read(noting: { Self.notes(HKSeriesType.workoutRoute(), $0.0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKSeriesType.workoutRoute())
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(RoutePointColumn.selection), position
                        FROM route_point WHERE route = ? AND position > ? AND time BETWEEN ? AND ?
                        ORDER BY position LIMIT ?
                        """),
                arguments: [
                    sample.id, position ?? -1, start?.timeIntervalSince1970 ?? -.infinity,
                    end?.timeIntervalSince1970 ?? .infinity, limit,
                ])
            return (try rows.map(RoutePoint.init), try rows.last?.value(of: "position") ?? position ?? -1)
        }
    }

    /// Returns the voltages of an electrocardiogram in order, with their unit and the number of voltages per second.
    package func voltages(of uuid: UUID) throws -> (values: [Double], unit: HKUnit, rate: Double) {
        try read(noting: { Self.notes(HKObjectType.electrocardiogramType(), $0.0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: HKObjectType.electrocardiogramType())
            guard
                let row = try Row.fetchOne(
                    db.cachedStatement(
                        sql: "SELECT voltages, encoding, unit, sample_rate FROM electrocardiogram WHERE id = ?"),
                    arguments: [sample.id]),
                let values = VoltageBlob.decode(try row.value(of: "voltages"), encoding: try row.value(of: "encoding"))
            else {
                throw StoreError.inconsistent("the measurements of \(uuid) cannot be read")
            }
            let unit = StoredUnit.unit(try row.value(of: "unit")) ?? HKUnit.voltUnit(with: .micro)
            return (values, unit, try row.value(of: "sample_rate"))
        }
    }

    /// Returns readings of a quantity sample, in order of their start dates, or an empty array for a sample with a single
    /// reading.
    /// - Parameters:
    ///   - type: The type of the sample.
    ///   - start: The start of the last reading of the previous page; nil for the first page.
    ///   - limit: The maximum number of readings.
    package func readings(
        of uuid: UUID, type: HKQuantityType, after start: Double?, limit: Int
    ) throws -> [SeriesQuantity] {
        try read(noting: { Self.notes(type, $0.count) }) { db in
            let sample = try visibleSample(RecordReader(db), uuid, type: type)
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(ReadingColumn.selection) FROM quantity_series WHERE series = ? AND start > ? ORDER BY start LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [sample.id, start ?? -.infinity, limit])
                .map(SeriesQuantity.init)
        }
    }
}
