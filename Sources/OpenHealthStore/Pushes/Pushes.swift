// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The pushes of apps.
    package var pushes: Pushes { Pushes(database: self) }
}

/// The pushes of apps, the figures of intervals in them, and the imported samples that they deleted.
package struct Pushes: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the latest pushes of an app, the newest first.
    /// - Throws: A ``StoreError``.
    package func all(of app: String, limit: Int = PushStorage.keptPushes) throws -> [PushRecord] {
        try database.read { db in try PushRecord.read(db, app: app, limit: limit) }
    }

    /// Returns the figures of intervals that apps pushed, in order of type and start.
    /// - Parameter types: The identifiers of the types; empty for all types.
    /// - Throws: A ``StoreError``.
    package func aggregates(types: [String] = []) throws -> [StoredAggregate] {
        let wanted = Set(types)
        return try database.read { db in
            var found: [StoredAggregate] = []
            try AggregateTable.forEach(db) { aggregate in
                if wanted.isEmpty || wanted.contains(aggregate.point.type) { found.append(aggregate) }
            }
            return found
        }
    }
}
