// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthModel

/// The tokens by which the daemon knows apps. The store has their SHA-256 alone.
extension HealthDatabase {
    /// Registers an app.
    /// - Parameters:
    ///   - hash: SHA-256 of its token.
    ///   - isTrusted: whether the identifier may be one that the store knows already: the owner has said so.
    ///   - most: how many apps may have tokens.
    /// - Throws: a ``StoreError``.
    package func register(
        _ app: AppIdentity, hash: Data, at date: Date, isTrusted: Bool = false, most: Int = .max
    ) throws -> AppRegistration {
        try write { db in
            let number = try PermissionTable.number(db, app: app.identifier)
            if let number, try Self.hasToken(db, app: number) { return .isRegistered }
            if !isTrusted, try Self.isKnown(db, app.identifier, number: number) { return .isKnown }
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM app_token") ?? 0 < most else { return .isFull }
            try db.execute(
                sql: """
                    INSERT INTO app_token (app, hash, product_type, system_version, created) VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    try PermissionTable.note(db, app, at: date), hash, app.productType, app.operatingSystemVersion,
                    date.timeIntervalSince1970,
                ])
            return .done
        }
    }

    private static func hasToken(_ db: Database, app: Int64) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM app_token WHERE app = ?)", arguments: [app]) ?? false
    }

    /// Whether an identifier brings something with it: an app's permissions or, where the owner has not let it register
    /// (then there is a line of `app`), samples.
    private static func isKnown(_ db: Database, _ identifier: String, number: Int64?) throws -> Bool {
        if let number {
            return try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM permission WHERE app = ?)", arguments: [number]) ?? false
        }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM source WHERE bundle_identifier = ?)", arguments: [identifier])
            ?? false
    }

    /// Every app that has a token.
    /// - Throws: a ``StoreError``.
    package func tokenHolders() throws -> [TokenHolder] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT a.identifier, a.name, a.version, t.product_type, t.system_version, t.hash, t.created
                    FROM app_token AS t JOIN app AS a ON a.id = t.app ORDER BY a.identifier
                    """
            ).map { row in
                TokenHolder(
                    app: AppIdentity(
                        identifier: try row.decode(atIndex: 0), name: try row.decode(atIndex: 1), version: row[2],
                        productType: row[3], operatingSystemVersion: row[4]),
                    hash: try row.decode(atIndex: 5),
                    created: Date(timeIntervalSince1970: try row.decode(atIndex: 6)))
            }
        }
    }

    /// Gives an app another token; the one before counts no longer.
    /// - Parameter old: SHA-256 of the token that it has.
    /// - Returns: whether it had that one.
    /// - Throws: a ``StoreError``.
    package func replaceToken(_ old: Data, with hash: Data, at date: Date) throws -> Bool {
        try write { db in
            try db.execute(
                sql: "UPDATE app_token SET hash = ?, created = ? WHERE hash = ?",
                arguments: [hash, date.timeIntervalSince1970, old])
            let isReplaced = db.changesCount > 0
            // Other processes empty what they remember of tokens when permissions change.
            try ChangeRange.Topic.permissions.bump(db)
            return isReplaced
        }
    }

    /// Brings up to date what an app tells of itself.
    /// - Throws: a ``StoreError``.
    package func describe(_ app: AppIdentity, at date: Date) throws {
        try write { db in
            let number = try PermissionTable.note(db, app, at: date)
            try db.execute(
                sql: "UPDATE app_token SET product_type = ?, system_version = ? WHERE app = ?",
                arguments: [app.productType, app.operatingSystemVersion, number])
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Takes an app's token and all that it was allowed. Its identifier may then register again, and begins as an app that
    /// has never asked. What it has saved stays.
    /// - Throws: a ``StoreError``.
    package func release(app identifier: String, at date: Date) throws {
        try write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO app (identifier, name, added) VALUES (?, ?, ?)",
                arguments: [identifier, identifier, date.timeIntervalSince1970])
            guard let number = try PermissionTable.number(db, app: identifier) else {
                throw StoreError.inconsistent("the app just added is not there")
            }
            for table in [
                "app_token", "permission", "object_permission", "authorization_request", "webhook", "idempotency",
                "background_delivery",
            ] {
                try db.execute(sql: "DELETE FROM \(table) WHERE app = ?", arguments: [number])
            }
            try ChangeRange.Topic.permissions.bump(db)
            try ChangeRange.Topic.deliveries.bump(db)
        }
    }

    /// Writes down that an app has used the store.
    /// - Throws: a ``StoreError``.
    package func noteUse(app identifier: String, at date: Date) throws {
        try write { db in try PermissionTable.noteUse(db, app: identifier, at: date) }
    }
}
