// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The authorization requests of apps.
extension HealthDatabase {
    /// Returns a request, or nil if it doesn't exist.
    /// - Throws: A ``StoreError``.
    package func authorizationRequest(_ id: UUID) throws -> StoredAuthorizationRequest? {
        try read { db in try Self.authorizationRequest(db, id) }
    }

    static func authorizationRequest(_ db: Database, _ id: UUID) throws -> StoredAuthorizationRequest? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT \(StoredAuthorizationRequest.columns) FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                WHERE r.id = ?
                """,
            arguments: [id.bytes]
        ).map(StoredAuthorizationRequest.init)
    }

    /// Returns the requests that wait for a decision, the oldest first.
    /// - Parameter date: The date before which requests have expired.
    /// - Throws: A ``StoreError``.
    package func openAuthorizationRequests(since date: Date) throws -> [StoredAuthorizationRequest] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(StoredAuthorizationRequest.columns)
                    FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                    WHERE r.answered IS NULL AND r.created > ? ORDER BY r.created, r.id
                    """,
                arguments: [date.timeIntervalSince1970]
            ).map(StoredAuthorizationRequest.init).filter { try Self.isUndecided(db, $0) }
        }
    }

    /// Returns whether a request still waits for a decision, either to the request or to all of its types in another way.
    /// - Parameter date: The date before which requests have expired.
    /// - Throws: A ``StoreError``.
    package func isOpen(_ id: UUID, since date: Date) throws -> Bool {
        try read { db in
            guard let request = try Self.authorizationRequest(db, id), request.answered == nil, request.created > date
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
        guard let stored = try authorizationRequest(id), stored.answered == nil else { return false }
        let access = AppAccess(database: self, app: stored.app, clock: clock)
        let asked = Set(try objectTexts(stored).map(\.uuid))
        return try access.write(as: .settings) { db in
            try db.execute(
                sql: "UPDATE authorization_request SET answered = ? WHERE id = ? AND answered IS NULL",
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
}

extension HealthDatabase {
    /// Returns the objects that a request currently refers to, with descriptions for the person.
    /// - Throws: An `HKError`.
    package func objectTexts(_ request: StoredAuthorizationRequest) throws -> [ObjectCandidate] {
        guard let predicate = request.predicate, let type = request.read.first.flatMap(HKObjectType.named) else {
            return []
        }
        return try AppAccess(database: self, app: request.app).objectCandidates(of: type, predicate: predicate)
    }
}
