// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
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
        ("pushed_copy", "sample"), ("sample_revision", "sample"), ("pushed_session_sample", "sample"),
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
        let sync = SyncMetadata.identifiers(try reader.values(sample))
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

extension SampleDeletion {
    /// Deletes the samples of one type and source. The result is the same as for deleting the samples one by one, but with one
    /// statement for each table instead of each sample and table.
    /// - Parameter after: The latest position in the order of changes.
    /// - Returns: The position of the last deletion, or the latest position if there were no deletions.
    static func deleteAll(ofSource source: Int64, type: Int64, reader: RecordReader, after: Int64) throws -> Int64 {
        let db = reader.db
        var place = after
        var (from, to) = (Double.infinity, -Double.infinity)
        var sums = SampleSums()
        let statement = try db.makeStatement(
            sql: """
                SELECT \(RawSample.columns) FROM sample
                WHERE type = ?1 AND provenance IN (SELECT id FROM provenance WHERE source = ?2) ORDER BY start, id
                """)
        let handle = statement.sqliteStatement
        sqlite3_bind_int64(handle, 1, type)
        sqlite3_bind_int64(handle, 2, source)
        defer { sqlite3_reset(handle) }
        var code = sqlite3_step(handle)
        while code == SQLITE_ROW {
            let sample = RawSample(handle)
            place += 1
            sums.remove(sample)
            try remember(sample, uuid: try reader.uuid(sample), source: source, reader: reader, place: place)
            from = min(from, sample.start)
            to = max(to, sample.end)
            code = sqlite3_step(handle)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(code, of: handle)
        }
        guard place > after else { return after }
        let places = "(SELECT sample FROM deletion WHERE id BETWEEN ? AND ?)"
        let workouts = try EffortRelations.workouts(db, losing: places, [after + 1, place])
        for (table, column) in details + links {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE \(column) IN \(places)", arguments: [after + 1, place])
        }
        try EffortRelations.noteChange(db, ofWorkouts: workouts)
        try db.execute(
            sql: "DELETE FROM sync_identifier WHERE source = ? AND type = ? AND sample IN \(places)",
            arguments: [source, type, after + 1, place])
        try db.execute(
            sql: "DELETE FROM sample WHERE type = ? AND provenance IN (SELECT id FROM provenance WHERE source = ?)",
            arguments: [type, source])
        try db.execute(
            sql: "DELETE FROM day_count WHERE type = ? AND provenance IN (SELECT id FROM provenance WHERE source = ?)",
            arguments: [type, source])
        try sums.flush(db)
        try TypeSources.noteDeletion(db, type: type, source: source, place: place)
        try RollupInvalidation.drop(db, type: type, source: source, from: from, to: to)
        return place
    }
}

/// The sync identifiers in the metadata of samples.
enum SyncMetadata {
    /// Returns the sync identifier and version in metadata, or nil if there is no sync identifier.
    static func identifiers(_ metadata: [String: HKMetadataValue]) -> (identifier: String, version: Int?)? {
        guard case .string(let identifier)? = metadata[HKMetadataKeySyncIdentifier] else { return nil }
        let version: Int? =
            switch metadata[HKMetadataKeySyncVersion] {
            case .integer(let number): number
            case .double(let number): Int(exactly: number.rounded())
            default: nil
            }
        return (identifier, version)
    }
}
