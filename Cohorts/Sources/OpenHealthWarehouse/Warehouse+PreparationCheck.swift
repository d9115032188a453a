// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Warehouse {
    /// Checks that the tables can be created or updated on every server, before any server is changed.
    /// - Throws: A ``WarehouseError``.
    func check(_ inventories: [ServerInventory]) throws {
        for inventory in inventories {
            let place = inventory.replica.url.absoluteString
            if let newest = inventory.migrations.max(), newest > WarehouseMigration.newest {
                throw Self.tooNew(place, migration: newest)
            }
            // A database of another origin must not be changed.
            if inventory.tables["cohort"] == nil, let stranger = inventory.tables.keys.min() {
                throw WarehouseError(
                    .refused,
                    "the database \(names.database) on \(place) has tables already (\(stranger)), and no cohort",
                    remedy: "give the cohort another name (--name)")
            }
            if let engine = inventory.tables["participants"], engine.hasPrefix("Replicated") != layout.isReplicated {
                throw WarehouseError(
                    .invalidLayout,
                    "the tables on \(place) \(layout.isReplicated ? "are not" : "are") replicated through ZooKeeper, which "
                        + "cannot be changed afterwards",
                    remedy: "leave \"zooKeeper\" in the cluster file as it was, or create a new cohort and push again")
            }
            try checkSettings(inventory.settings, of: inventory.replica)
            guard inventory.hasZooKeeper || !layout.isReplicated else {
                throw WarehouseError(
                    .notPrepared,
                    "the settings of the ClickHouse server at \(place) name no ZooKeeper, which the replicas need",
                    remedy:
                        "write what `health cohort config` prints to its folder config.d, restart it, and repeat this")
            }
        }
    }

    /// Checks that the settings of a server contain all shards.
    /// - Throws: A ``WarehouseError`` with the server and the first missing shard.
    func checkSettings(_ settings: Set<Set<String>>, of replica: ClusterLayout.Replica) throws {
        guard !layout.isSingle, settings != layout.settings else { return }
        let missing = layout.shards.first { !settings.contains(Set($0.replicas.map(\.native))) }
        let what = missing.map { "do not have the shard \($0.name)" } ?? "have shards that the cohort does not have"
        throw WarehouseError(
            .notPrepared,
            "the settings of the ClickHouse server at \(replica.url) for the cluster \(layout.name) \(what) "
                + "(\(missing.map { $0.replicas.map(\.native).joined(separator: ", ") } ?? "remote_servers"))",
            remedy: "write what `health cohort config` prints to its folder config.d, and repeat this")
    }

    /// Checks that the lost shards exist in the layout.
    /// - Parameter before: The layout of the servers; nil if they have none.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if a shard doesn't exist.
    static func check(lost: Set<String>, _ before: ClusterLayout?) throws {
        guard let stranger = lost.sorted().first(where: { before?.shard(named: $0) == nil }) else { return }
        throw WarehouseError(
            .invalidArgument, "the cohort has no shard \(stranger.debugDescription) to report as lost",
            remedy: before.map { "name one of \($0.shards.map(\.name).joined(separator: ", "))" }
                ?? "the servers hold no cohort yet: leave out --lost")
    }

    /// Checks that the change from the previous layout loses no participants.
    /// - Parameter lost: The names of the shards that are known to be lost.
    /// - Throws: A ``WarehouseError``.
    func check(change before: StoredLayout?, lost: Set<String>, _ inventories: [ServerInventory]) async throws {
        guard let before else { return }
        var owners: [String: String] = [:]
        for shard in before.layout.shards {
            for replica in shard.replicas { owners[replica.native] = shard.name }
        }
        for shard in layout.shards {
            for replica in shard.replicas {
                guard let owner = owners[replica.native], owner != shard.name else { continue }
                throw WarehouseError(
                    .invalidLayout,
                    "the server \(replica.native) belongs to the shard \(owner) and cannot become one of \(shard.name)",
                    remedy: "shards keep their names; give \(shard.name) a server of its own")
            }
        }
        var old = Warehouse(layout: before.layout, credentials: credentials)
        old.patience = patience
        for shard in before.layout.shards where !lost.contains(shard.name) {
            guard let now = layout.shard(named: shard.name) else {
                try await old.checkEmpty(shard, remedy: "put the shard \(shard.name) back into the cluster file")
                continue
            }
            // Tables of the same cohort exist, or can be replicated from another server.
            let places = Set(now.replicas.map(\.native))
            guard
                !inventories.contains(where: {
                    places.contains($0.replica.native) && $0.cohort == before.cohort && $0.tables["participants"] != nil
                })
            else { continue }
            try await old.checkEmpty(
                shard, remedy: "name a server that holds what the shard \(shard.name) has, or restore its backup first")
        }
    }

    /// Checks that a shard has no participants.
    private func checkEmpty(_ shard: ClusterLayout.Shard, remedy: String) async throws {
        let remedy = remedy + "; if its data is permanently lost, use --lost \(shard.name)"
        let count: String
        do {
            count = try await ask("SELECT count() FROM \(names.local(.participants))", shard: shard).rows[0][0]
        } catch let error as WarehouseError where [.shardUnreachable, .notPrepared].contains(error.code) {
            throw WarehouseError(
                error.code, "the participants of the shard \(shard.name) are unknown: \(error.message)", remedy: remedy)
        }
        guard count == "0" else {
            throw WarehouseError(
                .invalidLayout, "the layout would lose the shard \(shard.name), which holds \(count) participants",
                remedy: remedy)
        }
    }

    /// Returns the error for a server with tables of a newer program.
    static func tooNew(_ place: String, migration: Int) -> WarehouseError {
        WarehouseError(
            .notPrepared,
            "the tables on \(place) have had migration \(migration), and this program knows \(WarehouseMigration.newest)",
            remedy: "use a newer program")
    }
}
