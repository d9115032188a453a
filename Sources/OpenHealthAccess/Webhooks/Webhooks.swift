// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthDatabase {
    /// The webhooks of apps.
    package var webhooks: Webhooks { Webhooks(database: self) }
}

/// The webhooks of apps, their deliveries, and the owner's decisions about their hosts.
package struct Webhooks: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Registers a webhook. A webhook of the app with the same URL is reset: it gets another secret and no failures, and
    /// continues from the acknowledged position.
    /// - Parameter most: The maximum number of webhooks of an app.
    /// - Returns: The webhook, and whether it is new; nil if the app has too many.
    /// - Throws: A ``StoreError``.
    package func add(
        _ app: AppIdentity, url: String, secret: Data, types: [String], frequency: HKUpdateFrequency, at date: Date,
        most: Int
    ) throws -> (webhook: Webhook, isNew: Bool)? {
        try database.write { db in
            try Self.add(
                db, app, url: url, secret: secret, types: types, frequency: frequency, at: date, most: most)
        }
    }

    /// Registers a webhook in a transaction; see ``add(_:url:secret:types:frequency:at:most:)``.
    static func add(
        _ db: Database, _ app: AppIdentity, url: String, secret: Data, types: [String], frequency: HKUpdateFrequency,
        at date: Date, most: Int
    ) throws -> (webhook: Webhook, isNew: Bool)? {
        let number = try PermissionTable.note(db, app, at: date)
        let known = try Data.fetchOne(
            db, sql: "SELECT id FROM webhook WHERE app = ? AND url = ?", arguments: [number, url])
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM webhook WHERE app = ?", arguments: [number])
        if known == nil, count ?? 0 >= most { return nil }
        let id = known ?? Self.bytes(UUID())
        let names = JSONValue.array(types.map(JSONValue.string)).text
        let host = ReceiverHost.name(of: url)
        if let host { try Self.noteHost(db, host: host, app: number, at: date) }
        try db.execute(
            sql: """
                INSERT INTO webhook (id, app, url, secret, types, frequency, anchor, created, host)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET
                    secret = excluded.secret, types = excluded.types, frequency = excluded.frequency, failures = 0,
                    paused = 0, old_secret = NULL, old_secret_until = NULL, next_attempt = NULL, last_status = NULL
                """,
            arguments: [
                id, number, url, secret, names, frequency.rawValue, try HealthDatabase.latestChange(db),
                date.timeIntervalSince1970, host,
            ])
        try ChangeRange.Topic.deliveries.bump(db)
        guard let webhook = try Self.webhooks(db, "w.id = ?", [id]).first else {
            throw StoreError.inconsistent("the receiver that was just added is missing")
        }
        return (webhook, known == nil)
    }

    /// Returns the webhooks of an app, or of all apps, the oldest first.
    /// - Throws: A ``StoreError``.
    package func all(of app: String? = nil) throws -> [Webhook] {
        try database.read { db in
            if let app { return try Self.webhooks(db, "a.identifier = ?", [app]) }
            return try Self.webhooks(db, "TRUE", [])
        }
    }

    /// Removes a webhook of an app.
    /// - Returns: Whether the app had the webhook.
    /// - Throws: A ``StoreError``.
    package func remove(_ id: UUID, of app: String) throws -> Bool {
        try database.write { db in
            try db.execute(
                sql: "DELETE FROM webhook WHERE id = ? AND app = (SELECT id FROM app WHERE identifier = ?)",
                arguments: [Self.bytes(id), app])
            let isGone = db.changesCount > 0
            if isGone { try ChangeRange.Topic.deliveries.bump(db) }
            return isGone
        }
    }

    /// Records that a webhook has acknowledged the changes up to a position.
    /// - Throws: A ``StoreError``.
    package func acknowledge(
        _ id: UUID, through place: Int64, message: String, body: [UInt8], status: Int, at date: Date
    ) throws {
        try database.write { db in
            let seconds = date.timeIntervalSince1970
            try db.execute(
                sql: """
                    UPDATE webhook SET anchor = max(anchor, ?), delivered = ?, failures = 0, attempted = ?,
                        next_attempt = NULL, last_status = NULL WHERE id = ?
                    """, arguments: [place, seconds, seconds, Self.bytes(id)])
            try Self.noteDelivery(
                db, to: Self.bytes(id), message: message, body: Data(body), requested: nil, status: status, at: date)
        }
    }

    /// Records that a webhook hasn't acknowledged a delivery.
    /// - Parameters:
    ///   - status: The status of the response; 0 if there was none.
    ///   - next: The date of the next attempt; nil if there is none.
    /// - Throws: A ``StoreError``.
    package func noteFailure(
        of id: UUID, message: String, body: [UInt8], status: Int, at date: Date, next: Date?
    ) throws {
        try database.write { db in
            try db.execute(
                sql: """
                    UPDATE webhook SET failures = failures + 1, attempted = ?, next_attempt = ?, last_status = ?
                    WHERE id = ?
                    """,
                arguments: [date.timeIntervalSince1970, next?.timeIntervalSince1970, status, Self.bytes(id)])
            try Self.noteDelivery(
                db, to: Self.bytes(id), message: message, body: Data(body), requested: nil, status: status, at: date)
        }
    }

    private static func webhooks(
        _ db: Database, _ condition: String, _ arguments: StatementArguments
    ) throws -> [Webhook] {
        try Webhook.fetchAll(
            db,
            sql: """
                SELECT \(Webhook.Columns.selection) FROM webhook AS w JOIN app AS a ON a.id = w.app
                LEFT JOIN receiver_host AS h ON h.app = w.app AND h.host = w.host WHERE \(condition) ORDER BY w.created, w.id
                """, arguments: arguments)
    }

    private static func bytes(_ id: UUID) -> Data {
        withUnsafeBytes(of: id.uuid) { Data($0) }
    }
}

extension Webhook: FetchableRecord {
    /// The columns of the tables `webhook AS w`, `app AS a` and `receiver_host AS h`.
    fileprivate enum Columns: String, SelectedColumns {
        case id, identifier, name, version, url, secret, types, frequency, anchor, delivered, failures, created, state
        case paused, attempted
        case isLocal = "is_local"
        case oldSecret = "old_secret"
        case oldSecretUntil = "old_secret_until"
        case nextAttempt = "next_attempt"
        case lastStatus = "last_status"

        var expression: String {
            switch self {
            case .identifier, .name, .version: "a.\(rawValue)"
            case .state, .isLocal: "coalesce(h.\(rawValue), 0)"
            default: "w.\(rawValue)"
            }
        }
    }

    /// Creates a webhook from a row.
    /// - Throws: A ``StoreError`` if the row is damaged.
    package init(row: Row) throws {
        let types = JSONValue(try row.value(of: Columns.types))?.array?.compactMap(\.string)
        guard let id = UUID(bytes: try row.value(of: Columns.id)), let types,
            let frequency = HKUpdateFrequency(rawValue: try row.value(of: Columns.frequency))
        else { throw StoreError.inconsistent("the record of a receiver is damaged") }
        let old: Data? = try row.value(of: Columns.oldSecret)
        let until = try row.dateIfPresent(of: Columns.oldSecretUntil)
        self.init(
            id: id,
            app: AppIdentity(
                identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.name),
                version: try row.value(of: Columns.version)),
            url: try row.value(of: Columns.url), secret: try row.value(of: Columns.secret), types: types,
            frequency: frequency, anchor: try row.value(of: Columns.anchor),
            delivered: try row.dateIfPresent(of: Columns.delivered), failures: try row.value(of: Columns.failures),
            created: try row.date(of: Columns.created),
            decision: ReceiverHost.Decision(rawValue: try row.value(of: Columns.state)) ?? .waiting,
            isLocal: try row.value(of: Columns.isLocal), isPaused: try row.value(of: Columns.paused),
            oldSecret: old.flatMap { key in until.map { (key, $0) } },
            attempted: try row.dateIfPresent(of: Columns.attempted),
            nextAttempt: try row.dateIfPresent(of: Columns.nextAttempt),
            lastStatus: try row.value(of: Columns.lastStatus))
    }
}
