// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A transaction that saves the objects of an app.
package final class SaveTransaction {
    private let db: Database
    private let source: ProvenanceData
    private let app: String?
    private let facts: SharedRows
    private let reader: RecordReader
    private let details: ObjectDetails
    private var insert: SampleInsert
    private var runs: ChangeRuns
    private var extents = TypeExtents()
    private var sources = TypeSources()
    private var nextID: Int64
    /// The objects that were saved in this transaction, by UUID.
    private var saved: [UUID: StoredKey] = [:]
    /// The stored objects that were kept instead of the given ones, because of a sync identifier.
    private var kept: [UUID: UUID] = [:]
    private let series: SeriesInserts
    private let now: Double
    /// Returns the sample with a UUID among those visible to the saving app.
    private let find: (UUID) throws -> RawSample?

    /// The key of a sample.
    struct StoredKey {
        var type: Int64
        var start: Double
        var id: Int64
    }

    /// Creates a transaction that saves samples.
    /// - Parameters:
    ///   - app: The identifier of the app that pushes the samples, if they lack properties.
    ///   - now: The date when the samples are saved.
    ///   - find: Returns the sample with a UUID among those visible to the saving app. Other samples are ignored, so that their
    ///     existence isn't disclosed. Nil if all samples are visible.
    package init(
        _ db: Database, source: ProvenanceData, app: String? = nil, now: Date = Date(),
        find: ((UUID) throws -> RawSample?)? = nil
    ) throws {
        self.db = db
        self.source = source
        self.app = app
        facts = try SharedRows(db)
        let reader = RecordReader(db)
        self.reader = reader
        details = try ObjectDetails(db)
        insert = try SampleInsert(db, batches: false)
        let find = find ?? { try SampleLookup.find($0, reader) }
        self.find = find
        series = SeriesInserts(db: db, inserts: details.inserts, reader: reader, find: find)
        self.now = now.timeIntervalSince1970
        runs = try ChangeRuns(db)
        nextID = try HealthDatabase.latestChange(db) + 1
    }

    /// Saves objects, and returns the UUIDs of the stored samples.
    package func save(_ objects: [HKObject]) throws -> [UUID] {
        try save(
            objects.map { object in
                guard let sample = object as? HKSample else {
                    throw StoreError(
                        .invalidArgument, message: "\(Swift.type(of: object)) is not a sample and cannot be saved",
                        remedy: "save samples only")
                }
                return (sample, nil)
            })
    }

    /// Saves samples with the measurements of series, and returns the UUIDs of the stored samples.
    @discardableResult
    package func save(_ samples: [(sample: HKSample, measurements: SeriesMeasurements?)]) throws -> [UUID] {
        // A correlation contains its members, and an app can also save them separately at the same time.
        let members = Set(samples.compactMap { $0.sample as? HKCorrelation }.flatMap(\.objects).map(\.uuid))
        var given: Set<UUID> = []
        return try samples.map { sample, measurements in
            guard given.insert(sample.uuid).inserted else { throw Self.doubled(sample) }
            if members.contains(sample.uuid), let key = saved[sample.uuid] {
                return try uuid(of: sample, at: key)
            }
            let uuid = try uuid(of: sample, at: try save(sample, measurements.map(resolved)))
            if uuid != sample.uuid { kept[sample.uuid] = uuid }
            return uuid
        }
    }

    /// Returns measurements that refer to the stored workout.
    private func resolved(_ measurements: SeriesMeasurements) -> SeriesMeasurements {
        guard case .route(let points, let workout?) = measurements, let stored = kept[workout] else {
            return measurements
        }
        return .route(points, workout: stored)
    }

    /// Adds samples to a workout, and saves missing ones.
    package func add(_ samples: [HKSample], to workout: UUID) throws {
        let parent = try SampleLookup.workout(workout, reader, find: find)
        for sample in samples {
            let key: StoredKey
            if let stored = try find(sample.uuid) {
                key = StoredKey(type: stored.type, start: stored.start, id: stored.id)
            } else {
                key = try save(sample)
            }
            try details.inserts.link(table: .workout, parent: parent.id, id: key.id, type: key.type, start: key.start)
        }
    }

    /// Writes the changes to the tables for queries, and advances the order of changes.
    package func finish() throws {
        try runs.flush()
        try insert.finish(db)
        try extents.flush(db)
        try sources.flush(db)
        try facts.createViews()
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'change'").execute(
            arguments: [nextID - 1])
    }

    private static func doubled(_ sample: HKSample) -> StoreError {
        StoreError(
            .invalidArgument,
            message: "an object of \(sample.sampleType.identifier) with the UUID \(sample.uuid) already exists",
            remedy: "save each object once; create a new one for another measurement")
    }

    /// Returns the UUID of a saved sample: its own, unless a sample with the same sync identifier was kept.
    private func uuid(of given: HKSample, at key: StoredKey) throws -> UUID {
        if saved[given.uuid]?.id == key.id { return given.uuid }
        guard let sample = try SampleLookup.sample(db, type: key.type, start: key.start, id: key.id) else {
            throw StoreError.inconsistent("the sample that was just saved is missing")
        }
        return try reader.uuid(sample)
    }

    private func save(_ sample: HKSample, _ measurements: SeriesMeasurements? = nil) throws -> StoredKey {
        try check(sample, hasMeasurements: measurements != nil)
        guard try find(sample.uuid) == nil else { throw Self.doubled(sample) }
        let provenance = try facts.provenance(provenance(of: sample), app: app)
        let type = try facts.type(sample.sampleType.identifier)
        var row = StoredSampleRow(
            type: type, start: sample.startDate.timeIntervalSince1970, end: sample.endDate.timeIntervalSince1970,
            value: try value(of: sample), provenance: provenance, created: now, ordinal: -1)
        let metadata = sample.fields.metadata
        let sourceNumber = try reader.origin(provenance).source
        let replaced = try SyncReplacement.find(db, metadata, source: sourceNumber, type: type)
        if case .keep(let key) = replaced { return key }
        if let json = StoredMetadata.write(metadata) {
            var zone: String?
            if case .string(let name)? = metadata[HKMetadataKeyTimeZone] { zone = name }
            row.metadata = try facts.metadata(json: json, zone: zone)
        }
        // The deletion precedes the sample that replaces the deleted one.
        var oldMembers: [RawSample] = []
        if case .replace(let old, _, _) = replaced {
            oldMembers = try ObjectBuilder(reader).members(of: old.id)
            try SampleDeletion.delete(old, reader: reader, place: takePlace(), keepsLinks: true)
        }
        let id = takePlace()
        try insert.run(row, id: id)
        try insert.flush()
        try runs.add(id: id, type: type, start: row.start)
        extents.note(type: type, start: row.start, end: row.end)
        sources.note(type: type, source: sourceNumber, start: row.start, end: row.end, place: id)
        try db.cachedStatement(sql: "INSERT INTO sample_uuid (id, uuid, type, start) VALUES (?, ?, ?, ?)").execute(
            arguments: [id, sample.uuid.bytes, type, row.start])
        let dates = ExactDates(start: sample.startDate, end: sample.endDate)
        if !dates.fitColumns {
            try db.cachedStatement(sql: "INSERT INTO sample_date (id, dates) VALUES (?, ?)").execute(
                arguments: [id, dates.bytes])
        }
        let key = StoredKey(type: type, start: row.start, id: id)
        saved[sample.uuid] = key
        try details.add(sample, id: id)
        if let measurements { try series.add(measurements, of: sample, id: id) }
        try SyncReplacement.note(db, replaced, key: key)
        if let correlation = sample as? HKCorrelation { try saveMembers(of: correlation, id: id) }
        try deleteLeft(oldMembers)
        return key
    }

    /// Deletes the members of a replaced correlation, unless they are part of another correlation. A correlation can have members of other
    /// apps, which are kept.
    private func deleteLeft(_ members: [RawSample]) throws {
        for member in members
        where try reader.origin(member.provenance).bundleIdentifier == source.bundleIdentifier {
            let parts = try Int.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM correlation_member WHERE id = ?"),
                arguments: [member.id])
            guard parts == 0, try SampleLookup.sample(db, type: member.type, start: member.start, id: member.id) != nil
            else { continue }
            try SampleDeletion.delete(member, reader: reader, place: takePlace())
        }
    }

    private func saveMembers(of correlation: HKCorrelation, id: Int64) throws {
        // Members are sorted, so that equal correlations are always saved in the same way.
        let members = correlation.objects.sorted {
            ($0.sampleType.identifier, $0.startDate, $0.uuid.uuidString)
                < ($1.sampleType.identifier, $1.startDate, $1.uuid.uuidString)
        }
        for member in members {
            let key: StoredKey
            if let known = saved[member.uuid] {
                key = known
            } else if let stored = try find(member.uuid) {
                key = StoredKey(type: stored.type, start: stored.start, id: stored.id)
            } else {
                key = try save(member)
            }
            try details.inserts.link(table: .correlation, parent: id, id: key.id, type: key.type, start: key.start)
        }
    }

    private func takePlace() -> Int64 {
        defer { nextID += 1 }
        return nextID
    }

    private func provenance(of sample: HKSample) -> ProvenanceData {
        var facts = source
        facts.unit = (sample as? HKQuantitySample)?.quantity.originalUnit.unitString
        if let device = sample.device {
            facts.device = DeviceData(
                name: device.name, manufacturer: device.manufacturer, model: device.model,
                hardware: device.hardwareVersion, firmware: device.firmwareVersion, software: device.softwareVersion,
                localIdentifier: device.localIdentifier, udiDeviceIdentifier: device.udiDeviceIdentifier)
        }
        return facts
    }

    private func value(of sample: HKSample) throws -> Double {
        switch sample {
        case let sample as HKQuantitySample:
            let unit = sample.quantityType.canonicalUnit
            guard let value = try? sample.quantity.value(in: unit), value.isFinite else {
                throw StoreError(
                    .invalidArgument,
                    message: "a sample of \(sample.quantityType.identifier) has no finite value in \(unit.unitString)",
                    remedy: "give a finite number in a unit that fits the type")
            }
            return value
        case let sample as HKCategorySample: return Double(sample.value)
        case let workout as HKWorkout: return Double(workout.workoutActivityType.rawValue)
        default: return .nan
        }
    }

    /// Throws an error if the store can't save a sample.
    private func check(_ sample: HKSample, hasMeasurements: Bool) throws {
        let type = sample.sampleType.identifier
        let (start, end) = (sample.startDate.timeIntervalSince1970, sample.endDate.timeIntervalSince1970)
        guard StoreLimits.sampleDates.contains(start), StoreLimits.sampleDates.contains(end), start <= end else {
            throw StoreError(
                .invalidArgument, message: "a sample of \(type) ends before it starts, or has dates out of range",
                remedy: "give a start, and an end that is not before it")
        }
        try StoreError.checking { () throws(HKObjectValidationError) in
            try HKObjectValidation.checkContent(sample)
            try HKObjectValidation.checkTexts(sample)
        }
        if SeriesInserts.needsMeasurements(sample), !hasMeasurements {
            throw StoreError(
                .invalidArgument, message: "a sample of \(type) cannot be saved without its measurements",
                remedy: "create it with its builder, or import it from a file that has them")
        }
    }
}
