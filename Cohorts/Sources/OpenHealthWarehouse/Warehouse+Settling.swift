// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension Warehouse {
    /// Waits until every responding server of a shard is complete.
    /// - Returns: The servers that don't respond. They become complete after they have returned.
    /// - Throws: A ``WarehouseError``: `replicaBehind` after ``patience``.
    @discardableResult
    package func settle(_ shard: ClusterLayout.Shard) async throws -> [URL] {
        try await fitStates(of: [shard]).filter(\.isSilent).map(\.replica.url)
    }

    /// Deletes rows from a table of a shard, and waits until they are deleted on every responding server.
    /// - Parameter condition: The condition for the rows, which follows WHERE.
    /// - Returns: The servers that don't respond. They delete the rows after they have returned.
    /// - Throws: A ``WarehouseError``.
    @discardableResult
    package func delete(
        _ condition: String, from table: WarehouseTable, shard: ClusterLayout.Shard
    ) async throws -> [URL] {
        try await settle(shard)
        // A mutation appears in system.mutations with a delay, which is longer for the other replicas. A marker in the condition,
        // which is always true, distinguishes this mutation from earlier ones.
        let mark = UUID().uuidString
        try await onAnyReplica(of: shard) { server in
            try await server.run(
                "ALTER TABLE \(names.local(table)) DELETE WHERE (\(condition)) AND (\(SQLText.quoted(mark)) != '')")
        }
        var silent: [URL] = []
        for replica in shard.replicas where try await !isDone(mark, of: table, on: replica, shard: shard) {
            silent.append(replica.url)
        }
        guard silent.count < shard.replicas.count else { throw Self.unreachable(shard, nil) }
        return silent
    }

    /// Waits until a server has completed a mutation.
    /// - Returns: Whether it is completed; false if the server doesn't respond.
    private func isDone(
        _ mark: String, of table: WarehouseTable, on replica: ClusterLayout.Replica, shard: ClusterLayout.Shard
    ) async throws -> Bool {
        let query = """
            SELECT count() > 0 AND countIf(NOT is_done) = 0 FROM system.mutations \
            WHERE database = \(SQLText.quoted(names.database)) AND table = \(SQLText.quoted(table.name)) \
            AND position(command, \(SQLText.quoted(mark))) > 0
            """
        let deadline = Deadline.after(patience * 3, on: clock)
        var pause = Duration.milliseconds(20)
        while !deadline.isOver {
            do {
                let result = try await server(replica).ask(query, within: ClickHouseServer.shortTime)
                if result.rows[0][0] != "0" { return true }
            } catch let failure as ServerFailure {
                if case .unreachable = failure { return false }
                guard failure.mayPass else { throw Self.error(failure, at: replica) }
            }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .seconds(1))
        }
        throw WarehouseError(
            .replicaBehind,
            "the replica \(replica.url) of the shard \(shard.name) has not yet removed rows from \(table.name)",
            remedy: "repeat this later; if this persists, see the log of that server")
    }

    /// Returns the identifier of the cohort.
    /// - Throws: A ``WarehouseError``.
    package func cohortIdentifier() async throws -> UUID {
        var last: WarehouseError?
        for (_, replica) in places(of: layout.shards) {
            do {
                if let cohort = try await StoredLayout.cohort(on: server(replica), database: names.database) {
                    return cohort
                }
                throw Self.notPrepared(replica.url)
            } catch let failure as ServerFailure {
                last = Self.error(failure, at: replica)
                guard failure.mayPass else { break }
            }
        }
        throw last ?? Self.notPrepared(layout.shards[0].replicas[0].url)
    }
}
