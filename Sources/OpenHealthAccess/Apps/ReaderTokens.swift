// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A client with a token of its own that only reads what a connection of Nightscout reads.
package struct ReaderToken: Sendable {
    /// The number of the reader in the store.
    package var id: Int64
    /// The connection.
    package var app: AppIdentity
    /// The owner's name for the client, which is unique in the connection.
    package var name: String
    /// The stored hash of the token.
    package var hash: Data
    /// The creation date of the token.
    package var created: Date
    /// The date when the token was last used; nil if it was never used.
    package var used: Date?
    /// The address of the client that last used the token.
    package var usedFrom: String?
}

extension RegisteredApps {
    /// The tokens of readers.
    package var readers: ReaderTokens { ReaderTokens(database: database) }
}

/// The tokens of readers. The store contains only hashes of them. They end with the token of their connection.
package struct ReaderTokens: Sendable {
    /// The database.
    let database: HealthDatabase

    /// The maximum number of readers of a connection.
    package static let maximum = 20
    /// The name of a reader for which the owner gives none. Further ones have numbers.
    private static let usualName = "Reader"

    /// Adds a reader of a connection.
    /// - Parameters:
    ///   - name: The name; nil for the first free one of Reader, Reader 2 and so on.
    ///   - app: The identifier of the connection.
    ///   - hash: The hash of the token.
    /// - Returns: The name.
    /// - Throws: A ``StoreError``: `notFound` if the connection has no token, `invalidArgument` if it has a reader with the name, or the
    ///   maximum number of readers.
    package func add(_ name: String?, of app: String, hash: Data, at date: Date) throws -> String {
        try database.write { db in
            guard let number = try PermissionTable.number(db, app: app),
                try Int64.fetchOne(db, sql: "SELECT app FROM app_token WHERE app = ?", arguments: [number]) != nil
            else {
                throw StoreError(
                    .notFound, message: "no connection \(app) has a token", remedy: "list the apps with `health apps`")
            }
            let taken = try String.fetchSet(
                db, sql: "SELECT name FROM reader_token WHERE app = ?", arguments: [number])
            guard taken.count < Self.maximum else {
                throw StoreError(
                    .invalidArgument, message: "\(app) has \(Self.maximum) readers, which is the maximum",
                    remedy: "revoke one that is not used any more")
            }
            let free = name ?? Self.freeName(taken)
            guard !taken.contains(free) else {
                throw StoreError(
                    .invalidArgument, message: "\(app) already has a reader with this name",
                    remedy: "choose another name, or revoke that reader first")
            }
            try db.execute(
                sql: "INSERT INTO reader_token (app, name, hash, created) VALUES (?, ?, ?, ?)",
                arguments: [number, free, hash, date.timeIntervalSince1970])
            try ChangeRange.Topic.permissions.bump(db)
            return free
        }
    }

    private static func freeName(_ taken: Set<String>) -> String {
        var (name, number) = (usualName, 1)
        while taken.contains(name) {
            number += 1
            name = "\(usualName) \(number)"
        }
        return name
    }

    /// Returns the readers, sorted by connection and creation date.
    /// - Parameter app: The identifier of a connection; nil for all.
    /// - Throws: A ``StoreError``.
    package func all(of app: String? = nil) throws -> [ReaderToken] {
        try database.read { db in
            try ReaderToken.fetchAll(
                db,
                sql: """
                    SELECT \(ReaderToken.Columns.selection)
                    FROM reader_token AS r JOIN app AS a ON a.id = r.app
                    WHERE ?1 IS NULL OR a.identifier = ?1 ORDER BY a.identifier, r.created, r.id
                    """, arguments: [app])
        }
    }

    /// Revokes the token of a reader.
    /// - Throws: A ``StoreError``: `notFound` if the connection has no reader with the name.
    package func revoke(_ name: String, of app: String) throws {
        try database.write { db in
            try db.execute(
                sql: "DELETE FROM reader_token WHERE name = ? AND app = (SELECT id FROM app WHERE identifier = ?)",
                arguments: [name, app])
            guard db.changesCount > 0 else {
                throw StoreError(
                    .notFound, message: "\(app) has no reader with this name",
                    remedy: "list the readers with `health apps readers`")
            }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Revokes the tokens of all readers of a connection.
    static func revokeAll(_ db: Database, app: Int64) throws {
        try db.execute(sql: "DELETE FROM reader_token WHERE app = ?", arguments: [app])
    }

    /// Records that a reader has used its token.
    /// - Parameter address: The address of the client.
    /// - Throws: A ``StoreError``.
    package func noteUse(of id: Int64, at date: Date, from address: String?) throws {
        try database.write { db in
            try db.execute(
                sql: "UPDATE reader_token SET used = ?, used_from = coalesce(?, used_from) WHERE id = ?",
                arguments: [date.timeIntervalSince1970, address, id])
        }
    }
}

extension ReaderToken: FetchableRecord {
    /// The columns of the tables `reader_token AS r` and `app AS a`.
    fileprivate enum Columns: String, SelectedColumns {
        case id, identifier, name, hash, created, used
        case appName = "app_name"
        case usedFrom = "used_from"

        var expression: String {
            switch self {
            case .identifier: "a.identifier"
            case .appName: "a.name"
            case .id, .name, .hash, .created, .used, .usedFrom: "r.\(rawValue)"
            }
        }
    }

    /// Creates a reader from a row.
    package init(row: Row) throws {
        self.init(
            id: try row.value(of: Columns.id),
            app: AppIdentity(
                identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.appName)),
            name: try row.value(of: Columns.name), hash: try row.value(of: Columns.hash),
            created: try row.date(of: Columns.created), used: try row.dateIfPresent(of: Columns.used),
            usedFrom: try row.value(of: Columns.usedFrom))
    }
}
