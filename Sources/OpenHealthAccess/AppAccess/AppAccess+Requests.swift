// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// Authorization requests that wait in the store until they are answered.
extension AppAccess {
    /// The maximum number of waiting requests of an app without any permissions.
    private static let maximumOpenOfStranger = 4
    /// The maximum number of stored requests of one app.
    private static let maximumKept = 200

    /// Requests authorization for the types that the person hasn't answered yet. A request without new types is answered
    /// immediately, and a request for the same types as a waiting one returns that request.
    /// - Parameter lifetime: The time that a request waits for a decision, in seconds.
    /// - Returns: The request; nil if too many requests of the app are waiting.
    /// - Throws: An `HKError`.
    package func ask(_ request: AuthorizationRequest, lifetime: TimeInterval) throws -> StoredAuthorizationRequest? {
        try write(as: .settings) { db in try ask(db, request, lifetime: lifetime) }
    }

    /// Requests authorization in a transaction; see ``ask(_:lifetime:)``.
    func ask(
        _ db: Database, _ request: AuthorizationRequest, lifetime: TimeInterval
    ) throws -> StoredAuthorizationRequest? {
        let now = clock()
        let open = try unanswered(db, request)
        let app = try note(db, open)
        let asked = open.isEmpty ? request : open
        let share = StoredAuthorizationRequest.column(asked.share.map(\.identifier))
        let read = StoredAuthorizationRequest.column(asked.read.map(\.identifier))
        if let same = try Self.find(
            db, app: app, share: share, read: read, isAnswered: open.isEmpty, after: now - lifetime)
        {
            return same
        }
        return try Self.add(
            db, app: app, share: share, read: read, predicate: nil, at: now, decided: open.isEmpty ? now : nil,
            lifetime, identifier: request.app.identifier)
    }

    /// Asks the person which objects of a type the app can read. Every call creates a new request, and the objects are fetched
    /// when the person opens the request, so that neither the result nor the request discloses whether there are any. A request
    /// for the same objects replaces the waiting one.
    /// - Parameter predicate: The predicate for the objects.
    /// - Throws: An `HKError`; see ``ask(_:lifetime:)``.
    package func ask(
        forObjectsOf type: HKObjectType, predicate: PredicateNode, lifetime: TimeInterval
    ) throws -> StoredAuthorizationRequest? {
        let text = try StoredAuthorizationRequest.column(predicate)
        return try write(as: .settings) { db in
            try ask(db, forObjectsOf: type, predicate: text, lifetime: lifetime)
        }
    }

    /// Requests objects in a transaction; see ``ask(forObjectsOf:predicate:lifetime:)``.
    /// - Parameter text: The predicate as it is stored.
    func ask(
        _ db: Database, forObjectsOf type: HKObjectType, predicate text: String, lifetime: TimeInterval
    ) throws -> StoredAuthorizationRequest? {
        let now = clock()
        let app = try note(db, AuthorizationRequest(app: app, share: [], read: [type]))
        let share = StoredAuthorizationRequest.column([])
        let read = StoredAuthorizationRequest.column([type.identifier])
        try db.execute(
            sql: """
                UPDATE authorization_request SET decided = ?
                WHERE app = ? AND read = ? AND predicate = ? AND decided IS NULL
                """,
            arguments: [now.timeIntervalSince1970, app, read, text])
        return try Self.add(
            db, app: app, share: share, read: read, predicate: text, at: now, decided: nil, lifetime,
            identifier: self.app.identifier)
    }

    private static func find(
        _ db: Database, app: Int64, share: String, read: String, isAnswered: Bool, after: Date
    ) throws -> StoredAuthorizationRequest? {
        try StoredAuthorizationRequest.fetchOne(
            db,
            sql: """
                SELECT \(StoredAuthorizationRequest.Columns.selection)
                FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                WHERE r.app = ? AND r.share = ? AND r.read = ? AND r.objects IS NULL AND r.predicate IS NULL
                AND (r.decided IS NOT NULL) = ?
                AND r.created > ? ORDER BY r.created DESC LIMIT 1
                """,
            arguments: [app, share, read, isAnswered, after.timeIntervalSince1970])
    }

    private static func most(_ db: Database, app: Int64, identifier: String) throws -> Int {
        let isAllowed = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM permission WHERE app = ? AND (share = 2 OR read = 2))",
            arguments: [app])
        let limit = try QuotaTable.limit(db, .openRequests, app: identifier)
        return isAllowed ?? false ? limit : min(limit, maximumOpenOfStranger)
    }

    private static func add(
        _ db: Database, app: Int64, share: String, read: String, predicate: String?, at now: Date, decided: Date?,
        _ lifetime: TimeInterval, identifier: String
    ) throws -> StoredAuthorizationRequest? {
        let waiting = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM authorization_request WHERE app = ? AND decided IS NULL AND created > ?",
            arguments: [app, (now - lifetime).timeIntervalSince1970])
        guard try decided != nil || waiting ?? 0 < most(db, app: app, identifier: identifier) else { return nil }
        let id = UUID()
        try db.execute(
            sql: """
                INSERT INTO authorization_request (id, app, share, read, predicate, created, decided)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.bytes, app, share, read, predicate, now.timeIntervalSince1970, decided?.timeIntervalSince1970,
            ])
        try db.execute(
            sql: """
                DELETE FROM authorization_request WHERE app = ?1 AND id NOT IN
                (SELECT id FROM authorization_request WHERE app = ?1 ORDER BY created DESC, id LIMIT ?2)
                """,
            arguments: [app, maximumKept])
        return try StoredAuthorizationRequest.fetchOne(db, id)
    }
}
