// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// Takes a sample out of the store, with its details, and remembers that it was there.
enum SampleDeletion {
    /// The tables with details, and the columns that hold the sample's place. The parts of workouts and the points of
    /// routes go with their row.
    private static let details = [
        ("sample_uuid", "id"), ("heartbeats", "id"), ("correlation_member", "correlation"), ("workout", "id"),
        ("workout_route", "id"), ("electrocardiogram", "id"), ("audiogram_point", "audiogram"),
        ("vision_prescription", "id"), ("clinical_record", "id"), ("sample_detail", "id"),
    ]
    /// The tables that say what the sample is part of, or what is part of it.
    private static let links = [("correlation_member", "id"), ("workout_sample", "id"), ("workout_sample", "workout")]

    /// Deletes a sample.
    /// - Parameters:
    ///   - place: the place of the deletion in the order of changes.
    ///   - keepsLinks: whether another sample is about to take its place in correlations and workouts.
    static func delete(_ sample: RawSample, reader: RecordReader, place: Int64, keepsLinks: Bool = false) throws {
        let db = reader.db
        let uuid = try reader.uuid(sample)
        let source = try reader.origin(sample.provenance).source
        let sync = SyncReplacement.identifiers(try reader.values(sample))
        try db.cachedStatement(
            sql: """
                INSERT INTO deletion (id, type, uuid, sample, source, sync_identifier, sync_version)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [place, sample.type, uuid.bytes, sample.id, source, sync?.identifier, sync?.version])
        for (table, column) in details + (keepsLinks ? [] : links) {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(column) = ?").execute(arguments: [sample.id])
        }
        if let sync, sample.ordinal < 0 {
            try db.cachedStatement(
                sql: "DELETE FROM sync_identifier WHERE source = ? AND type = ? AND identifier = ? AND sample = ?"
            ).execute(arguments: [source, sample.type, sync.identifier, sample.id])
        }
        try db.cachedStatement(sql: "DELETE FROM sample WHERE type = ? AND start = ? AND id = ?").execute(
            arguments: [sample.type, sample.start, sample.id])
    }
}
