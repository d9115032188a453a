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
            try memory.insert(db)
            return true
        }
    }

    private static func memory(_ db: Database, cohort: String, participant: String) throws -> CohortMemory? {
        try CohortMemory.fetchOne(
            db,
            sql: """
                SELECT \(CohortMemory.Columns.selection) FROM cohort_push
                WHERE cohort = ? AND participant = ?
                """,
            arguments: [cohort, participant])
    }
}

extension CohortMemory: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "cohort_push"
    package static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    package enum Columns: String, SelectedColumns {
        case cohort, participant, shard, version, origin, anchor, pushed, plan
    }

    /// Creates a state from a row.
    package init(row: Row) throws {
        self.init(
            cohort: try row.value(of: Columns.cohort), participant: try row.value(of: Columns.participant),
            shard: try row.value(of: Columns.shard), version: try row.value(of: Columns.version),
            origin: try row.value(of: Columns.origin), anchor: try row.value(of: Columns.anchor),
            pushed: try row.dateIfPresent(of: Columns.pushed), plan: try row.value(of: Columns.plan))
    }

    package func encode(to container: inout PersistenceContainer) {
        container[Columns.cohort] = cohort
        container[Columns.participant] = participant
        container[Columns.shard] = shard
        container[Columns.version] = version
        container[Columns.origin] = origin
        container[Columns.anchor] = anchor
        container[Columns.pushed] = pushed?.timeIntervalSince1970
        container[Columns.plan] = plan
    }
}
