// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The owner of the database, as the daemon knows them.
extension HealthDatabase {
    /// The owner's passphrase; nil where nobody has set one.
    /// - Throws: a ``StoreError``.
    package func owner() throws -> OwnerState? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT salt, hash, rounds, block_size, parallelism, failures, locked_until FROM owner WHERE id = 1
                    """
            ).map { row in
                OwnerState(
                    secret: OwnerSecret(
                        salt: try row.decode(atIndex: 0), hash: try row.decode(atIndex: 1),
                        rounds: try row.decode(atIndex: 2), blockSize: try row.decode(atIndex: 3),
                        parallelism: try row.decode(atIndex: 4)),
                    failures: try row.decode(atIndex: 5),
                    lockedUntil: (row[6] as Double?).map(Date.init(timeIntervalSince1970:)))
            }
        }
    }

    /// Sets the passphrase. All sessions end.
    /// - Parameter isFirst: whether nothing is to be done where there is one already.
    /// - Returns: whether it was set.
    /// - Throws: a ``StoreError``.
    package func setOwner(_ secret: OwnerSecret, isFirst: Bool, at date: Date) throws -> Bool {
        try write { db in
            if isFirst, try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM owner)") ?? false { return false }
            try db.execute(sql: "DELETE FROM owner_session")
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO owner (id, salt, hash, rounds, block_size, parallelism, changed)
                    VALUES (1, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    secret.salt, secret.hash, secret.rounds, secret.blockSize, secret.parallelism,
                    date.timeIntervalSince1970,
                ])
            return true
        }
    }

    /// Writes down a wrong passphrase.
    /// - Parameter lock: until when no other is looked at, by how many there have been.
    /// - Throws: a ``StoreError``.
    package func noteWrongPassphrase(lock: (Int) -> Date?) throws {
        try write { db in
            let failures = try Int.fetchOne(db, sql: "UPDATE owner SET failures = failures + 1 RETURNING failures") ?? 0
            try db.execute(
                sql: "UPDATE owner SET locked_until = ?", arguments: [lock(failures)?.timeIntervalSince1970])
        }
    }

    /// Begins a session of the owner's, who has given the right passphrase.
    /// - Parameters:
    ///   - hash: SHA-256 of what names the session.
    ///   - date: sessions that were last used before it are forgotten.
    /// - Throws: a ``StoreError``.
    package func addOwnerSession(_ session: StoredOwnerSession, hash: Data, forgettingBefore date: Date) throws {
        try write { db in
            try db.execute(sql: "UPDATE owner SET failures = 0, locked_until = NULL")
            try db.execute(
                sql: "DELETE FROM owner_session WHERE used < ?", arguments: [date.timeIntervalSince1970])
            try db.execute(
                sql: "INSERT INTO owner_session (hash, form_token, created, used) VALUES (?, ?, ?, ?)",
                arguments: [
                    hash, Data(session.formToken.utf8), session.created.timeIntervalSince1970,
                    session.used.timeIntervalSince1970,
                ])
        }
    }

    /// A session; nil where there is none.
    /// - Throws: a ``StoreError``.
    package func ownerSession(hash: Data) throws -> StoredOwnerSession? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT form_token, created, used FROM owner_session WHERE hash = ?", arguments: [hash]
            ).map { row in
                StoredOwnerSession(
                    formToken: String(decoding: try row.decode(Data.self, atIndex: 0), as: UTF8.self),
                    created: Date(timeIntervalSince1970: try row.decode(atIndex: 1)),
                    used: Date(timeIntervalSince1970: try row.decode(atIndex: 2)))
            }
        }
    }

    /// Writes down that a session was used.
    /// - Throws: a ``StoreError``.
    package func noteUse(ofOwnerSession hash: Data, at date: Date) throws {
        try write { db in
            try db.execute(
                sql: "UPDATE owner_session SET used = ? WHERE hash = ?",
                arguments: [date.timeIntervalSince1970, hash])
        }
    }

    /// Ends a session.
    /// - Throws: a ``StoreError``.
    package func removeOwnerSession(hash: Data) throws {
        try write { db in try db.execute(sql: "DELETE FROM owner_session WHERE hash = ?", arguments: [hash]) }
    }
}
