// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A host that receives notifications of changes for an app, and the owner's decision about it.
package struct ReceiverHost: Sendable, Equatable {
    /// The owner's decision.
    package enum Decision: Int, Sendable, CaseIterable {
        /// The owner has not decided yet. No notifications are sent.
        case waiting = 0
        /// Notifications are sent.
        case approved = 1
        /// No notifications are sent. The app cannot distinguish this from waiting.
        case refused = 2
    }

    /// The app.
    package let app: AppIdentity
    /// The host and port, such as `steps.example.org:443`.
    package let host: String
    /// The owner's decision.
    package let decision: Decision
    /// Whether the host can be this machine or in a private network.
    package let isLocal: Bool
    /// The date when the app first requested the host.
    package let asked: Date
    /// The date of the owner's last decision.
    package let decided: Date?

    /// Returns the normalised host and port of a URL, or nil if the URL has no host or port.
    package static func name(of url: String) -> String? { HostName.normalised(url) }
}

extension ReceiverHost: FetchableRecord {
    /// The columns of the tables `receiver_host AS h` and `app AS a`.
    fileprivate enum Columns: String, SelectedColumns {
        case identifier, name, version, host, state, asked, decided
        case isLocal = "is_local"

        var expression: String {
            switch self {
            case .identifier, .name, .version: "a.\(rawValue)"
            case .host, .state, .asked, .decided, .isLocal: "h.\(rawValue)"
            }
        }
    }

    /// Creates a host from a row.
    /// - Throws: A ``StoreError`` if the row is damaged.
    package init(row: Row) throws {
        guard let decision = Decision(rawValue: try row.value(of: Columns.state)) else {
            throw StoreError.inconsistent("a receiver host has an unknown decision")
        }
        self.init(
            app: AppIdentity(
                identifier: try row.value(of: Columns.identifier), name: try row.value(of: Columns.name),
                version: try row.value(of: Columns.version)),
            host: try row.value(of: Columns.host), decision: decision, isLocal: try row.value(of: Columns.isLocal),
            asked: try row.date(of: Columns.asked), decided: try row.dateIfPresent(of: Columns.decided))
    }
}

/// The owner's decisions about the hosts of apps' webhooks.
extension Webhooks {
    /// Returns the hosts of one app or all apps. Hosts that wait for a decision come first.
    /// - Throws: A ``StoreError``.
    package func hosts(of app: String? = nil) throws -> [ReceiverHost] {
        try database.read { db in
            try ReceiverHost.fetchAll(
                db,
                sql: """
                    SELECT \(ReceiverHost.Columns.selection)
                    FROM receiver_host AS h JOIN app AS a ON a.id = h.app
                    WHERE ?1 IS NULL OR a.identifier = ?1 ORDER BY h.state <> 0, h.asked, a.identifier, h.host
                    """, arguments: [app])
        }
    }

    /// Sets the decision about a host that an app has requested.
    /// - Parameter isLocal: Whether the host can be this machine or in a private network; nil keeps the current setting.
    /// - Throws: A ``StoreError``: `notFound` if the app hasn't requested the host.
    package func decide(
        _ decision: ReceiverHost.Decision, about host: String, of app: String, isLocal: Bool? = nil, at date: Date
    ) throws {
        try database.write { db in
            try db.execute(
                sql: """
                    UPDATE receiver_host SET state = ?, is_local = coalesce(?, is_local), decided = ?
                    WHERE host = ? AND app = (SELECT id FROM app WHERE identifier = ?)
                    """,
                arguments: [decision.rawValue, isLocal, date.timeIntervalSince1970, host, app])
            guard db.changesCount > 0 else {
                throw StoreError(
                    .notFound, message: "the app \(app) has no receiver at \(host)",
                    remedy: "list the receivers with `health apps webhooks`")
            }
            // Failures before the decision are reset.
            try db.execute(
                sql: """
                    UPDATE webhook SET failures = 0
                    WHERE host = ? AND app = (SELECT id FROM app WHERE identifier = ?)
                    """, arguments: [host, app])
            try ChangeRange.Topic.deliveries.bump(db)
        }
    }

    /// Adds a host that an app has requested, or keeps the existing decision.
    static func noteHost(_ db: Database, host: String, app number: Int64, at date: Date) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO receiver_host (app, host, asked) VALUES (?, ?, ?)",
            arguments: [number, host, date.timeIntervalSince1970])
    }
}
