// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Returns the root node of a cohort in ZooKeeper.
    static func root(of cohort: UUID) -> String {
        "/openhealthkit/\(cohort.uuidString.lowercased())"
    }

    /// Returns the existing or new nodes in ZooKeeper for the tables of each shard, by the shards' names.
    ///
    /// A shard with tables on any server keeps its node. A shard without tables gets an unused node, because new servers on the
    /// node of lost servers would wait forever for data that only those had.
    /// - Throws: A ``WarehouseError``.
    func nodes(_ inventories: [ServerInventory], cohort: UUID) async throws -> [String: String] {
        guard layout.isReplicated else { return [:] }
        let root = Self.root(of: cohort)
        var nodes: [String: String] = [:]
        for inventory in inventories { nodes[inventory.shard.name] = nodes[inventory.shard.name] ?? inventory.node }
        var taken: Set<String> = []
        // There are no nodes before the cohort exists.
        let missing = layout.shards.map(\.name).filter { nodes[$0] == nil }
        if !missing.isEmpty, let known = inventories.first(where: { $0.cohort != nil }) {
            taken = try await children(of: root, on: known.replica)
        }
        for name in missing {
            // Names of shards contain no dots.
            let candidates = [name] + (2...99).map { "\(name).\($0)" }
            guard let free = candidates.first(where: { !taken.contains($0) }) else {
                throw WarehouseError(
                    .refused, "ZooKeeper has had the shard \(name) a hundred times",
                    remedy: "remove those that no longer exist from \(root)")
            }
            nodes[name] = "\(root)/\(free)"
        }
        return nodes
    }

    private func children(of node: String, on replica: ClusterLayout.Replica) async throws -> Set<String> {
        do {
            let rows = try await server(replica).ask(
                "SELECT name FROM system.zookeeper WHERE path = \(SQLText.quoted(node))",
                within: ClickHouseServer.shortTime
            ).rows
            return Set(rows.map { $0[0] })
        } catch let failure as ServerFailure {
            throw Self.error(failure, at: replica)
        }
    }

    /// Copies the withdrawals to a recreated shard, because participants who started to push there and were withdrawn before the
    /// push was completed only query this shard.
    /// - Parameters:
    ///   - before: The previous layout, which the servers still have.
    ///   - lost: The names of the lost shards.
    /// - Throws: A ``WarehouseError``.
    func copyWithdrawals(
        to shard: ClusterLayout.Shard, from before: ClusterLayout, except lost: Set<String>
    ) async throws {
        var old = Warehouse(layout: before, credentials: credentials)
        old.patience = patience
        let columns = WarehouseTable.withdrawals.columnNames
        // The bytes of the hash as hexadecimal digits.
        let fields = columns.map { $0 == "pseudonym" ? "hex(\($0))" : $0 }.joined(separator: ", ")
        var newest: [String: [String]] = [:]
        for other in before.shards where !lost.contains(other.name) {
            let rows = try await old.ask(
                "SELECT \(fields) FROM \(names.local(.withdrawals)) FINAL", shard: other
            ).rows
            for row in rows where UInt64(row[1]) ?? 0 > newest[row[0]].flatMap({ UInt64($0[1]) }) ?? 0 {
                newest[row[0]] = row
            }
        }
        guard !newest.isEmpty else { return }
        let values = newest.sorted { $0.key < $1.key }.map {
            "(unhex('\($0.key)'), \($0.value[1...].joined(separator: ", ")))"
        }
        try await onAnyReplica(of: shard) { server in
            try await server.run(
                """
                INSERT INTO \(names.local(.withdrawals)) (\(columns.joined(separator: ", "))) VALUES \
                \(values.joined(separator: ", "))
                """)
        }
    }
}
