// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A client of OAuth 2. It becomes an app, of the same identifier, with the owner's first consent.
package struct OAuthClient: Sendable, Hashable {
    /// The prefix of the identifiers of clients. No app can register with such an identifier.
    package static let prefix = "oauth."

    /// The `client_id`.
    package var identifier: String
    /// The name.
    package var name: String
    /// The redirect URIs.
    package var redirects: [String]
    /// Whether the owner has allowed the app.
    package var isApproved = false

    package init(identifier: String, name: String, redirects: [String]) {
        self.identifier = identifier
        self.name = name
        self.redirects = redirects
    }

}

extension OAuthClient: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case identifier, name, redirects, approved
    }

    /// Creates a client from a row.
    package init(row: Row) throws {
        identifier = try row.value(of: Columns.identifier)
        name = try row.value(of: Columns.name)
        redirects = JSONValue(try row.value(String.self, of: Columns.redirects))?.array?.compactMap(\.string) ?? []
        isApproved = try row.value(of: Columns.approved)
    }
}

extension RegisteredApps {
    /// The clients of OAuth 2.
    package var oauthClients: OAuthClients { OAuthClients(database: database) }
}

/// The clients of OAuth 2 with their tokens.
package struct OAuthClients: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Adds a client. Clients that the owner has never allowed are removed after a time, and the oldest of them beyond a number.
    /// - Throws: A ``StoreError``.
    package func add(
        _ client: OAuthClient, at date: Date, forgottenAfter seconds: TimeInterval, maximumWaiting most: Int
    ) throws {
        try database.write { db in
            let now = date.timeIntervalSince1970
            let waiting = "approved = 0 AND identifier NOT IN (SELECT identifier FROM app)"
            try db.execute(
                sql: "DELETE FROM oauth_client WHERE \(waiting) AND created <= ?", arguments: [now - seconds])
            try db.execute(
                sql: """
                    DELETE FROM oauth_client WHERE \(waiting) AND id NOT IN
                    (SELECT id FROM oauth_client WHERE \(waiting) ORDER BY created DESC, id DESC LIMIT ?)
                    """, arguments: [max(0, most - 1)])
            try db.execute(
                sql: "INSERT INTO oauth_client (identifier, name, redirects, created) VALUES (?, ?, ?, ?)",
                arguments: [
                    client.identifier, client.name, StoredAuthorizationRequest.column(client.redirects), now,
                ])
        }
    }

    /// Returns the client with an identifier, or nil if it is unknown.
    /// - Throws: A ``StoreError``.
    package func client(_ identifier: String) throws -> OAuthClient? {
        try database.read { db in
            try OAuthClient.fetchOne(
                db, sql: "SELECT \(OAuthClient.Columns.selection) FROM oauth_client WHERE identifier = ?",
                arguments: [identifier])
        }
    }

    /// Returns the clients that the owner has allowed.
    /// - Throws: A ``StoreError``.
    package func approved() throws -> [OAuthClient] {
        try database.read { db in
            try OAuthClient.fetchAll(
                db, sql: "SELECT \(OAuthClient.Columns.selection) FROM oauth_client WHERE approved = 1")
        }
    }

    /// Removes the tokens of a client and its approval. The owner can allow it again.
    static func end(_ db: Database, app number: Int64) throws {
        try db.execute(sql: "DELETE FROM oauth_consent WHERE app = ?", arguments: [number])
        try db.execute(
            sql: "UPDATE oauth_client SET approved = 0 WHERE identifier = (SELECT identifier FROM app WHERE id = ?)",
            arguments: [number])
    }
}
