// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The tokens of a client of OAuth 2 for one consent, as their SHA-256.
package struct OAuthTokenHashes: Sendable {
    /// The access token.
    package var access: Data
    /// The refresh token.
    package var refresh: Data
    /// The end of the access token.
    package var expires: Date

    package init(access: Data, refresh: Data, expires: Date) {
        self.access = access
        self.refresh = refresh
        self.expires = expires
    }
}

/// The result of the use of a refresh token.
package enum OAuthRenewal: Sendable, Equatable {
    /// The token was valid, and the new tokens are stored. The scope is the one that the client requested first.
    case renewed(scope: String)
    /// The token had been used before. All tokens of its consent have ended.
    case replayed
    /// The token is unknown, belongs to another client, or has not been used for too long.
    case unknown
}

/// The access and refresh tokens of clients of OAuth 2.
extension OAuthClients {
    /// Stores the first tokens for a consent. The oldest consents of the app beyond a number end.
    /// - Parameters:
    ///   - identifier: The app.
    ///   - code: The SHA-256 of the code that the client exchanges.
    ///   - family: The SHA-256 of the first part of all refresh tokens.
    /// - Returns: Whether the app exists, the owner has not revoked its permissions since the consent, and the code was not exchanged before.
    /// - Throws: A ``StoreError``.
    package func addTokens(
        _ hashes: OAuthTokenHashes, of identifier: String, code: Data, family: Data, scope: String, at date: Date,
        maximumConsents most: Int
    ) throws -> Bool {
        try database.write { db in
            // A code can be older than a revocation, which removes the approval.
            let isApproved = try Bool.fetchOne(
                db, sql: "SELECT approved FROM oauth_client WHERE identifier = ?", arguments: [identifier])
            guard isApproved ?? false, let app = try PermissionTable.number(db, app: identifier) else { return false }
            let now = date.timeIntervalSince1970
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO oauth_consent (app, code, family, refresh, scope, created, used)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """, arguments: [app, code, family, hashes.refresh, scope, now, now])
            guard db.changesCount > 0 else { return false }
            try Self.add(db, hashes, consent: db.lastInsertedRowID, at: date)
            try db.execute(
                sql: """
                    DELETE FROM oauth_consent WHERE app = ?1 AND id NOT IN
                    (SELECT id FROM oauth_consent WHERE app = ?1 ORDER BY used DESC, id DESC LIMIT ?2)
                    """, arguments: [app, most])
            if db.changesCount > 0 { try ChangeRange.Topic.permissions.bump(db) }
            return true
        }
    }

    private static func add(_ db: Database, _ hashes: OAuthTokenHashes, consent: Int64, at date: Date) throws {
        let now = date.timeIntervalSince1970
        try db.execute(sql: "DELETE FROM oauth_token WHERE consent = ? AND expires <= ?", arguments: [consent, now])
        try db.execute(
            sql: "INSERT INTO oauth_token (hash, consent, created, expires) VALUES (?, ?, ?, ?)",
            arguments: [hashes.access, consent, now, hashes.expires.timeIntervalSince1970])
    }

    /// Replaces a refresh token. A token that was used before ends all tokens of its consent, since either the client or the other
    /// holder of the token is not the one that the owner allowed (RFC 9700, 4.14.2).
    /// - Parameters:
    ///   - identifier: The client that sent the token.
    ///   - family: The SHA-256 of the first part of the token.
    ///   - token: The SHA-256 of the token.
    ///   - seconds: The time after which an unused refresh token ends.
    ///   - isAllowed: Returns whether the request is valid for the scope of the consent; otherwise the token remains valid.
    /// - Throws: A ``StoreError``, or an error of `isAllowed`.
    package func renewTokens(
        of identifier: String, family: Data, token: Data, with hashes: OAuthTokenHashes, at date: Date,
        endedAfter seconds: TimeInterval, isAllowed: (String) throws -> Void
    ) throws -> OAuthRenewal {
        // A wrong token does not wait for a write.
        let isKnown = try database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM oauth_consent WHERE family = ?)", arguments: [family])
        }
        guard isKnown ?? false else { return .unknown }
        return try database.write { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT c.id, c.refresh, c.scope, c.used FROM oauth_consent AS c JOIN app AS a ON a.id = c.app
                    WHERE c.family = ? AND a.identifier = ?
                    """, arguments: [family, identifier])
            guard let row else { return .unknown }
            let consent: Int64 = try row.value(of: "id")
            let now = date.timeIntervalSince1970
            guard try row.value(Data.self, of: "refresh") == token else {
                try Self.end(db, consent: consent)
                return .replayed
            }
            guard now - (try row.value(Double.self, of: "used")) < seconds else {
                try Self.end(db, consent: consent)
                return .unknown
            }
            let scope: String = try row.value(of: "scope")
            try isAllowed(scope)
            try db.execute(
                sql: "UPDATE oauth_consent SET refresh = ?, used = ? WHERE id = ?",
                arguments: [hashes.refresh, now, consent])
            try Self.add(db, hashes, consent: consent, at: date)
            return .renewed(scope: scope)
        }
    }

    private static func end(_ db: Database, consent: Int64) throws {
        try db.execute(sql: "DELETE FROM oauth_consent WHERE id = ?", arguments: [consent])
        try ChangeRange.Topic.permissions.bump(db)
    }

    /// Ends all tokens that a client received for a code.
    /// - Parameter code: The SHA-256 of the code.
    /// - Returns: Whether there were any.
    /// - Throws: A ``StoreError``.
    package func endTokens(ofCode code: Data) throws -> Bool {
        let consent = try database.read { db in
            try Int64.fetchOne(db, sql: "SELECT id FROM oauth_consent WHERE code = ?", arguments: [code])
        }
        guard let consent else { return false }
        try database.write { db in try Self.end(db, consent: consent) }
        return true
    }

    /// Ends all tokens of the consent to which an access token or the family of a refresh token belongs.
    /// - Parameters:
    ///   - identifier: The client to which the token belongs.
    ///   - access: The SHA-256 of the access token; nil for a refresh token.
    ///   - family: The SHA-256 of the first part of the refresh token; nil for an access token.
    /// - Throws: A ``StoreError``.
    package func endTokens(of identifier: String, access: Data?, family: Data?) throws {
        let consent = try database.read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT c.id FROM oauth_consent AS c JOIN app AS a ON a.id = c.app WHERE a.identifier = ?1
                    AND (c.family = ?2 OR c.id = (SELECT consent FROM oauth_token WHERE hash = ?3))
                    """, arguments: [identifier, family, access])
        }
        if let consent { try database.write { db in try Self.end(db, consent: consent) } }
    }
}
