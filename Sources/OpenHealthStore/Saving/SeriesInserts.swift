// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Writes the measurements of samples that are series into their tables.
struct SeriesInserts {
    let db: Database
    let inserts: DetailInserts
    let reader: RecordReader
    /// Returns the sample with a UUID among those visible to the saving app.
    let find: (UUID) throws -> RawSample?

    /// Returns whether a sample can't be saved without measurements that aren't part of the object.
    static func needsMeasurements(_ sample: HKSample) -> Bool {
        sample is HKElectrocardiogram || sample is HKSeriesSample
    }

    /// Adds the measurements of a sample.
    /// - Throws: A ``StoreError``: `invalidArgument` if the kind or the number of measurements doesn't match the sample.
    func add(_ measurements: SeriesMeasurements, of sample: HKSample, id: Int64) throws {
        try StoreError.checking { () throws(HKObjectValidationError) in
            try HKObjectValidation.check(measurements, of: sample)
        }
        let count: Int
        switch (measurements, sample) {
        case (.heartbeats(let beats), let series as HKHeartbeatSeriesSample):
            count = series.count
            try add(beats, id: id)
        case (.route(let points, let workout), let route as HKWorkoutRoute):
            count = route.count
            try add(points, of: route, workout: workout, id: id)
        case (.electrocardiogram(let voltages), let electrocardiogram as HKElectrocardiogram):
            count = electrocardiogram.numberOfVoltageMeasurements
            try add(voltages, of: electrocardiogram, id: id)
        case (.quantities(let readings), let quantity as HKQuantitySample):
            count = quantity.count
            try add(readings, id: id)
        default: throw Self.invalid(sample, "measurements of another kind")
        }
        guard count == measurements.count else { throw Self.invalid(sample, "\(measurements.count) measurements") }
    }

    private static func invalid(_ sample: HKSample, _ what: String) -> StoreError {
        StoreError(
            .invalidArgument, message: "a sample of \(sample.sampleType.identifier) was given \(what)",
            remedy: "give the measurements of the sample")
    }

    private func add(_ beats: [SeriesHeartbeat], id: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO heartbeat_series (series, position, time, preceded_by_gap) VALUES (?, ?, ?, ?)")
        for (position, beat) in beats.enumerated() {
            try statement.execute(arguments: [id, position, beat.time, beat.precededByGap])
        }
    }

    private func add(_ points: [RoutePoint], of route: HKWorkoutRoute, workout: UUID?, id: Int64) throws {
        var place: Int64?
        if let workout {
            place = try SampleLookup.workout(workout, reader, find: find).id
        }
        try db.cachedStatement(sql: "INSERT INTO workout_route (id, start, workout) VALUES (?, ?, ?)").execute(
            arguments: [id, route.startDate.timeIntervalSince1970, place])
        try inserts.addPoints(points, route: id, from: 0)
    }

    private func add(_ voltages: [Double], of electrocardiogram: HKElectrocardiogram, id: Int64) throws {
        let (encoding, bytes) = VoltageBlob.encode(voltages)
        let verdict = electrocardiogram.classification
        try db.cachedStatement(
            sql: """
                INSERT INTO electrocardiogram
                    (id, start, classification, classification_value, symptoms_status, average_heart_rate, sample_rate,
                     unit, measurements, encoding, voltages)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                id, electrocardiogram.startDate.timeIntervalSince1970,
                HealthEnums.caseName(ofEnum: "HKElectrocardiogramClassification", rawValue: verdict.rawValue),
                verdict.rawValue, electrocardiogram.symptomsStatus.rawValue,
                try electrocardiogram.averageHeartRate?.value(in: .count().unitDivided(by: .minute())),
                try electrocardiogram.samplingFrequency?.value(in: .hertz()) ?? 0, "mcV", voltages.count, encoding,
                bytes,
            ])
    }

    private func add(_ readings: [SeriesQuantity], id: Int64) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO quantity_series (series, start, end, value) VALUES (?, ?, ?, ?)")
        for reading in readings {
            try statement.execute(arguments: [id, reading.start, reading.end, reading.value])
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO quantity_series_sample (type, start, id)
                SELECT type, start, id FROM sample_uuid WHERE id = ?
                """
        ).execute(arguments: [id])
    }
}
