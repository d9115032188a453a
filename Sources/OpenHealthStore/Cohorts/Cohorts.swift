// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// The access of pushes to cohorts.
    public var cohorts: Cohorts { Cohorts(database: self) }
}

/// The access of pushes to cohorts to a database: the identity of the store, the state of pushes, and samples by position.
public struct Cohorts: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the identity of the store. It is random, the same in backups of the store, and secret, because only the store
    /// should be able to derive values from it.
    /// - Throws: A ``StoreError``.
    public func storeIdentity() throws -> String {
        if let identity = try database.setting(SchemaV5.identity) { return identity }
        return try database.write { db in
            try SchemaV5.makeIdentity(db)
            guard let identity = try HealthDatabase.setting(db, SchemaV5.identity) else {
                throw StoreError.inconsistent("the store has no identity")
            }
            return identity
        }
    }

    /// Returns the state of the store's pushes to a cohort under a pseudonym, or nil if there are none.
    /// - Throws: A ``StoreError``.
    public func memory(cohort: String, participant: String) throws -> CohortMemory? {
        try database.read { db in try Self.memory(db, cohort: cohort, participant: participant) }
    }

    /// Stores the state of pushes to a cohort, unless another process has changed it since this process read it.
    /// - Parameters:
    ///   - memory: The new state.
    ///   - known: The state that this process last read or stored; nil if there was none.
    /// - Returns: Whether the state was stored; if not, another process has changed it.
    /// - Throws: A ``StoreError``.
    public func remember(_ memory: CohortMemory, replacing known: CohortMemory?) throws -> Bool {
        try database.write { db in
            let now = try Self.memory(db, cohort: memory.cohort, participant: memory.participant)
            guard now?.version == known?.version, now?.plan == known?.plan else { return false }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO cohort_push (cohort, participant, shard, version, origin, anchor, pushed, plan)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    memory.cohort, memory.participant, memory.shard, memory.version, memory.origin, memory.anchor,
                    memory.pushed?.timeIntervalSince1970, memory.plan,
                ])
            return true
        }
    }

    private static func memory(_ db: Database, cohort: String, participant: String) throws -> CohortMemory? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT shard, version, origin, anchor, pushed, plan FROM cohort_push
                WHERE cohort = ? AND participant = ?
                """,
            arguments: [cohort, participant])
        guard let row else { return nil }
        return CohortMemory(
            cohort: cohort, participant: participant, shard: try row.decode(atIndex: 0),
            version: try row.decode(atIndex: 1), origin: try row.decode(atIndex: 2),
            anchor: try row.decode(atIndex: 3),
            pushed: (try row.decode(Double?.self, atIndex: 4)).map(Date.init(timeIntervalSince1970:)),
            plan: try row.decode(atIndex: 5))
    }
}
