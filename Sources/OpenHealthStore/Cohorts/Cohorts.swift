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
            try CohortMemoryRecord(memory).insert(db)
            return true
        }
    }

    private static func memory(_ db: Database, cohort: String, participant: String) throws -> CohortMemory? {
        try CohortMemoryRecord.fetchOne(
            db,
            sql: """
                SELECT \(CohortMemoryRecord.Columns.selection) FROM cohort_push
                WHERE cohort = ? AND participant = ?
                """,
            arguments: [cohort, participant])?.memory
    }
}

/// The row of the state of a store's pushes to a cohort.
private struct CohortMemoryRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "cohort_push"
    static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

    enum Columns: String, SelectedColumns {
        case cohort, participant, shard, version, origin, anchor, pushed, plan
    }

    var memory: CohortMemory

    init(_ memory: CohortMemory) { self.memory = memory }

    init(row: Row) throws {
        memory = CohortMemory(
            cohort: try row.value(of: Columns.cohort), participant: try row.value(of: Columns.participant),
            shard: try row.value(of: Columns.shard), version: try row.value(of: Columns.version),
            origin: try row.value(of: Columns.origin), anchor: try row.value(of: Columns.anchor),
            pushed: try row.dateIfPresent(of: Columns.pushed), plan: try row.value(of: Columns.plan))
    }

    func encode(to container: inout PersistenceContainer) {
        container[Columns.cohort] = memory.cohort
        container[Columns.participant] = memory.participant
        container[Columns.shard] = memory.shard
        container[Columns.version] = memory.version
        container[Columns.origin] = memory.origin
        container[Columns.anchor] = memory.anchor
        container[Columns.pushed] = memory.pushed?.timeIntervalSince1970
        container[Columns.plan] = memory.plan
    }
}
