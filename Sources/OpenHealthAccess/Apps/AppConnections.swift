// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension RegisteredApps {
    /// The connections with apps on phones.
    package var connections: AppConnections { AppConnections(database: database) }
}

/// The connections of a database with apps on phones, which push data in formats of their own.
package struct AppConnections: Sendable {
    /// The database.
    let database: HealthDatabase

    /// The prefixes of identifiers that only connections, files and clients of OAuth 2 have.
    package static let prefixes = ["phone.", "file.", OAuthClient.prefix]

    /// The types of samples that an app on a phone can push, including those that apps cannot save with HealthKit.
    package static let pushedTypes: [String] = HealthTypes.all.filter { type in
        switch type.kind {
        case .quantity, .category, .workout, .electrocardiogram, .stateOfMind, .medicationDoseEvent: true
        case .series: type.identifier == HKWorkoutRouteTypeIdentifier
        default: false
        }
    }.map(\.identifier)

    /// Allows an app to push samples of some types.
    /// - Parameters:
    ///   - app: The identifier and name of the app, which is added if it is unknown.
    ///   - includesImports: Whether the app is on the phone whose exports are imported.
    /// - Throws: A ``StoreError``: `invalidArgument` for a type that cannot be pushed.
    package func allowPushes(
        of types: [String], by app: AppIdentity, includesImports: Bool = false, at date: Date = Date()
    ) throws {
        let known = Set(Self.pushedTypes)
        for type in types where !known.contains(type) {
            throw StoreError(
                .invalidArgument, message: "apps cannot push samples of \(type)",
                remedy: "name quantities, categories or workouts")
        }
        try database.write { db in
            let number = try PermissionTable.note(db, app, at: date)
            for type in types {
                try PermissionTable.set(db, app: number, type: type, share: .authorized, read: nil, at: date)
            }
            let pushes: PushPermission = includesImports ? .connectionAndImports : .connection
            try db.execute(
                sql: "UPDATE app SET pushes = max(pushes, ?) WHERE id = ?", arguments: [pushes.rawValue, number])
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Sets what an app may push.
    /// - Throws: A ``StoreError``: `notFound` if the app is unknown.
    package func setPushPermission(_ pushes: PushPermission, of app: String) throws {
        try database.write { db in
            try db.execute(sql: "UPDATE app SET pushes = ? WHERE identifier = ?", arguments: [pushes.rawValue, app])
            guard db.changesCount > 0 else { throw RegisteredApps.unknown(app) }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Lets a connection change and delete what an earlier connection of the same phone pushed.
    /// - Parameters:
    ///   - predecessor: The identifier of the earlier connection, which can have been removed.
    ///   - app: The identifier of the connection.
    /// - Throws: A ``StoreError``: `notFound` if the app is unknown, or the earlier connection has pushed nothing.
    package func addPredecessor(_ predecessor: String, of app: String) throws {
        try database.write { db in
            guard try PermissionTable.number(db, app: app) != nil else { throw RegisteredApps.unknown(app) }
            try Self.check(db, predecessor, isNot: app)
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO connection_predecessor (app, predecessor)
                    SELECT ?1, ?2 UNION SELECT ?1, predecessor FROM connection_predecessor
                    WHERE app = ?2 AND predecessor <> ?1
                    """, arguments: [app, predecessor])
        }
    }

    /// Lets a connection change and delete only what it has pushed itself. What it has changed or deleted before is left as it is.
    /// - Throws: A ``StoreError``: `notFound` if the app is unknown.
    package func removePredecessors(of app: String) throws {
        try database.write { db in
            guard try PermissionTable.number(db, app: app) != nil else { throw RegisteredApps.unknown(app) }
            try db.execute(sql: "DELETE FROM connection_predecessor WHERE app = ?", arguments: [app])
        }
    }

    /// Checks that a connection can be continued by a new one.
    /// - Throws: A ``StoreError``: `notFound` if it has pushed nothing.
    package func checkPredecessor(_ identifier: String) throws {
        try database.read { db in try Self.check(db, identifier, isNot: nil) }
    }

    private static func check(_ db: Database, _ connection: String, isNot app: String?) throws {
        guard connection != app, try identifiers(db).contains(connection) else {
            throw StoreError(
                .notFound, message: "no other connection \(connection) has pushed anything",
                remedy: "list the connections with `health apps`")
        }
    }

    /// Returns the earlier connections whose samples a connection can change, sorted by identifier.
    /// - Throws: A ``StoreError``.
    package func predecessors(of app: String) throws -> [String] {
        try database.read { db in
            try String.fetchAll(
                db, sql: "SELECT predecessor FROM connection_predecessor WHERE app = ? ORDER BY predecessor",
                arguments: [app])
        }
    }

    /// Returns the identifiers of the connections that have pushed anything, including removed ones, sorted.
    /// - Throws: A ``StoreError``.
    package func identifiers() throws -> [String] { try database.read { db in try Self.identifiers(db).sorted() } }

    private static func identifiers(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT app FROM push UNION SELECT app FROM provenance WHERE app IS NOT NULL
                UNION SELECT app FROM connection_predecessor UNION SELECT predecessor FROM connection_predecessor
                """)
    }

    /// Returns an identifier for a new connection that no app has and no removed connection had: the given one, or with the next free
    /// number.
    /// - Throws: A ``StoreError``.
    package func freeIdentifier(_ identifier: String) throws -> String {
        let taken = try Set(database.apps.all().map(\.identifier)).union(identifiers())
        var (free, number) = (identifier, 1)
        while taken.contains(free) {
            number += 1
            free = "\(identifier)-\(number)"
        }
        return free
    }
}

extension PushPermission {
    /// Returns what an app may push.
    static func read(_ db: Database, app: String) throws -> PushPermission {
        let number = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT pushes FROM app WHERE identifier = ?"), arguments: [app])
        return number.flatMap(PushPermission.init) ?? .none
    }
}
