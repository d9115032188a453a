// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// A cluster of ClickHouse servers of Debian's package on loopback: shards with one replica each, or with several replicas and
/// a ZooKeeper.
package final class ClickHouseCluster: Sendable {
    /// The servers, by shard and replica.
    package let servers: [[ClickHouseProcess]]
    /// The service that synchronises replicas; `nil` if each shard has one replica.
    package let zooKeeper: ZooKeeperProcess?

    /// A cluster of two shards with one replica each, started once per process by the first test that uses it. A test that
    /// stops a server starts a separate cluster.
    package static var shared: ClickHouseCluster {
        get async throws { try await sharedTask.value }
    }

    private static let sharedTask = Task { try await ClickHouseCluster(shards: 2, replicas: 1) }

    /// Starts all servers, and waits until they respond.
    /// - Throws: ``ServerTrouble`` if a server does not start or respond.
    package init(shards: Int = 2, replicas: Int = 2) async throws {
        servers = try (0..<shards).map { _ in try (0..<replicas).map { _ in try ClickHouseProcess() } }
        zooKeeper = replicas > 1 ? try ZooKeeperProcess() : nil
        try await zooKeeper?.start()
        // The ZooKeeper settings of replicas are only read at the start; a cluster with another name can be added later.
        try add(layout(named: "first"))
        let all = servers.flatMap { $0 }
        for server in all { try server.add(settings: Self.timeouts, named: "timeouts") }
        try await withThrowingTaskGroup { group in
            for server in all { group.addTask { try await server.start() } }
            try await group.waitForAll()
        }
    }

    /// Returns a layout of these servers with a unique database, and adds it to the settings of the servers.
    package func layout() async throws -> ClusterLayout {
        let layout = layout(named: WarehouseEngine.freshName())
        try add(layout)
        for server in servers.flatMap({ $0 }) { try await server.server.run("SYSTEM RELOAD CONFIG") }
        return layout
    }

    private func layout(named name: String) -> ClusterLayout {
        ClusterLayout(
            name: name,
            shards: servers.enumerated().map { number, replicas in
                ClusterLayout.Shard(name: ["one", "two", "three", "four"][number], replicas: replicas.map(\.replica))
            },
            zooKeeper: zooKeeper.map { [$0.address] })
    }

    /// Adds the settings that the library creates from a layout to the servers.
    private func add(_ layout: ClusterLayout) throws {
        let settings = ClusterSettings(layout, credentials: WarehouseCredentials())
        for server in servers.flatMap({ $0 }) {
            try server.add(settings: settings.xml(for: server.replica), named: layout.name)
        }
    }

    /// The time for which a warehouse waits until replicas have the same data, which is longer than they take on a busy machine.
    package static let patience = Duration.seconds(1200)

    /// Returns a warehouse on these servers with a unique database. It waits for data that replicas lack for ``patience``.
    package func warehouse() async throws -> Warehouse {
        var warehouse = Warehouse(layout: try await layout(), credentials: WarehouseCredentials())
        warehouse.patience = Self.patience
        try await warehouse.prepare()
        return warehouse
    }

    /// A killed server can only be used again after its ZooKeeper session has expired, which takes 30 seconds by default. By
    /// default, a server that has lost its connection checks the session once per minute.
    private static let timeouts = """
        <yandex>
            <zookeeper>
                <session_timeout_ms>2000</session_timeout_ms>
                <operation_timeout_ms>2000</operation_timeout_ms>
            </zookeeper>
            <merge_tree>
                <zookeeper_session_expiration_check_period>1</zookeeper_session_expiration_check_period>
            </merge_tree>
        </yandex>

        """
}
