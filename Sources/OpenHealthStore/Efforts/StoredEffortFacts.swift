// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The distances, routes and heart rates of stored workouts, each read when it is needed.
final class StoredEffortFacts: EffortFacts {
    private let db: Database
    private let heartRate: Int64?
    private var distances: [Int64: Double?] = [:]
    private var routes: [Int64: [EffortPlace]] = [:]
    private var heartRates: [Int64: [EffortReading]] = [:]

    /// The number of readings in ``heartRates``.
    private var readingCount = 0

    /// The maximum number of workouts whose series are kept in memory, and of their readings.
    private static let (limit, maximumReadings) = (256, 500_000)
    /// The approximate number of places of a route that are compared.
    private static let places = 360

    init(_ db: Database) throws {
        self.db = db
        heartRate = try RecordReader.typeNumber(db, of: HKQuantityTypeIdentifier.heartRate.rawValue)
    }

    func distance(of candidate: EffortCandidate) throws -> Double? {
        if let known = distances[candidate.id] { return known }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT type, unit, sum FROM workout_statistics
                    WHERE workout = ? AND activity IS NULL AND sum IS NOT NULL AND unit IS NOT NULL ORDER BY id
                    """),
            arguments: [candidate.id])
        let sums = try rows.compactMap { row -> (HKQuantityTypeIdentifier, HKQuantity)? in
            guard let unit = try? HKUnit(validating: row.value(String.self, of: "unit")) else { return nil }
            return (
                HKQuantityTypeIdentifier(rawValue: try row.value(of: "type")),
                HKQuantity(unit: unit, doubleValue: try row.value(of: "sum"))
            )
        }
        let total = WorkoutDistance.total(of: candidate.activity, sums).flatMap { try? $0.value(in: .meter()) }
        let distance = try total ?? writtenDistance(of: candidate.id)
        distances[candidate.id] = .some(distance)
        return distance
    }

    /// Returns the distance in the attributes of old exports.
    private func writtenDistance(of workout: Int64) throws -> Double? {
        let text = try String.fetchOne(
            db.cachedStatement(sql: "SELECT attributes FROM workout WHERE id = ?"), arguments: [workout])
        guard let pairs = text.map(MetadataPairs.read),
            let number = pairs.first(where: { $0.key == "totalDistance" }).flatMap({ Double($0.value) }), number > 0,
            let written = pairs.first(where: { $0.key == "totalDistanceUnit" }),
            let unit = try? HKUnit(validating: written.value)
        else { return nil }
        return try? HKQuantity(unit: unit, doubleValue: number).value(in: .meter())
    }

    func route(of candidate: EffortCandidate) throws -> [EffortPlace] {
        if let known = routes[candidate.id] { return known }
        let ids = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM workout_route WHERE workout = ? ORDER BY start, id"),
            arguments: [candidate.id])
        var places: [EffortPlace] = []
        for id in ids {
            let count = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM route_point WHERE route = ?"), arguments: [id])
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT \(PlaceColumn.selection) FROM route_point WHERE route = ? AND position % ? = 0
                        ORDER BY position
                        """),
                arguments: [id, max(1, (count ?? 0) / Self.places)])
            while let row = try rows.next() {
                places.append(
                    EffortPlace(
                        time: try row.value(at: PlaceColumn.time), latitude: try row.value(at: PlaceColumn.latitude),
                        longitude: try row.value(at: PlaceColumn.longitude)))
            }
        }
        places.sort { ($0.time, $0.latitude, $0.longitude) < ($1.time, $1.latitude, $1.longitude) }
        if routes.count >= Self.limit { routes.removeAll() }
        routes[candidate.id] = places
        return places
    }

    func heartRate(of candidate: EffortCandidate) throws -> [EffortReading] {
        if let known = heartRates[candidate.id] { return known }
        let readings = try readings(of: candidate)
        if heartRates.count >= Self.limit || readingCount >= Self.maximumReadings {
            heartRates.removeAll()
            readingCount = 0
        }
        heartRates[candidate.id] = readings
        readingCount += readings.count
        return readings
    }

    private static let selectSeries = "SELECT \(ReadingColumn.selection) FROM quantity_series WHERE series = ?"

    /// Returns the heart rates that the source of a workout recorded in its time, and those that were added to it. Those of the devices
    /// that recorded other workouts of the source at the same time are not of the workout.
    private func readings(of candidate: EffortCandidate) throws -> [EffortReading] {
        guard let heartRate,
            let conversion = HKQuantityType(.heartRate).canonicalUnit.conversion(to: HKUnit(from: "count/min"))
        else { return [] }
        let others = try otherDevices(candidate)
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(HeartRateColumn.selection) FROM sample AS s JOIN provenance AS p ON p.id = s.provenance
                    WHERE s.type = ?1 AND s.start >= ?2 AND s.start <= ?3 AND typeof(s.value) IN ('real', 'integer')
                    AND (p.source = ?4 OR \(HeartRateColumn.added.expression))
                    ORDER BY s.start
                    """),
            arguments: [heartRate, candidate.start, candidate.end, candidate.source, candidate.id])
        let series = try Set(
            Int64.fetchAll(
                db.cachedStatement(
                    sql: "SELECT id FROM quantity_series_sample WHERE type = ? AND start >= ? AND start <= ?"),
                arguments: [heartRate, candidate.start, candidate.end]))
        var readings: [EffortReading] = []
        for row in rows {
            if try row.value(Int.self, at: HeartRateColumn.added) == 0,
                let device = try row.value(String?.self, at: HeartRateColumn.device), others.contains(device)
            {
                continue
            }
            let id: Int64 = try row.value(at: HeartRateColumn.id)
            guard series.contains(id) else {
                readings.append(
                    EffortReading(
                        time: try row.value(at: HeartRateColumn.start),
                        value: conversion(try row.value(at: HeartRateColumn.value))))
                continue
            }
            let parts = try Row.fetchCursor(
                db.cachedStatement(sql: Self.selectSeries), arguments: [id])
            while let part = try parts.next() {
                readings.append(
                    EffortReading(
                        time: try part.value(at: ReadingColumn.start),
                        value: conversion(try part.value(at: ReadingColumn.value))))
            }
        }
        readings.sort { ($0.time, $0.value) < ($1.time, $1.value) }
        return readings
    }

    /// Returns the models of the other devices of the source that recorded a workout at the time of a workout; none if that of the workout
    /// is unknown.
    private func otherDevices(_ candidate: EffortCandidate) throws -> Set<String> {
        guard candidate.device != nil, let table = try EffortTable(db) else { return [] }
        let others = try table.workouts(overlapping: candidate.start...candidate.end).filter {
            $0.source == candidate.source && $0.device != candidate.device
        }
        return Set(others.compactMap(\.device))
    }
}

private enum PlaceColumn: Int32, PositionedColumns {
    case time, latitude, longitude
}

/// The columns of `sample AS s`.
private enum HeartRateColumn: Int32, PositionedColumns {
    case id, start, value, device, added

    var expression: String {
        switch self {
        case .id, .start, .value: "s.\(self)"
        case .device: "(SELECT model FROM device WHERE id = p.device)"
        // The parameter is the number of the workout.
        case .added: "EXISTS (SELECT 1 FROM workout_sample AS w WHERE w.workout = ?5 AND w.id = s.id)"
        }
    }
}
