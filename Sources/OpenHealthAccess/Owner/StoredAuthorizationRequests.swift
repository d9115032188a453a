// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthDatabase {
    /// The authorization requests of apps, and the owner's decisions about them.
    package var requests: StoredAuthorizationRequests { StoredAuthorizationRequests(database: self) }
}

/// The authorization requests of apps in a database, and the owner's decisions about them.
package struct StoredAuthorizationRequests: Sendable {
    /// The database with the requests.
    let database: HealthDatabase

    /// Returns a request, or nil if it doesn't exist.
    /// - Throws: A ``StoreError``.
    package func request(_ id: UUID) throws -> StoredAuthorizationRequest? {
        try database.read { db in try StoredAuthorizationRequest.fetchOne(db, id) }
    }

    /// Returns the requests that wait for a decision, the oldest first.
    /// - Parameter date: The date before which requests have expired.
    /// - Throws: A ``StoreError``.
    package func open(since date: Date) throws -> [StoredAuthorizationRequest] {
        try database.read { db in
            try StoredAuthorizationRequest.fetchAll(
                db,
                sql: """
                    SELECT \(StoredAuthorizationRequest.Columns.selection)
                    FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                    WHERE r.decided IS NULL AND r.created > ? ORDER BY r.created, r.id
                    """,
                arguments: [date.timeIntervalSince1970]
            ).filter { try Self.isUndecided(db, $0) }
        }
    }

    /// Returns whether a request still waits for a decision, either to the request or to all of its types in another way.
    /// - Parameter date: The date before which requests have expired.
    /// - Throws: A ``StoreError``.
    package func isOpen(_ id: UUID, since date: Date) throws -> Bool {
        try database.read { db in
            guard let request = try StoredAuthorizationRequest.fetchOne(db, id), request.decided == nil,
                request.created > date
            else { return false }
            return try Self.isUndecided(db, request)
        }
    }

    private static func isUndecided(_ db: Database, _ request: StoredAuthorizationRequest) throws -> Bool {
        if request.predicate != nil { return true }
        for type in request.share
        where try PermissionTable.permission(db, app: request.app.identifier, type: type).share == .notDetermined {
            return true
        }
        for type in request.read
        where try PermissionTable.permission(db, app: request.app.identifier, type: type).read == .notDetermined {
            return true
        }
        return false
    }

    /// Records the person's decision on a request. Permissions that aren't part of the request are unchanged.
    /// - Parameters:
    ///   - decision: The decision for the types.
    ///   - objects: The objects that the app can read, for a request of objects.
    /// - Returns: Whether the request existed and had no decision.
    /// - Throws: A ``StoreError`` or an `HKError`.
    package func decide(
        _ id: UUID, _ decision: AuthorizationDecision, objects: Set<UUID> = [], clock: @escaping @Sendable () -> Date
    ) throws -> Bool {
        guard let stored = try request(id), stored.decided == nil else { return false }
        let access = AppAccess(database: database, app: stored.app, clock: clock)
        let asked = Set(try objectCandidates(of: stored).map(\.uuid))
        return try access.write(as: .settings) { db in
            try db.execute(
                sql: "UPDATE authorization_request SET decided = ? WHERE id = ? AND decided IS NULL",
                arguments: [clock().timeIntervalSince1970, id.bytes])
            guard db.changesCount > 0 else { return false }
            if stored.predicate != nil, let type = stored.read.first.flatMap(HKObjectType.named) {
                try access.record(db, allowed: objects.intersection(asked), among: asked, of: type)
            } else {
                let request = stored.request
                try access.record(
                    db,
                    AuthorizationDecision(
                        share: decision.share.filter { type, _ in request.share.contains { $0 == type } },
                        read: decision.read.filter { type, _ in request.read.contains(type) }))
            }
            return true
        }
    }

    /// Returns the objects that a request currently refers to, with descriptions for the person.
    /// - Throws: An `HKError`.
    package func objectCandidates(of request: StoredAuthorizationRequest) throws -> [ObjectCandidate] {
        guard let predicate = request.predicate, let type = request.read.first.flatMap(HKObjectType.named) else {
            return []
        }
        return try AppAccess(database: database, app: request.app).objectCandidates(of: type, predicate: predicate)
    }

    /// Records the owner's consent to a request of a client, which becomes an app.
    /// - Parameters:
    ///   - app: The client's identifier, and the name that the owner has seen.
    ///   - request: The types that the client requested.
    ///   - decision: The owner's decision for these types.
    /// - Returns: Whether the client is registered.
    /// - Throws: A ``StoreError`` or an `HKError`.
    package func consent(
        to app: AppIdentity, _ request: AuthorizationRequest, _ decision: AuthorizationDecision,
        clock: @escaping @Sendable () -> Date
    ) throws -> Bool {
        let access = AppAccess(database: database, app: app, clock: clock)
        return try access.write(as: .settings) { db in
            try db.execute(
                sql: "UPDATE oauth_client SET approved = 1 WHERE identifier = ?", arguments: [app.identifier])
            guard db.changesCount > 0 else { return false }
            _ = try access.note(db, request)
            try db.execute(sql: "UPDATE app SET has_left = 0 WHERE identifier = ?", arguments: [app.identifier])
            try access.record(db, decision)
            return true
        }
    }
}
