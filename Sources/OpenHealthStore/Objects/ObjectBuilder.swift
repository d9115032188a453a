// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Creates objects of Apple's classes from the rows of the store.
package struct ObjectBuilder {
    package let reader: RecordReader
    /// Returns whether a member of a correlation is visible; nil if all members are visible.
    package let isVisible: ((RawSample) throws -> Bool)?
    /// Whether workouts state of which workouts they are copies.
    private let seesEfforts: Bool
    package var db: Database { reader.db }

    package init(
        _ reader: RecordReader, isVisible: ((RawSample) throws -> Bool)? = nil, seesEfforts: Bool = false
    ) {
        self.reader = reader
        self.isVisible = isVisible
        self.seesEfforts = seesEfforts
    }

    /// Returns a sample as an object, or nil if no class represents it or no member of a correlation is visible.
    package func object(_ sample: RawSample) throws -> HKSample? {
        let type = try reader.type(sample.type)
        guard let sampleType = type.sampleType else { return nil }
        var fields = try fields(sample)
        if seesEfforts, sampleType is HKWorkoutType {
            fields.copyOf = try WorkoutCopies.original(of: sample, reader).map(reader.uuid)
        }
        if sample.ordinal < 0, let json = try detail(sample) {
            guard let object = SampleDetail.read(json, fields: fields) else {
                throw StoreError.inconsistent("the details of the sample at place \(sample.id) cannot be read")
            }
            return object
        }
        let dates = try dates(sample)
        let (start, end) = (dates.start, dates.end)
        switch sampleType {
        case let sampleType as HKQuantityType:
            guard !sample.value.isNaN else { return nil }
            let quantity = type.quantity(
                sample.value, provenance: sample.provenance, unit: try reader.origin(sample.provenance).unit,
                of: sampleType)
            return HKQuantitySample.stored(
                quantityType: sampleType, quantity: quantity, startDate: start, endDate: end, fields: fields)
        case let sampleType as HKCategoryType:
            // Some categories have no meaningful value, and exports contain none.
            let value = sample.text == nil && sample.value.isNaN ? 0 : sample.value
            guard let raw = Int(exactly: value) else { return nil }
            return HKCategorySample(
                categoryType: sampleType, value: raw, startDate: start, endDate: end, fields: fields)
        case let sampleType as HKCorrelationType:
            let members = try members(of: sample.id).filter { try isVisible?($0) ?? true }
            guard !members.isEmpty || isVisible == nil else { return nil }
            return HKCorrelation(
                correlationType: sampleType, objects: Set(try members.compactMap(object)),
                startDate: start, endDate: end, fields: fields)
        case is HKWorkoutType: return try workout(sample, fields)
        case is HKSeriesType:
            if type.identifier == HKDataTypeIdentifierHeartbeatSeries {
                let count = try count("heartbeat_series", "series", sample)
                return HKHeartbeatSeriesSample(count: count, startDate: start, endDate: end, fields: fields)
            }
            let count = try count("route_point", "route", sample)
            return HKWorkoutRoute(count: count, startDate: start, endDate: end, fields: fields)
        case is HKElectrocardiogramType: return try electrocardiogram(sample, fields)
        case is HKAudiogramSampleType:
            return HKAudiogramSample(
                sensitivityPoints: try sensitivityPoints(sample.id), startDate: start, endDate: end, fields: fields)
        case is HKPrescriptionType: return try prescription(sample, fields)
        case let sampleType as HKClinicalType: return try clinicalRecord(sample, sampleType, fields)
        default: return nil
        }
    }

    /// Returns the fields of all objects.
    private func fields(_ sample: RawSample) throws -> HKObjectFields {
        let origin = try reader.origin(sample.provenance)
        let metadata = try reader.values(sample)
        return HKObjectFields(
            uuid: try reader.uuid(sample), sourceRevision: origin.revision, device: origin.hardware,
            metadata: metadata,
            creationDate: sample.lag.map { Date(timeIntervalSince1970: sample.start + Double($0)) })
    }

    /// Returns the number of measurements of a series in a table.
    private func count(_ table: String, _ column: String, _ sample: RawSample) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM \(table) WHERE \(column) = ?"), arguments: [sample.id]) ?? 0
    }

    private func detail(_ sample: RawSample) throws -> String? {
        if let saved = sample.saved { return saved.detail }
        return try String.fetchOne(
            db.cachedStatement(sql: "SELECT detail FROM sample_detail WHERE id = ?"), arguments: [sample.id])
    }

    /// Returns the exact dates from the app.
    private func dates(_ sample: RawSample) throws -> ExactDates {
        let columns = ExactDates(
            start: Date(timeIntervalSince1970: sample.start), end: Date(timeIntervalSince1970: sample.end))
        guard sample.ordinal < 0 else { return columns }
        if let saved = sample.saved { return saved.dates ?? columns }
        let bytes = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT dates FROM sample_date WHERE id = ? AND length(dates) = 16"),
            arguments: [sample.id])
        return bytes?.withUnsafeBytes { $0.baseAddress.map { ExactDates($0) } } ?? columns
    }

    /// Returns the members of a correlation.
    package func members(of correlation: Int64) throws -> [RawSample] {
        try linked(db.cachedStatement(sql: Self.membersOfCorrelation), correlation)
    }

    /// Returns the samples of a workout.
    package func samples(of workout: Int64) throws -> [RawSample] {
        try linked(db.cachedStatement(sql: Self.samplesOfWorkout), workout)
    }

    private static let membersOfCorrelation =
        "SELECT \(SamplePlaceColumn.selection) FROM correlation_member WHERE correlation = ? ORDER BY id"
    private static let samplesOfWorkout =
        "SELECT \(SamplePlaceColumn.selection) FROM workout_sample WHERE workout = ? ORDER BY id"

    private func linked(_ statement: Statement, _ parent: Int64) throws -> [RawSample] {
        try Row.fetchAll(statement, arguments: [parent]).map { row in
            guard
                let sample = try SampleLookup.sample(
                    db, type: try row.value(at: SamplePlaceColumn.type),
                    start: try row.value(at: SamplePlaceColumn.start),
                    id: try row.value(at: SamplePlaceColumn.id))
            else {
                throw StoreError.inconsistent(
                    "place \(parent) names a sample at place \(try row.value(Int64.self, at: SamplePlaceColumn.id)), which is missing"
                )
            }
            return sample
        }
    }
}
