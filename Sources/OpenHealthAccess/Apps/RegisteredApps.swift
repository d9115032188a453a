// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthDatabase {
    /// The apps with their permissions and tokens.
    public var apps: RegisteredApps { RegisteredApps(database: self) }
}

/// The apps that have requested authorization or received a decision, their permissions, and the tokens that identify them to the server.
public struct RegisteredApps: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the apps that have requested authorization or received a decision, sorted by name, with their permissions.
    /// - Throws: A `StoreError`.
    public func all() throws -> [RegisteredApp] {
        try database.read { db in
            let permissions = try Dictionary(
                grouping: PermissionRow.fetchAll(
                    db, sql: "SELECT \(PermissionRow.Columns.selection) FROM permission ORDER BY type"),
                by: \.app)
            let apps = try AppRow.fetchAll(
                db, sql: "SELECT \(AppRow.Columns.selection) FROM app ORDER BY name, identifier")
            return apps.map { row in
                var app = row.app
                app.permissions = (permissions[row.id] ?? []).map(\.entry)
                return app
            }
        }
    }

    /// Sets the permission of an app for a type. The app doesn't need to have requested authorization. The permission for a
    /// correlation applies to the types of its members.
    /// - Throws: A `StoreError`: `invalidArgument` if the type is unknown, or the permission includes saving and apps can't
    ///   save the type.
    public func setPermission(_ permission: AppPermission, app: String, type: String) throws {
        try setPermission(share: permission.share, read: permission.read, app: app, types: [type])
    }

    /// Sets the permissions of an app for some types; nil leaves them unchanged.
    ///
    /// Prescriptions and medications are authorized individually: permission to read such a type applies to the existing objects,
    /// because later objects haven't been authorized.
    /// - Throws: A `StoreError`; see ``setPermission(_:app:type:)``.
    public func setPermission(
        share: AppPermission.Share?, read: AppPermission.Read?, app: String, types: [String]
    ) throws {
        guard !app.isEmpty else {
            throw StoreError(
                .invalidArgument, message: "the identifier of the app is empty",
                remedy: "give a bundle identifier, such as org.example.steps")
        }
        try Self.check(types, share: share)
        try database.write { db in
            let now = Date()
            try db.execute(
                sql: "INSERT OR IGNORE INTO app (identifier, name, added) VALUES (?, ?, ?)",
                arguments: [app, app, now.timeIntervalSince1970])
            guard let number = try PermissionTable.number(db, app: app) else {
                throw StoreError.inconsistent("the app that was just added is missing")
            }
            try Self.set(db, share: share, read: read, app: number, types: types, at: now)
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    private static func check(_ types: [String], share: AppPermission.Share?) throws {
        for type in types {
            guard let facts = HealthTypes.named(type) else {
                throw StoreError(
                    .invalidArgument, message: "no type is called \(type)",
                    remedy: "see the table of types in the documentation")
            }
            guard share != .authorized || facts.isShareable else {
                throw StoreError(
                    .invalidArgument, message: "apps cannot save samples of \(type)",
                    remedy: "let the app only read the type")
            }
        }
    }

    private static func set(
        _ db: Database, share: AppPermission.Share?, read: AppPermission.Read?, app: Int64, types: [String],
        at date: Date
    ) throws {
        for type in types {
            let members = CorrelationMembers.types(of: type)
            for identifier in members.isEmpty ? [type] : members {
                try PermissionTable.set(db, app: app, type: identifier, share: share, read: read, at: date)
            }
            guard PermissionTable.isByObject(type) else { continue }
            switch read {
            case .authorized: try PermissionTable.allowAll(db, ofType: type, since: nil, app: app)
            case .limited(let first): try PermissionTable.allowAll(db, ofType: type, since: first, app: app)
            case .denied, .notDetermined, nil: break
            }
        }
    }

    /// Returns whether an app has requested authorization for any type, or has a decision for any type.
    /// - Throws: A `StoreError`.
    package func hasAsked(_ app: String) throws -> Bool {
        try hasPermission(app, "asked <> 0 OR share <> 0 OR read <> 0")
    }

    /// Returns whether an app can save samples of any type.
    /// - Throws: A `StoreError`.
    package func maySave(_ app: String) throws -> Bool {
        try hasPermission(app, "share = 2")
    }

    private func hasPermission(_ app: String, _ condition: String) throws -> Bool {
        try database.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM permission
                    WHERE app = (SELECT id FROM app WHERE identifier = ?) AND (\(condition)))
                    """, arguments: [app]) ?? false
        }
    }

    /// Revokes the permissions of an app for some types. It can neither save nor read them until the person authorizes it again.
    /// If all types are revoked, the app's streams end, and so do the tokens of a client of OAuth 2 and those of readers.
    /// - Parameters:
    ///   - app: The bundle identifier of the app.
    ///   - types: The types; nil for all types that the app has requested or has a decision for.
    /// - Throws: A `StoreError`: `notFound` if the app is unknown.
    public func revoke(_ app: String, types: [String]? = nil) throws {
        try Self.check(types ?? [], share: .denied)
        try database.write { db in
            guard let number = try PermissionTable.number(db, app: app) else { throw Self.unknown(app) }
            let known = try String.fetchAll(
                db, sql: "SELECT type FROM permission WHERE app = ? ORDER BY type", arguments: [number])
            try Self.set(db, share: .denied, read: .denied, app: number, types: types ?? known, at: Date())
            if types == nil {
                try db.execute(sql: "DELETE FROM object_permission WHERE app = ?", arguments: [number])
                try db.execute(sql: "UPDATE app SET revocations = revocations + 1 WHERE id = ?", arguments: [number])
                try OAuthClients.end(db, app: number)
                try ReaderTokens.revokeAll(db, app: number)
            }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Removes an app and its permissions, as if it had never requested authorization. Its samples are kept.
    /// - Throws: A `StoreError`: `notFound` if the app is unknown.
    public func forget(_ app: String) throws {
        try database.write { db in
            if let number = try PermissionTable.number(db, app: app) {
                try AccessLogTable.addRevocations(db, app: number, at: Date())
            }
            try db.execute(sql: "DELETE FROM app WHERE identifier = ?", arguments: [app])
            guard db.changesCount > 0 else { throw Self.unknown(app) }
            try db.execute(sql: "DELETE FROM oauth_client WHERE identifier = ?", arguments: [app])
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    static func unknown(_ app: String) -> StoreError {
        StoreError(
            .notFound, message: "no app \(app) has made a request",
            remedy: "list the apps with `health apps`")
    }
}

/// A row of the table of apps. The app has no permissions yet.
private struct AppRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case id, identifier, name, version, added, used, pushes
        case proposedName = "proposed_name"
    }

    let id: Int64
    let app: RegisteredApp

    init(row: Row) throws {
        id = try row.value(of: Columns.id)
        app = RegisteredApp(
            identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.name),
            version: try row.value(of: Columns.version), added: try row.date(of: Columns.added),
            lastUse: try row.dateIfPresent(of: Columns.used), permissions: [],
            proposedName: try row.value(of: Columns.proposedName),
            pushes: PushPermission(rawValue: try row.value(of: Columns.pushes)) ?? .none)
    }
}

/// A row of the table of permissions.
private struct PermissionRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case app, type, asked, share, read, changed
        case readFrom = "read_from"
    }

    let app: Int64
    let entry: RegisteredApp.Entry

    init(row: Row) throws {
        app = try row.value(of: Columns.app)
        let asked: Int = try row.value(of: Columns.asked)
        entry = RegisteredApp.Entry(
            type: try row.value(of: Columns.type),
            permission: try PermissionTable.permission(
                share: try row.value(of: Columns.share), read: try row.value(of: Columns.read),
                from: try row.value(of: Columns.readFrom)),
            hasAskedToShare: asked & 1 != 0, hasAskedToRead: asked & 2 != 0,
            changed: try row.date(of: Columns.changed))
    }
}
