// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Synchronization

/// An import whose samples are stored in parts, with writes of others between them.
///
/// Its samples have places in the order of changes that are beyond the counter. Reading connections hide them until the last transaction
/// of the import sets the counter to the last of these places. If the import does not end, they are deleted: by the import after an error,
/// or by the next connection for writing after its process was killed.
struct UnfinishedImport: Sendable, Equatable {
    /// A random number that identifies the import.
    let token: Int64
    /// The first place of its samples in the order of changes.
    let first: Int64

    /// The number of places that are reserved for changes of others during the import.
    static let reservedPlaces: Int64 = 1 << 20

    /// The tokens of the imports of this process.
    private static let active = Mutex<Set<Int64>>([])

    /// Whether the import is in progress in this process.
    var isActive: Bool { Self.active.withLock { $0.contains(token) } }

    /// Returns the unfinished import of a store, or nil if there is none.
    init?(_ db: Database) throws {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT token, first FROM main.unfinished_import"))
        guard let row else { return nil }
        (token, first) = (try row.value(of: "token"), try row.value(of: "first"))
    }

    /// Begins an import after the last change of the store.
    /// - Throws: A ``StoreError``: `busy` if another import is unfinished.
    init(beginningIn db: Database, after last: Int64) throws {
        try Self.refuse(db)
        token = Int64.random(in: 1...Int64.max)
        first = last + Self.reservedPlaces + 1
        try db.execute(
            sql: "INSERT INTO unfinished_import (id, token, first) VALUES (1, ?, ?)", arguments: [token, first])
        let token = token
        Self.active.withLock { _ = $0.insert(token) }
    }

    /// Checks that the store still has the samples of the import.
    func check(_ db: Database) throws {
        guard try UnfinishedImport(db) == self else {
            throw StoreError(
                .busy, message: "another process has undone the import",
                remedy: "import the file again when no other program imports into the store; nothing was stored")
        }
    }

    /// Returns the import with a new token, so that its process can't add samples, or nil if it is no longer unfinished.
    func claimed(_ db: Database) throws -> UnfinishedImport? {
        guard try UnfinishedImport(db) == self else { return nil }
        try db.execute(
            sql: "UPDATE unfinished_import SET token = ?", arguments: [Int64.random(in: 1...Int64.max)])
        return try UnfinishedImport(db)
    }

    /// Ends the import. The transaction sets the counter to the last place of its samples afterwards.
    func end(_ db: Database) throws {
        try check(db)
        try db.execute(sql: "DELETE FROM unfinished_import")
    }

    /// Records that the import is no longer in progress in this process.
    func deactivate() {
        Self.active.withLock { _ = $0.remove(token) }
    }

    /// Checks that no import is unfinished. Its samples are unknown to other imports and to pushes, which could store them twice.
    /// - Throws: A ``StoreError``: `busy` if an import is unfinished.
    static func refuse(_ db: Database) throws {
        guard try UnfinishedImport(db) != nil else { return }
        throw StoreError(
            .busy, message: "an import into the store is in progress",
            remedy: "try again when it has ended; nothing was changed")
    }

    /// Hides the samples of an unfinished import on a connection that only reads, in its present transaction.
    static func hide(_ db: Database) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM main.unfinished_import) AS is_unfinished,
                        EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = 'sample') AS is_hidden
                    """))
        guard let row else { return }
        let isHidden: Bool = try row.value(of: "is_hidden")
        guard try row.value(Bool.self, of: "is_unfinished") != isHidden else { return }
        for table in ["sample", "heartbeats"] {
            // Temporary views have precedence over the tables of the file.
            try db.execute(
                sql: isHidden
                    ? "DROP VIEW temp.\(table)"
                    : """
                    CREATE TEMP VIEW \(table) AS
                    SELECT * FROM main.\(table) WHERE id < (SELECT first FROM main.unfinished_import)
                    """)
        }
    }
}

/// The deletion of the samples of an unfinished import, some thousands in each transaction.
struct UnfinishedImportRemoval {
    private let unfinished: UnfinishedImport
    /// The types whose samples have not been deleted yet.
    private var types: [Int64]
    /// The latest start of a deleted sample of the last type.
    private var start = -Double.infinity
    private var range = (start: Double.infinity, end: -Double.infinity)

    /// The number of samples that a transaction deletes.
    private static let count = 50_000

    init(_ unfinished: UnfinishedImport, _ db: Database) throws {
        self.unfinished = unfinished
        types = try Int64.fetchAll(db, sql: "SELECT id FROM sample_type")
    }

    /// Deletes some samples.
    /// - Returns: Whether the store has no sample of the import any more.
    mutating func removeSome(_ db: Database) throws -> Bool {
        guard try UnfinishedImport(db) == unfinished else { return true }
        guard let type = types.last else {
            try db.execute(sql: "DELETE FROM heartbeats WHERE id >= ?", arguments: [unfinished.first])
            // The samples can have decided which workouts of others were shown.
            if range.start <= range.end { try EffortTable.noteChange(db, from: range.start, to: range.end) }
            try unfinished.end(db)
            return true
        }
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT min(start) AS first, max(start) AS last FROM
                    (SELECT start FROM sample WHERE type = ? AND start >= ? AND id >= ? ORDER BY start LIMIT ?)
                """, arguments: [type, start, unfinished.first, Self.count])
        guard let from = try row?.value(Double?.self, of: "first"), let to = try row?.value(Double?.self, of: "last")
        else {
            types.removeLast()
            start = -.infinity
            return false
        }
        try db.execute(
            sql: "DELETE FROM sample WHERE type = ? AND start BETWEEN ? AND ? AND id >= ?",
            arguments: [type, from, to, unfinished.first])
        start = to
        range = (min(range.start, from), max(range.end, to))
        return false
    }
}

extension HealthDatabase {
    /// Runs a closure that stores a push or an import, after those before it.
    package func ingesting<T>(_ body: () throws -> T) throws -> T { try ingestTurn.run(body) }

    /// Deletes the samples of an import whose process was killed, if there is one.
    func removeAbandonedImport() throws {
        guard let unfinished = try read({ db in try UnfinishedImport(db) }), !unfinished.isActive,
            !isServedByAnotherProcess
        else { return }
        try remove(unfinished)
    }

    /// Deletes the samples of an unfinished import.
    func remove(_ unfinished: UnfinishedImport) throws {
        unfinished.deactivate()
        guard let claimed = try write({ db in try unfinished.claimed(db) }) else { return }
        var removal = try read { db in try UnfinishedImportRemoval(claimed, db) }
        while try !write({ db in try removal.removeSome(db) }) {}
        checkpoint()
    }

    /// Whether another process serves the store. Only servers import in parts.
    private var isServedByAnotherProcess: Bool {
        do {
            try ServeLock.take(url)?.end()
            return false
        } catch {
            return error.process != Int(getpid())
        }
    }

    /// Waits for the import of another process, as a write does.
    func waitForOtherImport() throws {
        let end = clock.now + .seconds(30)
        while true {
            try removeAbandonedImport()
            guard try read({ db in try UnfinishedImport(db) }) != nil, clock.now < end else { return }
            try StoreWork.current?.check()
            // Only another process can end this state; there is no event to wait for.
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
