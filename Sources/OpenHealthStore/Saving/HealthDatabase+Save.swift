// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Saves the samples of an app: all of them, or none.
    ///
    /// A correlation is saved with its members. A sample with a sync identifier takes the place of the one that its
    /// source has saved under that identifier, if its sync version is greater; otherwise the old one stays.
    /// - Parameters:
    ///   - objects: the samples; they keep their UUIDs. Dates are kept to a quarter of a microsecond.
    ///   - source: the app. A sample's own device goes before the one here, and its own unit always does.
    /// - Returns: for each object the UUID under which the store has it: another than its own where a sync identifier
    ///   kept what was there.
    /// - Throws: a ``StoreError``, `invalidArgument` for a UUID that is there already, and for samples that cannot be
    ///   saved as objects: electrocardiograms, routes and heartbeat series, whose measurements are not in the object.
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

    /// Deletes samples with their details: all of them, or none. The members of a correlation, and the samples and
    /// routes of a workout, stay.
    /// - Throws: a ``StoreError``, `notFound` with the first UUID that is not there.
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
                        remedy: "list what is there with `health samples TYPE`; nothing was deleted")
                }
                place += 1
                try SampleDeletion.delete(sample, reader: reader, place: place)
            }
            try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
        }
    }
}
