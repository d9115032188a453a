// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// The table of the access log. Entries are kept for one year.
enum AccessLogTable {
    private static let hoursKept = 366 * 24

    /// Returns the hour of a date, in hours since 1970 in UTC.
    static func hour(_ date: Date) -> Int {
        let hour = (date.timeIntervalSince1970 / 3600).rounded(.down)
        return Int(exactly: hour) ?? 0
    }

    /// Adds totals to an entry.
    static func add(_ db: Database, _ totals: AccessBuffer.Totals, to key: AccessEntry.Key) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO access_log (hour, app, type, action, requests, count, earliest, latest)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, count = count + excluded.count,
                    earliest = coalesce(min(earliest, excluded.earliest), earliest, excluded.earliest),
                    latest = coalesce(max(latest, excluded.latest), latest, excluded.latest)
                """
        ).execute(arguments: [
            key.hour, key.app, key.type, key.action.rawValue, totals.requests, totals.note.count,
            totals.note.dates?.lowerBound, totals.note.dates?.upperBound,
        ])
    }

    /// Adds notes as part of the transaction that makes the change.
    static func add(
        _ db: Database, _ notes: [AccessNote], app: String, action: AccessAction, at date: Date
    ) throws {
        for note in notes {
            try add(
                db, AccessBuffer.Totals(requests: 1, note: note),
                to: AccessEntry.Key(hour: hour(date), app: app, type: note.type, action: action))
        }
    }

    /// Adds an entry for the owner's decision about a type.
    static func add(_ db: Database, _ action: AccessAction, app: Int64, type: String, at date: Date) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO access_log (hour, app, type, action, requests, count)
                SELECT ?, identifier, ?, ?, 1, 1 FROM app WHERE id = ?
                ON CONFLICT DO UPDATE SET requests = requests + 1, count = count + 1
                """
        ).execute(arguments: [hour(date), type, action.rawValue, app])
    }

    /// Adds entries for the revocation of all permissions of an app.
    static func addRevocations(_ db: Database, app: Int64, at date: Date) throws {
        for (column, action) in [("read", AccessAction.revokeRead), ("share", .revokeSave)] {
            let types = try String.fetchAll(
                db, sql: "SELECT type FROM permission WHERE app = ? AND \(column) = 2", arguments: [app])
            for type in types { try add(db, action, app: app, type: type, at: date) }
        }
    }

    /// Deletes entries older than one year.
    static func clean(_ db: Database, at hour: Int) throws {
        try db.cachedStatement(sql: "DELETE FROM access_log WHERE hour < ?").execute(arguments: [hour - hoursKept])
    }

    /// Returns the entries from one hour up to, but not including, another hour.
    static func entries(_ db: Database, app: String?, from: Int, until: Int) throws -> [AccessEntry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(AccessEntry.Columns.selection) FROM access_log
                WHERE hour >= ? AND hour < ? AND (app = ? OR ?) ORDER BY hour, app, type, action
                """,
            arguments: [from, until, app, app == nil]
        ).compactMap(AccessEntry.init)
    }
}

extension AccessEntry {
    fileprivate enum Columns: String, SelectedColumns {
        case hour, app, type, action, requests, count, earliest, latest
    }

    /// Creates an entry from a row, or returns nil for an action of a later version of the program.
    fileprivate init?(_ row: Row) throws {
        guard let action = AccessAction(rawValue: try row.value(of: Columns.action)) else { return nil }
        self.init(
            app: try row.value(of: Columns.app), type: try row.value(of: Columns.type), action: action,
            date: Date(timeIntervalSince1970: try row.value(Double.self, of: Columns.hour) * 3600),
            requests: try row.value(of: Columns.requests), count: try row.value(of: Columns.count),
            earliest: try row.dateIfPresent(of: Columns.earliest), latest: try row.dateIfPresent(of: Columns.latest))
    }
}
