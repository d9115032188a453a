// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The tokens that identify apps to the server. The store contains only their SHA-256.
extension RegisteredApps {
    /// Registers an app.
    /// - Parameters:
    ///   - hash: The SHA-256 of its token.
    ///   - invitation: The reason why the app can register.
    ///   - most: The maximum number of apps with tokens.
    ///   - resembles: Returns whether the name of another app could be confused with that of this app.
    /// - Throws: A `StoreError`.
    package func register(
        _ app: AppIdentity, hash: Data, at date: Date, by invitation: AppInvitation, most: Int = .max,
        resembles: (String) -> Bool = { _ in false }
    ) throws -> AppRegistration {
        try database.write { db in
            var isTrusted = false
            switch invitation {
            case .trusted: isTrusted = true
            case .open(let most, let seconds):
                guard try Self.isRegistrationOpen(db) else { return .isNotInvited }
                guard try Self.waiting(db, at: date, forgottenAfter: seconds) < most else { return .isFull }
            case .code(let code):
                guard let scope = try Self.takePairingCode(db, code, at: date) else { return .isNotInvited }
                if case .only(let identifier) = scope {
                    guard identifier == app.identifier else { return .isNotInvited }
                    isTrusted = true
                    try db.execute(
                        sql: "DELETE FROM app_token WHERE app = (SELECT id FROM app WHERE identifier = ?)",
                        arguments: [identifier])
                }
            }
            if !isTrusted, AppConnections.prefixes.contains(where: app.identifier.lowercased().hasPrefix) {
                return .isReserved
            }
            let number = try PermissionTable.number(db, app: app.identifier)
            if let number, try Self.hasToken(db, app: number) { return .isRegistered }
            if !isTrusted, try Self.isKnown(db, app.identifier, number: number) { return .isKnown }
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM app_token") ?? 0 < most else { return .isFull }
            guard try !Self.names(db, besides: app.identifier).contains(where: resembles) else { return .isNameTaken }
            try Self.add(db, app, hash: hash, at: date, invitation)
            return .done
        }
    }

    private static func add(
        _ db: Database, _ app: AppIdentity, hash: Data, at date: Date, _ invitation: AppInvitation
    ) throws {
        let isOpen = if case .open = invitation { true } else { false }
        try note(db, described: app, at: date)
        guard let number = try PermissionTable.number(db, app: app.identifier) else {
            throw StoreError.inconsistent("the app that was just added is missing")
        }
        try db.execute(sql: "UPDATE app SET has_left = 0 WHERE id = ?", arguments: [number])
        try db.execute(
            sql: """
                INSERT INTO app_token (app, hash, product_type, system_version, created, is_open)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                number, hash, app.productType, app.operatingSystemVersion, date.timeIntervalSince1970, isOpen,
            ])
        // A code for one app can have replaced a token that other processes cache.
        try ChangeRange.Topic.permissions.bump(db)
    }

    /// Removes openly registered apps that have waited too long for their first decision, and returns the number of those that
    /// still wait.
    private static func waiting(_ db: Database, at date: Date, forgottenAfter seconds: TimeInterval) throws -> Int {
        let condition = """
            id IN (SELECT app FROM app_token WHERE is_open = 1 AND created <= ?)
            AND NOT EXISTS (SELECT 1 FROM permission AS p WHERE p.app = app.id AND (p.share <> 0 OR p.read <> 0))
            """
        let now = date.timeIntervalSince1970
        try db.execute(sql: "DELETE FROM app WHERE \(condition)", arguments: [now - seconds])
        return try Int.fetchOne(
            db, sql: "SELECT count(*) FROM app WHERE \(condition)", arguments: [Double.infinity]) ?? 0
    }

    private static func hasToken(_ db: Database, app: Int64) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM app_token WHERE app = ?)", arguments: [app]) ?? false
    }

    /// Returns whether an identifier has permissions, or has samples without the owner's consent to register. The owner's consent
    /// is a row of `app` in which the app hasn't ended its registration itself.
    private static func isKnown(_ db: Database, _ identifier: String, number: Int64?) throws -> Bool {
        if let number {
            let isAllowed = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM permission WHERE app = ?1 AND (share = 2 OR read = 2))
                    OR EXISTS (SELECT 1 FROM object_permission WHERE app = ?1)
                    """, arguments: [number])
            if isAllowed ?? false { return true }
            let hasLeft = try Bool.fetchOne(db, sql: "SELECT has_left FROM app WHERE id = ?", arguments: [number])
            guard hasLeft ?? false else { return false }
        }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM source WHERE bundle_identifier = ?)", arguments: [identifier])
            ?? false
    }

    /// Returns all apps with a token, or with a consent as a client of OAuth 2, which has no single token.
    /// - Throws: A `StoreError`.
    package func tokenHolders() throws -> [TokenHolder] {
        try database.read { db in
            try Self.holders(
                db,
                or: """
                    SELECT \(TokenHolder.Columns.ofConsent)
                    FROM oauth_consent AS c JOIN app AS a ON a.id = c.app GROUP BY a.id
                    """)
        }
    }

    /// Returns the apps by all tokens that authenticate requests, including access tokens of clients of OAuth 2.
    /// - Throws: A `StoreError`.
    package func validTokens() throws -> [TokenHolder] {
        try database.read { db in
            try Self.holders(
                db,
                or: """
                    SELECT \(TokenHolder.Columns.ofAccessToken)
                    FROM oauth_token AS t JOIN oauth_consent AS c ON c.id = t.consent JOIN app AS a ON a.id = c.app
                    """)
        }
    }

    private static func holders(_ db: Database, or others: String) throws -> [TokenHolder] {
        try TokenHolder.fetchAll(
            db,
            sql: """
                SELECT \(TokenHolder.Columns.selection)
                FROM app_token AS t JOIN app AS a ON a.id = t.app UNION ALL \(others) ORDER BY identifier
                """)
    }

    /// Replaces the token of an app. The previous token becomes invalid.
    /// - Parameter old: The SHA-256 of the previous token.
    /// - Returns: Whether the previous token was valid.
    /// - Throws: A `StoreError`.
    package func replaceToken(_ old: Data, with hash: Data, at date: Date) throws -> Bool {
        try database.write { db in
            try db.execute(
                sql: "UPDATE app_token SET hash = ?, created = ? WHERE hash = ?",
                arguments: [hash, date.timeIntervalSince1970, old])
            let isReplaced = db.changesCount > 0
            // Other processes empty their cache of tokens when permissions change.
            try ChangeRange.Topic.permissions.bump(db)
            return isReplaced
        }
    }

    /// Removes an app's token and permissions. The identifier can then register again as if it had never requested authorization,
    /// except that denied permissions remain denied. The samples of the app are kept.
    /// - Throws: A `StoreError`.
    package func release(_ identifier: String, at date: Date) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO app (identifier, name, added) VALUES (?, ?, ?)",
                arguments: [identifier, identifier, date.timeIntervalSince1970])
            try Self.end(db, app: identifier, at: date)
            try db.execute(sql: "UPDATE app SET has_left = 0 WHERE identifier = ?", arguments: [identifier])
        }
    }

    /// Ends the registration of an app on its own request. Denied permissions remain denied, and the samples of the app are kept.
    /// - Throws: A `StoreError`.
    package func leave(_ identifier: String, at date: Date) throws {
        try database.write { db in
            try Self.end(db, app: identifier, at: date)
            try db.execute(sql: "UPDATE app SET has_left = 1 WHERE identifier = ?", arguments: [identifier])
        }
    }

    /// Removes an app's token, permissions and requests. Denied permissions are kept.
    private static func end(_ db: Database, app identifier: String, at date: Date) throws {
        guard let number = try PermissionTable.number(db, app: identifier) else {
            throw StoreError.inconsistent("an app that ends its registration is missing")
        }
        try AccessLogTable.addRevocations(db, app: number, at: date)
        try OAuthClients.end(db, app: number)
        for table in [
            "app_token", "object_permission", "authorization_request", "webhook", "idempotency", "background_delivery",
        ] {
            try db.execute(sql: "DELETE FROM \(table) WHERE app = ?", arguments: [number])
        }
        try db.execute(
            sql: "DELETE FROM permission WHERE app = ? AND share <> 1 AND read <> 1", arguments: [number])
        try db.execute(
            sql: """
                UPDATE permission SET share = share & 1, read = read & 1, read_from = NULL,
                    asked = asked & ((share & 1) | ((read & 1) << 1))
                WHERE app = ?
                """, arguments: [number])
        try db.execute(sql: "UPDATE app SET pushes = 0 WHERE id = ?", arguments: [number])
        try ChangeRange.Topic.permissions.bump(db)
        try ChangeRange.Topic.deliveries.bump(db)
    }

    /// Records that an app has used the store.
    /// - Parameter address: The address of the client.
    /// - Throws: A `StoreError`.
    package func noteUse(of identifier: String, at date: Date, from address: String? = nil) throws {
        try database.write { db in
            try PermissionTable.noteUse(db, app: identifier, at: date)
            try db.execute(
                sql: """
                    UPDATE app_token SET used = ?, used_from = coalesce(?, used_from)
                    WHERE app = (SELECT id FROM app WHERE identifier = ?)
                    """, arguments: [date.timeIntervalSince1970, address, identifier])
        }
    }
}

extension TokenHolder: FetchableRecord {
    /// The columns of the tables `app_token AS t` and `app AS a`.
    fileprivate enum Columns: String, SelectedColumns {
        case identifier, name, version, hash, created, used, expires, revocations
        case productType = "product_type"
        case systemVersion = "system_version"
        case usedFrom = "used_from"

        var expression: String {
            switch self {
            case .identifier, .name, .version, .revocations: "a.\(rawValue)"
            case .productType, .systemVersion, .hash, .created, .used, .usedFrom: "t.\(rawValue)"
            case .expires: "NULL"
            }
        }

        /// The list for the tables `oauth_consent AS c` and `app AS a`, grouped by app.
        static var ofConsent: String {
            selection { column in
                switch column {
                case .identifier, .name, .version, .used, .revocations: "a.\(column.rawValue)"
                case .hash: "x''"
                case .created: "min(c.created)"
                case .productType, .systemVersion, .usedFrom, .expires: "NULL"
                }
            }
        }

        /// The list for the tables `oauth_token AS t` and `app AS a`.
        static var ofAccessToken: String {
            selection { column in
                switch column {
                case .identifier, .name, .version, .used, .revocations: "a.\(column.rawValue)"
                case .hash, .created, .expires: "t.\(column.rawValue)"
                case .productType, .systemVersion, .usedFrom: "NULL"
                }
            }
        }
    }

    /// Creates a holder from a row.
    package init(row: Row) throws {
        self.init(
            app: AppIdentity(
                identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.name),
                version: try row.value(of: Columns.version), productType: try row.value(of: Columns.productType),
                operatingSystemVersion: try row.value(of: Columns.systemVersion)),
            hash: try row.value(of: Columns.hash), created: try row.date(of: Columns.created),
            used: try row.dateIfPresent(of: Columns.used), usedFrom: try row.value(of: Columns.usedFrom),
            expires: try row.dateIfPresent(of: Columns.expires), revocations: try row.value(of: Columns.revocations))
    }
}
