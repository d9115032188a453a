// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Pairing codes, and whether apps need one.
extension HealthDatabase {
    private static let openRegistration = "open_registration"
    /// The number of codes that can be valid at the same time.
    private static let mostCodes = 20

    /// Keeps a pairing code until it is used or expires. The oldest codes stop counting where there are too many.
    /// - Parameters:
    ///   - hash: SHA-256 of the code.
    ///   - app: the identifier of the only app that the code registers, which the store may know; nil for any other app.
    ///   - endsToken: whether the token that the app has ends at once.
    /// - Throws: a ``StoreError``, `notFound` where the token of an app is to end that has none.
    package func addPairingCode(
        _ hash: Data, for app: String?, at date: Date, expires: Date, endsToken: Bool = false
    ) throws {
        try write { db in
            if endsToken {
                try db.execute(
                    sql: "DELETE FROM app_token WHERE app = (SELECT id FROM app WHERE identifier = ?)",
                    arguments: [app])
                guard db.changesCount > 0 else {
                    throw StoreError(
                        .notFound, message: "the app has no token that could end",
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
                arguments: [Self.mostCodes])
        }
    }

    /// Whether apps can register without a pairing code.
    /// - Throws: a ``StoreError``.
    package func isRegistrationOpen() throws -> Bool { try read(Self.isRegistrationOpen) }

    static func isRegistrationOpen(_ db: Database) throws -> Bool { try setting(db, openRegistration) == "on" }

    /// Sets whether apps can register without a pairing code.
    /// - Throws: a ``StoreError``.
    package func setRegistrationOpen(_ isOpen: Bool) throws {
        try write { db in try Self.set(db, Self.openRegistration, to: isOpen ? "on" : nil) }
    }

    /// Uses up a pairing code.
    /// - Returns: the apps that the code is for; nil where no such code is valid.
    static func takePairingCode(_ db: Database, _ hash: Data, at date: Date) throws -> PairingScope? {
        let row = try Row.fetchOne(
            db, sql: "DELETE FROM pairing_code WHERE hash = ? RETURNING app, expires", arguments: [hash])
        guard let row, try row.decode(Double.self, atIndex: 1) > date.timeIntervalSince1970 else { return nil }
        return (row[0] as String?).map(PairingScope.only) ?? .unknownApps
    }
}

/// The apps that a pairing code registers.
enum PairingScope {
    /// Any app that the store does not know.
    case unknownApps
    /// The app with an identifier, whether or not the store knows it.
    case only(String)
}
