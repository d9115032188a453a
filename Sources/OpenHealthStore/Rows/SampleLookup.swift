// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// Finds samples by their UUID.
package enum SampleLookup {
    /// Returns the sample with a UUID that was saved first, or nil if there is no such sample.
    ///
    /// Apps choose the UUIDs of their samples: two apps that can't see each other's samples can use the same UUID.
    package static func find(_ uuid: UUID, _ reader: RecordReader) throws -> RawSample? {
        try all(uuid, reader).first
    }

    /// Returns the visible sample with a UUID. If there are several, it prefers one for which `isOwn` returns true, then the one
    /// that was saved first.
    package static func find(
        _ uuid: UUID, _ reader: RecordReader, isOwn: (RawSample) throws -> Bool, sees: (RawSample) throws -> Bool
    ) throws -> RawSample? {
        let found = try all(uuid, reader)
        return try found.first(where: isOwn) ?? found.first(where: sees)
    }

    /// Returns the sample of a type with a UUID that was saved first, or nil if there is no such sample.
    static func find(_ uuid: UUID, type: String, _ reader: RecordReader) throws -> RawSample? {
        try all(uuid, reader).first { try reader.type($0.type).identifier == type }
    }

    private static let placesOfUUID =
        "SELECT \(SamplePlaceColumn.selection) FROM sample_uuid WHERE uuid = ? ORDER BY id"

    /// Returns the samples with a UUID, in the order in which they were saved.
    package static func all(_ uuid: UUID, _ reader: RecordReader) throws -> [RawSample] {
        let statement = try reader.db.cachedStatement(sql: placesOfUUID)
        var found = try Row.fetchAll(statement, arguments: [uuid.bytes]).compactMap { row in
            try sample(
                reader.db, type: try row.value(at: SamplePlaceColumn.type),
                start: try row.value(at: SamplePlaceColumn.start),
                id: try row.value(at: SamplePlaceColumn.id))
        }
        if let imported = try derived(uuid, reader) {
            found.insert(imported, at: found.firstIndex { $0.id > imported.id } ?? found.endIndex)
        }
        return found
    }

    /// Returns whether a sample with the UUID of a deleted one was saved before the deletion and can be seen. The deletion of the other
    /// sample is then none for the viewer: its UUID still names a sample.
    /// - Parameters:
    ///   - place: The position of the deletion. Later samples are versions that replace the deleted one.
    ///   - sees: Returns whether a sample can be seen.
    package static func exists(
        _ uuid: UUID, before place: Int64, _ reader: RecordReader, sees: (RawSample) throws -> Bool
    ) throws -> Bool {
        try all(uuid, reader).contains { try $0.id < place && sees($0) }
    }

    /// Returns the workout with a UUID.
    /// - Parameter find: Returns the sample with a UUID.
    /// - Throws: A ``StoreError``: `notFound` if there is no such workout.
    package static func workout(
        _ uuid: UUID, _ reader: RecordReader, find: (UUID) throws -> RawSample?
    ) throws -> RawSample {
        guard let sample = try find(uuid),
            try reader.type(sample.type).identifier == HKWorkoutTypeIdentifier
        else { throw noWorkout(uuid) }
        return sample
    }

    /// Returns the error for a workout that doesn't exist.
    static func noWorkout(_ uuid: UUID) -> StoreError {
        StoreError(.notFound, message: "there is no workout with the UUID \(uuid)", remedy: "save the workout first")
    }

    /// Returns the sample with a key.
    package static func sample(_ db: Database, type: Int64, start: Double, id: Int64) throws -> RawSample? {
        try SampleRows.rows(db.cachedStatement(sql: SampleRows.single)) { handle in
            sqlite3_bind_int64(handle, 1, type)
            sqlite3_bind_double(handle, 2, start)
            sqlite3_bind_int64(handle, 3, id)
        }.first
    }

    /// Returns the sample at a position in the order of changes.
    package static func sample(_ reader: RecordReader, at place: Int64) throws -> RawSample? {
        guard
            let run = try Row.fetchOne(
                reader.db.cachedStatement(
                    sql: """
                        SELECT type, min_start, max_start FROM change_run
                        WHERE first = (SELECT max(first) FROM change_run WHERE first <= ?1) AND last >= ?1
                        """),
                arguments: [place])
        else { return nil }
        let (type, from, to): (Int64, Double, Double) = (run[0], run[1], run[2])
        return try SampleRows.rows(reader.db.cachedStatement(sql: SampleRows.run)) { handle in
            sqlite3_bind_int64(handle, 1, type)
            sqlite3_bind_double(handle, 2, from)
            sqlite3_bind_double(handle, 3, to)
            sqlite3_bind_int64(handle, 4, place)
            sqlite3_bind_int64(handle, 5, place)
        }.first
    }

    private static let inSecond = """
        SELECT \(RawSample.columns) FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3 AND ordinal IS NOT NULL
        """

    /// Returns the imported sample with a UUID, by computing the UUIDs of all samples of the UUID's type and second.
    private static func derived(_ uuid: UUID, _ reader: RecordReader) throws -> RawSample? {
        guard let parts = try reader.uuids().parts(of: uuid) else { return nil }
        let db = reader.db
        for number in try Int64.fetchAll(db.cachedStatement(sql: "SELECT id FROM sample_type")) {
            guard DerivedUUID.typeBits(try reader.type(number).hash) == parts.type else { continue }
            for start in try starts(db, type: number, bits: parts.start) {
                let rows = try SampleRows.rows(db.cachedStatement(sql: inSecond)) { handle in
                    sqlite3_bind_int64(handle, 1, number)
                    sqlite3_bind_double(handle, 2, start)
                    sqlite3_bind_double(handle, 3, start + 1)
                }
                for sample in rows where try reader.uuid(sample) == uuid { return sample }
            }
        }
        return nil
    }

    /// Returns the seconds that have the given bits and are in the range of the type's samples: a single second, unless the
    /// samples span centuries.
    private static func starts(_ db: Database, type: Int64, bits: UInt64) throws -> [Double] {
        guard
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT (SELECT start FROM sample WHERE type = ?1 ORDER BY start LIMIT 1) AS first,
                               (SELECT start FROM sample WHERE type = ?1 ORDER BY start DESC LIMIT 1) AS last
                        """),
                arguments: [type]),
            let first = try row.value(Double?.self, of: "first"), let last = try row.value(Double?.self, of: "last")
        else { return [] }
        let period = 17_179_869_184.0
        let earliest = DerivedUUID.earliestStart(bits)
        // Imported years have four digits; these periods cover 10,000 years in both directions.
        return (-20...20).map { earliest + Double($0) * period }.filter { $0 >= first - 1 && $0 <= last }
    }
}

/// Statements that fetch samples by their keys.
package enum SampleRows {
    /// Selects the samples whose positions are in a run.
    package static let run = """
        SELECT \(RawSample.columns) FROM sample
        WHERE type = ?1 AND start BETWEEN ?2 AND ?3 AND id BETWEEN ?4 AND ?5
        """

    /// Selects the samples whose positions are in a run, with ``RawSample/columnsWithSaved``.
    static let runWithSaved = """
        SELECT \(RawSample.columnsWithSaved) FROM sample AS s
        WHERE s.type = ?1 AND s.start BETWEEN ?2 AND ?3 AND s.id BETWEEN ?4 AND ?5
        """

    /// Selects the sample with a key.
    static let single = "SELECT \(RawSample.columns) FROM sample WHERE type = ?1 AND start = ?2 AND id = ?3"

    /// Calls a function with each sample of the store.
    static func forEach(_ db: Database, _ body: (RawSample) -> Void) throws {
        let statement = try db.makeStatement(sql: "SELECT \(RawSample.columns) FROM sample")
        let handle = statement.sqliteStatement
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: body(RawSample(handle))
            case SQLITE_DONE: return
            case let code: throw DatabaseError(code, of: handle)
            }
        }
    }

    /// Returns the rows of a statement that selects ``RawSample/columns``.
    /// - Parameters:
    ///   - withSaved: Whether the statement selects ``RawSample/columnsWithSaved``.
    ///   - bind: Binds the arguments of the statement.
    package static func rows(
        _ statement: Statement, withSaved: Bool = false, _ bind: (OpaquePointer) -> Void
    ) throws -> [RawSample] {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        defer { sqlite3_reset(handle) }
        bind(handle)
        var rows: [RawSample] = []
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(withSaved ? RawSample(withSaved: handle) : RawSample(handle))
            case SQLITE_DONE: return rows
            case let code: throw DatabaseError(code, of: handle)
            }
        }
    }
}

/// The columns with which other tables refer to a sample.
enum SamplePlaceColumn: Int32, PositionedColumns {
    case type, start, id
}
