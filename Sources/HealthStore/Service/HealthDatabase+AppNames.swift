// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The names of apps. A name counts once the owner has seen it: when the app is paired, and when they accept another one.
extension HealthDatabase {
    /// Brings up to date what an app tells of itself. Another name waits until the owner accepts it.
    /// - Returns: the app as it is now.
    /// - Throws: a ``StoreError``.
    package func describe(_ app: AppIdentity, at date: Date) throws -> AppIdentity {
        try write { db in
            let name = try Self.note(db, described: app, at: date)
            try db.execute(
                sql: """
                    UPDATE app_token SET product_type = ?, system_version = ?
                    WHERE app = (SELECT id FROM app WHERE identifier = ?)
                    """,
                arguments: [app.productType, app.operatingSystemVersion, app.identifier])
            try ChangeRange.Topic.permissions.bump(db)
            var described = app
            described.name = name
            return described
        }
    }

    /// Adds an app, or brings its version up to date and keeps the name that it has.
    /// - Returns: the name that counts.
    @discardableResult
    static func note(_ db: Database, described app: AppIdentity, at date: Date) throws -> String {
        let known = try String.fetchOne(
            db, sql: "SELECT name FROM app WHERE identifier = ?", arguments: [app.identifier])
        // An app that the owner has named before it registered has its identifier as its name.
        let name = known == app.identifier ? app.name : known ?? app.name
        var noted = app
        noted.name = name
        _ = try PermissionTable.note(db, noted, at: date)
        try db.execute(
            sql: "UPDATE app SET proposed_name = ? WHERE identifier = ?",
            arguments: [app.name == name ? nil : app.name, app.identifier])
        return name
    }

    /// The names of all apps but one, also those that wait for the owner.
    static func names(_ db: Database, besides identifier: String) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM app WHERE identifier <> ?1 AND name <> identifier
                UNION SELECT proposed_name FROM app WHERE identifier <> ?1 AND proposed_name IS NOT NULL
                """, arguments: [identifier])
    }

    /// The names of all apps but one.
    /// - Throws: a ``StoreError``.
    package func appNames(besides identifier: String) throws -> [String] {
        try read { db in try Self.names(db, besides: identifier) }
    }

    /// Answers an app that wants another name.
    /// - Parameters:
    ///   - name: the name that the owner has seen.
    ///   - isAccepted: whether it counts from now on.
    /// - Throws: a ``StoreError``, `notFound` where the app does not want that name, or not any more.
    package func answer(rename name: String, of identifier: String, isAccepted: Bool) throws {
        try write { db in
            try db.execute(
                sql: """
                    UPDATE app SET name = CASE WHEN ? THEN proposed_name ELSE name END, proposed_name = NULL
                    WHERE identifier = ? AND proposed_name = ?
                    """, arguments: [isAccepted, identifier, name])
            guard db.changesCount > 0 else {
                throw StoreError(
                    .notFound, message: "the app has not asked for this name, or not any more",
                    remedy: "list the apps with `health apps`")
            }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }
}
