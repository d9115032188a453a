// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthDatabase {
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
        let access = AppAccess(database: self, app: app, clock: clock)
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
