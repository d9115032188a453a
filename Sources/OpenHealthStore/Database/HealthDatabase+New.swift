// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Removes the file of a store without content, for a program that has created it and failed. A store that another connection uses, or
    /// that has anything that a new store does not have, is kept.
    package static func removeIfNew(_ url: URL) {
        let path = url.resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: path) else { return }
        var configuration = Configuration.guarded()
        // An exclusive connection waits for no other, and keeps its lock until it is closed.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        // What cannot be opened or locked is kept.
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        func remove() { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) } }
        try? queue.writeWithoutTransaction { db in
            do {
                try db.inTransaction(.exclusive) {
                    if try isNew(db) { remove() }
                    return .rollback
                }
            } catch let error as DatabaseError where [.SQLITE_FULL, .SQLITE_IOERR].contains(error.resultCode) {
                // SQLite locks an empty file, and then writes the first page to its journal, which a full disk prevents.
                var facts = stat()
                if stat(path, &facts) == 0, facts.st_size == 0 { remove() }
            }
        }
    }

    /// Returns whether each table has as many rows as in a new store, or there are no tables.
    private static func isNew(_ db: Database) throws -> Bool {
        func counts(_ db: Database) throws -> [String: Int] {
            let names = try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
            return Dictionary(
                try names.map {
                    ($0, try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0.quotedDatabaseIdentifier)") ?? 0)
                },
                uniquingKeysWith: { first, _ in first })
        }
        let found = try counts(db)
        return try found.isEmpty || found == inMemory().read(counts)
    }
}
