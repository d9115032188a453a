// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The names of apps. A name takes effect after the owner has seen it: when the app is paired, or when the owner accepts a
/// new name.
extension RegisteredApps {
    /// Updates the description of an app. A new name takes effect when the owner accepts it.
    /// - Returns: The current description of the app.
    /// - Throws: A `StoreError`.
    package func describe(_ app: AppIdentity, at date: Date) throws -> AppIdentity {
        try database.write { db in
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

    /// Adds an app, or updates its version and keeps its current name.
    /// - Returns: The current name.
    @discardableResult
    static func note(_ db: Database, described app: AppIdentity, at date: Date) throws -> String {
        let known = try String.fetchOne(
            db, sql: "SELECT name FROM app WHERE identifier = ?", arguments: [app.identifier])
        // An app that the owner added before its registration has its identifier as its name.
        let name = known == app.identifier ? app.name : known ?? app.name
        var noted = app
        noted.name = name
        _ = try PermissionTable.note(db, noted, at: date)
        try db.execute(
            sql: "UPDATE app SET proposed_name = ? WHERE identifier = ?",
            arguments: [app.name == name ? nil : app.name, app.identifier])
        return name
    }

    /// Returns the names of all apps except one, including proposed names.
    static func names(_ db: Database, besides identifier: String) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM app WHERE identifier <> ?1 AND name <> identifier
                UNION SELECT proposed_name FROM app WHERE identifier <> ?1 AND proposed_name IS NOT NULL
                """, arguments: [identifier])
    }

    /// Returns the names of all apps except one.
    /// - Throws: A `StoreError`.
    package func names(besides identifier: String) throws -> [String] {
        try database.read { db in try Self.names(db, besides: identifier) }
    }

    /// Accepts or rejects the proposed name of an app.
    /// - Parameters:
    ///   - name: The name that the owner has seen.
    ///   - isAccepted: Whether the owner accepts the name.
    /// - Throws: A `StoreError`: `notFound` if this isn't the proposed name of the app.
    package func decide(rename name: String, of identifier: String, isAccepted: Bool) throws {
        try database.write { db in
            try db.execute(
                sql: """
                    UPDATE app SET name = CASE WHEN ? THEN proposed_name ELSE name END, proposed_name = NULL
                    WHERE identifier = ? AND proposed_name = ?
                    """, arguments: [isAccepted, identifier, name])
            guard db.changesCount > 0 else {
                throw StoreError(
                    .notFound, message: "the app has not requested this name",
                    remedy: "list the apps with `health apps`")
            }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }
}
