// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

extension HealthDatabase {
    /// The account of the owner.
    package var owner: OwnerAccount { OwnerAccount(database: self) }
}

/// The account of the owner of a database: the passphrase, known browsers, sessions and the second factor.
package struct OwnerAccount: Sendable {
    /// The database of the owner.
    let database: HealthDatabase

    /// Returns the stored form of the passphrase; nil if none is set.
    /// - Throws: A ``StoreError``.
    package func secret() throws -> OwnerSecret? {
        try database.read { db in
            try OwnerSecret.fetchOne(db, sql: "SELECT \(OwnerSecret.Columns.selection) FROM owner WHERE id = 1")
        }
    }

    /// Sets the passphrase, ends all sessions, and removes all known browsers.
    /// - Parameter isFirst: Whether an existing passphrase is kept.
    /// - Returns: Whether the passphrase was set.
    /// - Throws: A ``StoreError``.
    package func setSecret(_ secret: OwnerSecret, isFirst: Bool, at date: Date) throws -> Bool {
        try database.write { db in
            if isFirst, try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM owner)") ?? false { return false }
            try Self.endSessions(db)
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

    // MARK: - Known browsers

    /// The maximum number of known browsers; beyond it, the least recently used ones are removed.
    private static let maximumDevices = 50

    /// Returns whether the owner has signed in before in the browser with a cookie.
    /// - Parameter hash: The SHA-256 of the cookie.
    /// - Throws: A ``StoreError``.
    package func knowsDevice(hash: Data) throws -> Bool {
        try database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM owner_device WHERE hash = ?)", arguments: [hash]) ?? false
        }
    }

    /// Stores a browser in which the owner has signed in.
    static func noteDevice(_ db: Database, hash: Data, at date: Date) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO owner_device (hash, used) VALUES (?, ?)",
            arguments: [hash, date.timeIntervalSince1970])
        try db.execute(
            sql: """
                DELETE FROM owner_device WHERE hash NOT IN
                    (SELECT hash FROM owner_device ORDER BY used DESC, hash LIMIT ?)
                """,
            arguments: [maximumDevices])
    }
}

/// The stored form of the owner's passphrase: a hash and its parameters.
package struct OwnerSecret: Sendable, Equatable {
    /// The random bytes that the hash was computed with.
    package var salt: Data
    /// The hash (scrypt, RFC 7914).
    package var hash: Data
    /// The cost N of scrypt.
    package var rounds: Int
    /// The block size r of scrypt.
    package var blockSize: Int
    /// The parallelization p of scrypt.
    package var parallelism: Int

    package init(salt: Data, hash: Data, rounds: Int, blockSize: Int, parallelism: Int) {
        self.salt = salt
        self.hash = hash
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}

extension OwnerSecret: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case salt, hash, rounds, parallelism
        case blockSize = "block_size"
    }

    /// Creates a stored form from a row.
    package init(row: Row) throws {
        self.init(
            salt: try row.value(of: Columns.salt), hash: try row.value(of: Columns.hash),
            rounds: try row.value(of: Columns.rounds), blockSize: try row.value(of: Columns.blockSize),
            parallelism: try row.value(of: Columns.parallelism))
    }
}
