// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Deletes samples with their details, and records the deletions.
package enum SampleDeletion {
    /// The tables with details, and the columns that contain the sample's position. The parts of workouts and the points of
    /// routes are deleted with their row.
    static let details = [
        ("sample_uuid", "id"), ("sample_date", "id"), ("heartbeats", "id"), ("correlation_member", "correlation"),
        ("workout", "id"),
        ("workout_route", "id"), ("electrocardiogram", "id"), ("audiogram_point", "audiogram"),
        ("vision_prescription", "id"), ("clinical_record", "id"), ("sample_detail", "id"),
        ("quantity_series", "series"), ("quantity_series_sample", "id"), ("heartbeat_series", "series"),
    ]
    /// The tables with the relations between samples and the objects that contain them.
    static let links = [
        ("correlation_member", "id"), ("workout_sample", "id"), ("workout_sample", "workout"),
        ("effort_relation", "id"),
        ("effort_relation", "workout"), ("electrocardiogram_sample", "id"),
        ("electrocardiogram_sample", "electrocardiogram"), ("attachment", "sample"),
    ]

    /// Deletes a sample.
    /// - Parameters:
    ///   - place: The position of the deletion in the order of changes.
    ///   - keepsLinks: Whether another sample is about to replace the sample in correlations and workouts.
    package static func delete(_ sample: RawSample, reader: RecordReader, place: Int64, keepsLinks: Bool = false) throws
    {
        let db = reader.db
        let source = try reader.origin(sample.provenance).source
        let sync = try remember(
            sample, uuid: try reader.uuid(sample), source: source, reader: reader, place: place)
        let workouts = keepsLinks ? [] : try EffortRelations.workouts(db, losing: "(?)", [sample.id])
        for (table, column) in details + (keepsLinks ? [] : links) {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(column) = ?").execute(arguments: [sample.id])
        }
        try EffortRelations.noteChange(db, ofWorkouts: workouts)
        if let sync, sample.ordinal < 0 {
            try db.cachedStatement(
                sql: "DELETE FROM sync_identifier WHERE source = ? AND type = ? AND identifier = ? AND sample = ?"
            ).execute(arguments: [source, sample.type, sync.identifier, sample.id])
        }
        try db.cachedStatement(sql: "DELETE FROM sample WHERE type = ? AND start = ? AND id = ?").execute(
            arguments: [sample.type, sample.start, sample.id])
        if db.changesCount > 0 { try SampleSums.remove(sample, db) }
        try TypeSources.noteDeletion(db, type: sample.type, source: source, place: place)
        try RollupInvalidation.drop(db, type: sample.type, source: source, from: sample.start, to: sample.end)
    }

    /// Records the deletion of a sample.
    /// - Returns: The sample's sync identifier and version, if it has any.
    @discardableResult
    static func remember(_ sample: RawSample, uuid: UUID, source: Int64, reader: RecordReader, place: Int64) throws
        -> (identifier: String, version: Int?)?
    {
        let sync = SyncReplacement.identifiers(try reader.values(sample))
        var members: Set<Int64>?
        if try reader.type(sample.type).sampleType is HKCorrelationType {
            members = try Int64.fetchSet(
                reader.db.cachedStatement(sql: "SELECT type FROM correlation_member WHERE correlation = ?"),
                arguments: [sample.id])
        }
        try reader.db.cachedStatement(
            sql: """
                INSERT INTO deletion (id, type, uuid, sample, source, sync_identifier, sync_version, start, members)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                place, sample.type, uuid.bytes, sample.id, source, sync?.identifier, sync?.version, sample.start,
                members.map(DeletionTrace.column),
            ])
        return sync
    }
}
