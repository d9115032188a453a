// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// Pairing codes and open registration.
extension RegisteredApps {
    private static let openRegistration = "open_registration"
    /// The maximum number of valid codes.
    private static let maximumCodes = 20

    /// Adds a pairing code, which is valid until it is used or expires. If there are too many codes, the oldest ones are removed.
    /// - Parameters:
    ///   - hash: The SHA-256 of the code.
    ///   - app: The identifier of the only app that the code registers, which can be known; nil for any unknown app.
    ///   - endsToken: Whether the current token of the app is revoked immediately.
    /// - Throws: A `StoreError`: `notFound` if `endsToken` is true and the app has no token.
    package func addPairingCode(
        _ hash: Data, for app: String?, at date: Date, expires: Date, endsToken: Bool = false
    ) throws {
        try database.write { db in
            if endsToken {
                try db.execute(
                    sql: "DELETE FROM app_token WHERE app = (SELECT id FROM app WHERE identifier = ?)",
                    arguments: [app])
                var isEnded = db.changesCount > 0
                try db.execute(
                    sql: "DELETE FROM oauth_consent WHERE app = (SELECT id FROM app WHERE identifier = ?)",
                    arguments: [app])
                isEnded = isEnded || db.changesCount > 0
                try db.execute(sql: "UPDATE oauth_client SET approved = 0 WHERE identifier = ?", arguments: [app])
                guard isEnded else {
                    throw StoreError(
                        .notFound, message: "the app has no token to revoke",
                        remedy: "list the apps with `health apps`")
                }
                try ChangeRange.Topic.permissions.bump(db)
            }
            try db.execute(
                sql: "DELETE FROM pairing_code WHERE expires <= ?", arguments: [date.timeIntervalSince1970])
            try db.execute(
                sql: "INSERT INTO pairing_code (hash, app, created, expires) VALUES (?, ?, ?, ?)",
                arguments: [hash, app, date.timeIntervalSince1970, expires.timeIntervalSince1970])
            try db.execute(
                sql: """
                    DELETE FROM pairing_code WHERE hash NOT IN
                    (SELECT hash FROM pairing_code ORDER BY created DESC, hash LIMIT ?)
                    """,
                arguments: [Self.maximumCodes])
        }
    }

    /// The time for which a code can be from the future, in seconds. A clock that was set back further does not prolong codes.
    private static let clockTolerance = 60.0

    /// Returns the identifier of the only app that a valid pairing code registers; nil for other codes.
    /// - Throws: A `StoreError`.
    package func identifier(ofPairingCode hash: Data, at date: Date) throws -> String? {
        try database.read { db in
            try String.fetchOne(
                db, sql: "SELECT app FROM pairing_code WHERE hash = ? AND expires > ? AND created <= ?",
                arguments: [hash, date.timeIntervalSince1970, date.timeIntervalSince1970 + Self.clockTolerance])
        }
    }

    /// Returns whether apps can register without a pairing code.
    /// - Throws: A `StoreError`.
    package func isRegistrationOpen() throws -> Bool { try database.read(Self.isRegistrationOpen) }

    static func isRegistrationOpen(_ db: Database) throws -> Bool {
        try HealthDatabase.setting(db, openRegistration) == "on"
    }

    /// Sets whether apps can register without a pairing code.
    /// - Throws: A `StoreError`.
    package func setRegistrationOpen(_ isOpen: Bool) throws {
        try database.write { db in try HealthDatabase.set(db, Self.openRegistration, to: isOpen ? "on" : nil) }
    }

    /// Consumes a pairing code.
    /// - Returns: The apps that the code registers, or nil if the code isn't valid.
    static func takePairingCode(_ db: Database, _ hash: Data, at date: Date) throws -> PairingScope? {
        let row = try Row.fetchOne(
            db, sql: "DELETE FROM pairing_code WHERE hash = ? RETURNING app, expires, created", arguments: [hash])
        let now = date.timeIntervalSince1970
        guard let row, try row.value(Double.self, of: "expires") > now,
            try row.value(Double.self, of: "created") <= now + clockTolerance
        else { return nil }
        return (try row.value(String?.self, of: "app")).map(PairingScope.only) ?? .unknownApps
    }
}

/// The apps that a pairing code registers.
enum PairingScope {
    /// Any app that is unknown to the store.
    case unknownApps
    /// The app with an identifier, whether or not it is known to the store.
    case only(String)
}
