// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

/// The sessions of the owner.
extension OwnerAccount {
    /// Begins a session of the owner, who has entered the correct passphrase.
    /// - Parameters:
    ///   - hash: The SHA-256 of the session's cookie.
    ///   - device: The SHA-256 of the cookie that identifies the browser from now on.
    ///   - replaced: The SHA-256 of the cookies of sessions that the new session replaces.
    ///   - isOver: Returns whether a session has ended and must be removed.
    /// - Returns: The session with its number.
    /// - Throws: A ``StoreError``.
    package func addSession(
        _ session: StoredOwnerSession, hash: Data, device: Data, replacing replaced: [Data],
        forgetting isOver: (StoredOwnerSession) -> Bool
    ) throws -> StoredOwnerSession {
        try database.write { db in
            for old in try Self.sessions(db) where isOver(old) { try Self.removeSession(db, id: old.id) }
            for old in replaced {
                try db.execute(sql: "DELETE FROM owner_session WHERE hash = ?", arguments: [old])
            }
            try db.execute(
                sql: """
                    INSERT INTO owner_session (hash, token_hash, created, confirmed, used, address, agent)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    hash, session.tokenHash, session.created.timeIntervalSince1970,
                    session.confirmed.timeIntervalSince1970, session.used.timeIntervalSince1970, session.address,
                    session.agent,
                ])
            var session = session
            session.id = db.lastInsertedRowID
            try Self.noteDevice(db, hash: device, at: session.created)
            return session
        }
    }

    /// Returns a session, or nil if there is no such session.
    /// - Parameter hash: The SHA-256 of the session's cookie.
    /// - Throws: A ``StoreError``.
    package func session(hash: Data) throws -> StoredOwnerSession? {
        try database.read { db in
            try StoredOwnerSession.fetchOne(
                db, sql: "SELECT \(StoredOwnerSession.Columns.selection) FROM owner_session WHERE hash = ?",
                arguments: [hash])
        }
    }

    /// Returns all sessions, the most recently used one first.
    /// - Throws: A ``StoreError``.
    package func sessions() throws -> [StoredOwnerSession] {
        try database.read { db in try Self.sessions(db) }
    }

    private static func sessions(_ db: Database) throws -> [StoredOwnerSession] {
        try StoredOwnerSession.fetchAll(
            db, sql: "SELECT \(StoredOwnerSession.Columns.selection) FROM owner_session ORDER BY used DESC, id DESC")
    }

    /// Updates the date when a session was last used.
    /// - Throws: A ``StoreError``.
    package func noteUse(ofSession id: Int64, at date: Date) throws {
        try database.write { db in
            try db.execute(
                sql: "UPDATE owner_session SET used = ? WHERE id = ?", arguments: [date.timeIntervalSince1970, id])
        }
    }

    /// Updates the date when the passphrase was last entered in a session.
    /// - Throws: A ``StoreError``.
    package func confirmSession(_ id: Int64, at date: Date) throws {
        try database.write { db in
            try db.execute(
                sql: "UPDATE owner_session SET confirmed = ? WHERE id = ?",
                arguments: [date.timeIntervalSince1970, id])
        }
    }

    /// Ends a session.
    /// - Returns: Whether there was such a session.
    /// - Throws: A ``StoreError``.
    @discardableResult package func removeSession(_ id: Int64) throws -> Bool {
        try database.write { db in
            try Self.removeSession(db, id: id)
            return db.changesCount > 0
        }
    }

    /// Ends all sessions, and removes all known browsers.
    /// - Throws: A ``StoreError``.
    package func removeSessions() throws {
        try database.write { db in try Self.endSessions(db) }
    }

    private static func removeSession(_ db: Database, id: Int64) throws {
        try db.execute(sql: "DELETE FROM owner_session WHERE id = ?", arguments: [id])
    }

    static func endSessions(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM owner_session; DELETE FROM owner_device")
    }
}

/// A stored session of the owner.
package struct StoredOwnerSession: Sendable, Equatable {
    /// The number of the session; 0 before it is stored.
    package var id: Int64
    /// The SHA-256 of the token that each request contains in addition to the cookie.
    package var tokenHash: Data
    /// The date of the sign-in.
    package var created: Date
    /// The date when the passphrase was last entered in the session.
    package var confirmed: Date
    /// The date of the last use.
    package var used: Date
    /// The address of the client at sign-in.
    package var address: String
    /// The user agent of the browser.
    package var agent: String

    /// - Parameters:
    ///   - confirmed: The date when the passphrase was last entered; nil for the date of the sign-in.
    ///   - used: The date of the last use; nil for the date of the sign-in.
    package init(
        id: Int64 = 0, tokenHash: Data, created: Date, confirmed: Date? = nil, used: Date? = nil, address: String,
        agent: String
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.created = created
        self.confirmed = confirmed ?? created
        self.used = used ?? created
        self.address = address
        self.agent = agent
    }
}

extension StoredOwnerSession: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case id, created, confirmed, used, address, agent
        case tokenHash = "token_hash"
    }

    /// Creates a session from a row.
    package init(row: Row) throws {
        self.init(
            id: try row.value(of: Columns.id), tokenHash: try row.value(of: Columns.tokenHash),
            created: try row.date(of: Columns.created), confirmed: try row.date(of: Columns.confirmed),
            used: try row.date(of: Columns.used), address: try row.value(of: Columns.address),
            agent: try row.value(of: Columns.agent))
    }
}
