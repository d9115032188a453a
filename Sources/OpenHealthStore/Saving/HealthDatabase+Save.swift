// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Saves the samples of an app in one transaction.
    ///
    /// A correlation is saved with its members. A sample with a sync identifier replaces the sample of the same source and sync
    /// identifier if its sync version is greater; otherwise the stored sample is kept.
    /// - Parameters:
    ///   - objects: The samples. They keep their UUIDs. Dates are stored with a precision of a quarter of a microsecond.
    ///   - source: The provenance of the app. The device of a sample has precedence over its device, and the unit of a sample
    ///     over its unit.
    /// - Returns: The UUID of the stored sample for each object. It differs from the object's UUID if a sample with the same sync
    ///   identifier was kept.
    /// - Throws: A ``StoreError``: `invalidArgument` if a UUID already exists, and for samples that can't be saved as objects:
    ///   electrocardiograms, routes and heartbeat series, whose measurements aren't part of the object.
    @discardableResult
    public func save(_ objects: [HKObject], source: ProvenanceData) throws -> [UUID] {
        if objects.isEmpty { return [] }
        return try write { db in
            let session = try SaveSession(db, source: source)
            let uuids = try session.save(objects)
            try session.finish()
            return uuids
        }
    }

    /// Deletes samples and their details in one transaction. The members of correlations, and the samples and routes of workouts,
    /// are kept.
    /// - Throws: A ``StoreError``: `notFound` with the first UUID that doesn't exist.
    public func delete(_ uuids: [UUID]) throws {
        if uuids.isEmpty { return }
        try write { db in
            let reader = RecordReader(db)
            var place = try Self.latestChange(db)
            var done: Set<UUID> = []
            for uuid in uuids where done.insert(uuid).inserted {
                guard let sample = try SampleLookup.find(uuid, reader) else {
                    throw StoreError(
                        .notFound, message: "there is no sample with the UUID \(uuid)",
                        remedy: "list samples with `health samples TYPE`; nothing was deleted")
                }
                place += 1
                try SampleDeletion.delete(sample, reader: reader, place: place)
            }
            try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
        }
    }
}

extension HealthDatabase {
    /// Saves samples of a source, with the measurements of series, in one transaction and without regard to permissions.
    /// - Parameter now: The date when the samples are saved.
    /// - Throws: A ``StoreError``, as ``save(_:source:)`` does.
    package func save(
        _ samples: [(sample: HKSample, measurements: SeriesMeasurements?)], source: ProvenanceData, now: Date
    ) throws {
        if samples.isEmpty { return }
        try write { db in
            let session = try SaveSession(db, source: source, now: now)
            try session.save(samples)
            try session.finish()
        }
    }
}

extension HealthDatabase {
    /// Sets the activity summary of a day.
    /// - Throws: A ``StoreError``.
    package func setActivitySummary(_ summary: ActivitySummaryData) throws {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO activity_summary (day, attributes) VALUES (?, ?)
                    ON CONFLICT (day) DO UPDATE SET attributes = excluded.attributes
                    """,
                arguments: [summary.day, MetadataJSON.object(summary.values)])
            try ChangeRange.Topic.summaries.bump(db)
        }
    }
}

extension HealthDatabase {
    /// Deletes the samples of a source and their details in one transaction. As with ``delete(_:)``, the members of correlations,
    /// and the samples and routes of workouts, are kept unless they are of the same source. The source keeps its number and its
    /// position in the source orders of types.
    /// - Parameters:
    ///   - source: The number of the source.
    ///   - types: The identifiers of the types; nil for all types.
    /// - Returns: The number of deleted samples.
    /// - Throws: A ``StoreError``: `notFound` if the source or a type doesn't exist.
    @discardableResult
    public func deleteSamples(ofSource source: Int64, types: [String]? = nil) throws -> Int {
        let count = try write { db in
            try Self.checkSource(db, source)
            let reader = RecordReader(db)
            var numbers = try Int64.fetchAll(
                db, sql: "SELECT type FROM type_source WHERE source = ? ORDER BY type", arguments: [source])
            if let types {
                let named = try Set(types.compactMap { try Self.number(reader, ofDeletedType: $0) })
                numbers.removeAll { !named.contains($0) }
            }
            let before = try Self.latestChange(db)
            var place = before
            for number in numbers {
                place = try SampleDeletion.deleteAll(ofSource: source, type: number, reader: reader, after: place)
            }
            try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
            return Int(place - before)
        }
        checkpoint()
        return count
    }

    private static func number(_ reader: RecordReader, ofDeletedType type: String) throws -> Int64? {
        if let number = try reader.number(ofType: type) { return number }
        guard HealthTypes.named(type) == nil else { return nil }
        throw StoreError(
            .notFound, message: "there is no type \(type)",
            remedy: "list the stored types with `health types`; nothing was deleted")
    }
}
