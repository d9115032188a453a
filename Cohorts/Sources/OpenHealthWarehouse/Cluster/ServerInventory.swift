// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of a server before its tables are created or updated.
struct ServerInventory: Sendable {
    /// The replica in the layout.
    let replica: ClusterLayout.Replica
    let shard: ClusterLayout.Shard
    let version: ServerVersion
    /// The tables of the database, with their engines.
    let tables: [String: String]
    /// The cohort of the server; nil if it has none.
    let cohort: UUID?
    /// The layout that the server stores; nil if it has none.
    let stored: StoredLayout?
    /// The numbers of the migrations that have been applied.
    let migrations: Set<Int>
    /// The shards in the settings of the server, each with the host and port of its replicas.
    let settings: Set<Set<String>>
    /// The name of the replica in ZooKeeper; nil if it has no replicated table.
    let replicaName: String?
    /// The node in ZooKeeper for the tables of its shard; nil if it has none of them.
    let node: String?
    /// Whether the settings of the server contain ZooKeeper.
    let hasZooKeeper: Bool

    /// Reads the state of a server, without changing it.
    /// - Throws: A ``ServerFailure``, or a ``WarehouseError`` if its version is too old.
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

    /// Returns whether the settings of a server contain ZooKeeper; otherwise, it has no system table for it.
    private static func hasZooKeeper(_ server: ClickHouseServer) async throws -> Bool {
        try await !server.ask("SELECT name FROM system.tables WHERE database = 'system' AND name = 'zookeeper'").rows
            .isEmpty
    }

    /// Returns the shards of a cluster in the settings of a server.
    /// - Throws: A ``ServerFailure``, or a ``WarehouseError`` if it treats another server as itself.
    static func settings(
        of layout: ClusterLayout, on server: ClickHouseServer, as replica: ClusterLayout.Replica
    ) async throws -> Set<Set<String>> {
        let query = """
            SELECT shard_num, host_name, port, is_local FROM system.clusters WHERE cluster = \(SQLText.quoted(layout.name))
            """
        let rows = try await server.ask(query, within: ClickHouseServer.shortTime).rows
        let own = rows.filter { $0[3] == "1" }.map {
            (shard: $0[0], native: ClusterLayout.native(host: $0[1], port: $0[2]))
        }
        if let error = Warehouse(layout: layout).mistaken(own, for: replica) { throw error }
        let shards = Dictionary(grouping: rows) { $0[0] }
        return Set(shards.values.map { Set($0.map { ClusterLayout.native(host: $0[1], port: $0[2]) }) })
    }
}

extension ClusterLayout {
    /// Returns the host and port as a string.
    static func native(host: String, port: String) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The shards in the form of a server's settings.
    var settings: Set<Set<String>> {
        Set(shards.map { Set($0.replicas.map(\.native)) })
    }

    /// Returns whether another layout has the same servers in the same shards, regardless of their HTTP addresses.
    func hasSameServers(as other: ClusterLayout) -> Bool {
        let places = { (layout: ClusterLayout) in
            Dictionary(layout.shards.map { ($0.name, Set($0.replicas.map(\.native))) }) { first, _ in first }
        }
        return name == other.name && isReplicated == other.isReplicated && places(self) == places(other)
    }
}

/// The state of a server before or after a query.
struct ServerState: Sendable {
    /// The completeness of a server, which means that it has all rows of its shard.
    enum Condition: Sendable {
        /// The server is complete.
        case complete
        /// The server is incomplete, with the reason.
        case behind(String)
        /// The completeness is unknown because ZooKeeper isn't available.
        case cutOff
        /// The server doesn't respond.
        case silent(WarehouseError)
        /// The server responds that it is overloaded or shutting down.
        case busy(WarehouseError)
        /// The server responds with an invalid state.
        case wrong(WarehouseError)
    }

    let shard: ClusterLayout.Shard
    let replica: ClusterLayout.Replica
    var condition: Condition
    /// The date when the server was started, in seconds since 1970.
    var started = 0
    /// The layout that the server stores.
    var stored: StoredLayout?
    /// The shards in the settings of the server.
    var settings: Set<Set<String>> = []

    /// Whether the server responds as expected.
    var responds: Bool {
        switch condition {
        case .complete, .behind, .cutOff: true
        case .silent, .busy, .wrong: false
        }
    }

    /// Whether the server doesn't respond.
    var isSilent: Bool {
        if case .silent = condition { true } else { false }
    }

    /// Whether the server is known to be complete.
    var isComplete: Bool {
        if case .complete = condition { true } else { false }
    }

    /// Whether ZooKeeper isn't available to the server.
    var isCutOff: Bool {
        if case .cutOff = condition { true } else { false }
    }
}
