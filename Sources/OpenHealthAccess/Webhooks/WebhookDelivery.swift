// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// A message to a webhook and the result of sending it.
package struct WebhookDelivery: Sendable {
    package let id: Int64
    package let webhook: UUID
    /// The identifier of the message, which is the same for each attempt.
    package let message: String
    package let body: Data
    package let created: Date
    /// The number of attempts.
    package let attempts: Int
    /// The date of the last attempt.
    package let attempted: Date?
    /// The status of the last response; 0 if there was none, nil before the first attempt.
    package let status: Int?
    /// Whether it is to be sent once more, as the app has requested.
    package let isRequested: Bool

    /// Whether the receiver has acknowledged it.
    package var isAcknowledged: Bool { status.map { (200..<300).contains($0) } ?? false }

    /// The number of deliveries of a webhook that are kept.
    package static let most = 100
    /// The number of requested deliveries that can wait.
    package static let mostRequested = 10
}

extension WebhookDelivery: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case id, webhook, message, body, created, attempts, attempted, status, requested
    }

    /// Creates a delivery from a row.
    /// - Throws: A ``StoreError`` if the row is damaged.
    package init(row: Row) throws {
        guard let webhook = UUID(bytes: try row.value(of: Columns.webhook)) else {
            throw StoreError.inconsistent("the record of a delivery is damaged")
        }
        self.init(
            id: try row.value(of: Columns.id), webhook: webhook, message: try row.value(of: Columns.message),
            body: try row.value(of: Columns.body), created: try row.date(of: Columns.created),
            attempts: try row.value(of: Columns.attempts), attempted: try row.dateIfPresent(of: Columns.attempted),
            status: try row.value(of: Columns.status), isRequested: try row.value(of: Columns.requested))
    }
}

extension Webhooks {
    /// Returns the deliveries of a webhook, the latest first.
    /// - Throws: A ``StoreError``.
    package func deliveries(of webhook: UUID) throws -> [WebhookDelivery] {
        try database.read { db in
            try Self.deliveries(db, "webhook = ? ORDER BY id DESC LIMIT \(WebhookDelivery.most)", [webhook.bytes])
        }
    }

    /// Returns the oldest delivery of each webhook that an app has requested and that was not sent.
    /// - Throws: A ``StoreError``.
    package func requestedDeliveries() throws -> [UUID: WebhookDelivery] {
        try database.read { db in
            let all = try Self.deliveries(db, "requested = 1 ORDER BY id", [])
            return Dictionary(all.map { ($0.webhook, $0) }) { first, _ in first }
        }
    }

    /// Requests that a message is sent once to a webhook of an app.
    /// - Returns: The delivery; nil if too many wait.
    /// - Throws: A ``StoreError``.
    package func requestDelivery(
        to webhook: UUID, message: String, body: Data, at date: Date
    ) throws -> WebhookDelivery? {
        try database.write { db in
            let waiting = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM webhook_delivery WHERE webhook = ? AND requested = 1",
                arguments: [webhook.bytes])
            guard (waiting ?? 0) < WebhookDelivery.mostRequested else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO webhook_delivery (webhook, message, body, created, requested) VALUES (?, ?, ?, ?, 1)
                    """, arguments: [webhook.bytes, message, body, date.timeIntervalSince1970])
            let id = db.lastInsertedRowID
            try ChangeRange.Topic.deliveries.bump(db)
            return try Self.deliveries(db, "id = ?", [id]).first
        }
    }

    /// Records an attempt to deliver a message.
    /// - Parameters:
    ///   - requested: The delivery, if it was requested.
    ///   - status: The status of the response; 0 if there was none.
    static func noteDelivery(
        _ db: Database, to webhook: Data, message: String, body: Data, requested: Int64?, status: Int, at date: Date
    ) throws {
        let seconds = date.timeIntervalSince1970
        let known =
            try requested
            ?? Int64.fetchOne(
                db,
                sql: """
                    SELECT id FROM webhook_delivery WHERE webhook = ? AND message = ? AND requested = 0
                    ORDER BY id DESC LIMIT 1
                    """, arguments: [webhook, message])
        if let known {
            try db.execute(
                sql: """
                    UPDATE webhook_delivery SET attempts = attempts + 1, attempted = ?, status = ?, requested = 0 WHERE id = ?
                    """, arguments: [seconds, status, known])
        } else {
            try db.execute(
                sql: """
                    INSERT INTO webhook_delivery (webhook, message, body, created, attempts, attempted, status)
                    SELECT id, ?, ?, ?, 1, ?, ? FROM webhook WHERE id = ?
                    """, arguments: [message, body, seconds, seconds, status, webhook])
        }
        try db.execute(
            sql: """
                DELETE FROM webhook_delivery WHERE webhook = ?1 AND requested = 0 AND id NOT IN (
                    SELECT id FROM webhook_delivery WHERE webhook = ?1 ORDER BY id DESC LIMIT \(WebhookDelivery.most))
                """, arguments: [webhook])
    }

    /// Records the result of a delivery that an app has requested, which counts neither as an acknowledgment nor as a failure.
    /// - Throws: A ``StoreError``.
    package func noteRequestedDelivery(_ id: Int64, to webhook: UUID, status: Int, at date: Date) throws {
        try database.write { db in
            try Self.noteDelivery(
                db, to: webhook.bytes, message: "", body: Data(), requested: id, status: status, at: date)
        }
    }

    private static func deliveries(
        _ db: Database, _ condition: String, _ arguments: StatementArguments
    ) throws -> [WebhookDelivery] {
        try WebhookDelivery.fetchAll(
            db, sql: "SELECT \(WebhookDelivery.Columns.selection) FROM webhook_delivery WHERE \(condition)",
            arguments: arguments)
    }
}

extension Webhooks {
    /// Pauses or resumes a webhook of an app. A resumed one has no failures, also if it had been stopped.
    /// - Returns: Whether the app has the webhook.
    /// - Throws: A ``StoreError``.
    package func set(_ id: UUID, of app: String, paused: Bool) throws -> Bool {
        try change(
            "paused = ?, failures = CASE WHEN ? THEN failures ELSE 0 END, next_attempt = NULL", [paused, paused], id,
            app)
    }

    /// Replaces the secret of a webhook of an app. Until a date, deliveries are signed with the old one too.
    /// - Returns: Whether the app has the webhook.
    /// - Throws: A ``StoreError``.
    package func replaceSecret(_ id: UUID, of app: String, with secret: Data, oldUntil date: Date) throws -> Bool {
        try change(
            "old_secret = secret, old_secret_until = ?, secret = ?", [date.timeIntervalSince1970, secret], id, app)
    }

    private func change(
        _ assignments: String, _ arguments: StatementArguments, _ id: UUID, _ app: String
    ) throws -> Bool {
        try database.write { db in
            try db.execute(
                sql:
                    "UPDATE webhook SET \(assignments) WHERE id = ? AND app = (SELECT id FROM app WHERE identifier = ?)",
                arguments: arguments + [id.bytes, app])
            let isKnown = db.changesCount > 0
            if isKnown { try ChangeRange.Topic.deliveries.bump(db) }
            return isKnown
        }
    }
}
