// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// The node in ZooKeeper below which everything of a cohort is.
    static func root(of cohort: UUID) -> String {
        "/openhealthkit/\(cohort.uuidString.lowercased())"
    }

    /// The nodes in ZooKeeper below which the tables of each shard are or are to be made, by the shards' names.
    ///
    /// A shard of which a server has tables goes on with its node. One of which none has any gets one that is not there yet: on that
    /// of servers that are gone new ones would wait for ever for what only those had.
    /// - Throws: a ``WarehouseError``.
    func nodes(_ inventories: [ServerInventory], cohort: UUID) async throws -> [String: String] {
        guard layout.isReplicated else { return [:] }
        let root = Self.root(of: cohort)
        var nodes: [String: String] = [:]
        for inventory in inventories { nodes[inventory.shard.name] = nodes[inventory.shard.name] ?? inventory.node }
        var taken: Set<String> = []
        // Before there is a cohort nothing is there.
        let missing = layout.shards.map(\.name).filter { nodes[$0] == nil }
        if !missing.isEmpty, let known = inventories.first(where: { $0.cohort != nil }) {
            taken = try await children(of: root, on: known.replica)
        }
        for name in missing {
            // No shard's name has a dot in it.
            let candidates = [name] + (2...99).map { "\(name).\($0)" }
            guard let free = candidates.first(where: { !taken.contains($0) }) else {
                throw WarehouseError(
                    .refused, "ZooKeeper has had the shard \(name) a hundred times",
                    remedy: "remove from \(root) those that are no more")
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

    /// Copies the withdrawals to a recreated shard: a participant who began to push there, and was
    /// withdrawn before the end, queries no other shard.
    /// - Parameters:
    ///   - before: the layout that the servers know still.
    ///   - lost: the shards that know nothing.
    /// - Throws: a ``WarehouseError``.
    func copyWithdrawals(
        to shard: ClusterLayout.Shard, from before: ClusterLayout, except lost: Set<String>
    ) async throws {
        var old = Warehouse(layout: before, credentials: credentials)
        old.patience = patience
        let columns = WarehouseTable.withdrawals.columnNames
        // Texts, in which each byte of the hash is two digits.
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
