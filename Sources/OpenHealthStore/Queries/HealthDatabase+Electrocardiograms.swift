// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns the electrocardiograms without their measurements, in order of their start dates.
    /// - Throws: A ``StoreError``.
    public func electrocardiograms() throws -> [ElectrocardiogramRecord] {
        try read { db in
            let reader = RecordReader(db)
            guard let type = try reader.number(ofType: HKObjectType.electrocardiogramType().identifier) else {
                return []
            }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, start, classification, sample_rate, unit, header, measurements
                    FROM electrocardiogram ORDER BY start, id
                    """)
            return try rows.map { row in
                let id: Int64 = try row.value(of: "id")
                guard let sample = try SampleLookup.sample(db, type: type, start: try row.value(of: "start"), id: id)
                else {
                    throw StoreError.inconsistent("the electrocardiogram at place \(id) has no sample")
                }
                return ElectrocardiogramRecord(
                    sample: try reader.record(sample), classification: try row.value(of: "classification"),
                    sampleRate: try row.value(of: "sample_rate"), unit: try row.value(of: "unit"),
                    header: (try row.value(String?.self, of: "header")).map(MetadataPairs.read) ?? [],
                    measurements: try row.value(of: "measurements"))
            }
        }
    }

    /// Returns the measurements of an electrocardiogram in its unit, in order, or an empty array if it doesn't exist.
    /// - Throws: A ``StoreError``.
    public func voltages(uuid: UUID) throws -> [Double] {
        try read { db in
            let type = HKObjectType.electrocardiogramType().identifier
            guard let sample = try SampleLookup.find(uuid, type: type, RecordReader(db)),
                let row = try Row.fetchOne(
                    db, sql: "SELECT voltages, encoding FROM electrocardiogram WHERE id = ?", arguments: [sample.id])
            else { return [] }
            guard
                let voltages = VoltageBlob.decode(
                    try row.value(of: "voltages"), encoding: try row.value(of: "encoding"))
            else {
                throw StoreError.inconsistent("the measurements of \(uuid) cannot be read")
            }
            return voltages
        }
    }
}

/// An electrocardiogram without its measurements.
public struct ElectrocardiogramRecord: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The classification in the wording and language of the file.
    public var classification: String?
    /// The number of measurements per second.
    public var sampleRate: Double
    /// The unit of the measurements, such as `µV`.
    public var unit: String
    /// The lines of the file's header, as written.
    public var header: [MetadataPair]
    /// The number of measurements.
    public var measurements: Int
}
