// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

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
        try sums.flush(db)
        try TypeSources.noteDeletion(db, type: type, source: source, place: place)
        try RollupInvalidation.drop(db, type: type, source: source, from: from, to: to)
        return place
    }
}
