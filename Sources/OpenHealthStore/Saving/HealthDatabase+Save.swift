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
