// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of a server before its tables are created or updated.
struct ServerInventory: Sendable {
    /// One that the layout names.
    let replica: ClusterLayout.Replica
    let shard: ClusterLayout.Shard
    let version: ServerVersion
    /// The tables of the database, with their engines.
    let tables: [String: String]
    /// The cohort that it belongs to; nil for none.
    let cohort: UUID?
    /// The layout that it keeps; nil for none.
    let stored: StoredLayout?
    /// The numbers of the migrations that it has had.
    let migrations: Set<Int>
    /// The shards that it knows by its settings: of each the replicas, host and port.
    let settings: Set<Set<String>>
    /// The name that this replica has in ZooKeeper; nil where it has no table there.
    let replicaName: String?
    /// The node in ZooKeeper below which the tables of its shard are; nil where it has none of them.
    let node: String?
    /// Whether its settings name ZooKeeper.
    let hasZooKeeper: Bool

    /// Looks at a server; changes nothing.
    /// - Throws: a ``ServerFailure``.
    init(
        of replica: ClusterLayout.Replica, shard: ClusterLayout.Shard, layout: ClusterLayout, server: ClickHouseServer
    ) async throws {
        self.replica = replica
        self.shard = shard
        let text = try await server.ask("SELECT version()", within: ClickHouseServer.shortTime).rows.first?.first ?? ""
        guard let version = ServerVersion(text) else { throw ServerFailure.unreadable("it has no version") }
        guard version >= .oldest else {
            throw WarehouseError(
                .refused,
                "the ClickHouse server at \(replica.url) has the version \(version), and \(ServerVersion.oldest) is the "
                    + "oldest that works",
                remedy: "upgrade it")
        }
        self.version = version
        let database = SQLText.quoted(layout.name)
        tables = try await server.ask("SELECT name, engine FROM system.tables WHERE database = \(database)").rows
            .reduce(into: [:]) { $0[$1[0]] = $1[1] }
        cohort = try await StoredLayout.cohort(on: server, database: layout.name)
        stored = cohort == nil ? nil : try await StoredLayout.newest(on: server, database: layout.name)
        migrations = Set(
            try await StoredLayout.rows(of: "SELECT number FROM \(layout.name).migration", on: server).map {
                try ResultTable.number($0[0])
            })
        settings = layout.isSingle ? [] : try await Self.settings(of: layout, on: server, as: replica)
        hasZooKeeper = try await Self.hasZooKeeper(server)
        let replicas =
            layout.isReplicated
            ? try await server.ask(
                "SELECT table, replica_name, zookeeper_path FROM system.replicas WHERE database = \(database) ORDER BY table"
            ).rows : []
        replicaName = replicas.first?[1]
        let names = WarehouseTable.all.map(\.name)
        node = replicas.first { names.contains($0[0]) }.map { String($0[2].dropLast($0[0].utf8.count + 1)) }
    }

    /// Whether a server's settings name ZooKeeper: without, it has no table that shows it.
    private static func hasZooKeeper(_ server: ClickHouseServer) async throws -> Bool {
        try await !server.ask("SELECT name FROM system.tables WHERE database = 'system' AND name = 'zookeeper'").rows
            .isEmpty
    }

    /// The shards of a cluster in a server's settings.
    /// - Throws: a ``ServerFailure``, or a ``WarehouseError`` where it takes another server for itself.
    static func settings(
        of layout: ClusterLayout, on server: ClickHouseServer, as replica: ClusterLayout.Replica
    ) async throws -> Set<Set<String>> {
        let question = """
            SELECT shard_num, host_name, port, is_local FROM system.clusters WHERE cluster = \(SQLText.quoted(layout.name))
            """
        let rows = try await server.ask(question, within: ClickHouseServer.shortTime).rows
        let own = rows.filter { $0[3] == "1" }.map {
            (shard: $0[0], native: ClusterLayout.native(host: $0[1], port: $0[2]))
        }
        if let error = Warehouse(layout: layout).mistaken(own, for: replica) { throw error }
        let shards = Dictionary(grouping: rows) { $0[0] }
        return Set(shards.values.map { Set($0.map { ClusterLayout.native(host: $0[1], port: $0[2]) }) })
    }
}

extension ClusterLayout {
    /// Host and port in one text.
    static func native(host: String, port: String) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The shards as the settings of a server have to know them.
    var settings: Set<Set<String>> {
        Set(shards.map { Set($0.replicas.map(\.native)) })
    }

    /// Whether another layout has the same servers in the same shards, wherever their HTTP is.
    func hasSameServers(as other: ClusterLayout) -> Bool {
        let places = { (layout: ClusterLayout) in
            Dictionary(layout.shards.map { ($0.name, Set($0.replicas.map(\.native))) }) { first, _ in first }
        }
        return name == other.name && isReplicated == other.isReplicated && places(self) == places(other)
    }
}
