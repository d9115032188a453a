// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthWarehouse

/// Servers of Debian's on loopback that make a cluster: shards with one replica each, or with several and a ZooKeeper.
package final class ClickHouseCluster: Sendable {
    /// The servers, by shard and replica.
    package let servers: [[ClickHouseProcess]]
    /// What keeps replicas up to date; nil where each shard has one.
    package let zooKeeper: ZooKeeperProcess?

    /// Two shards with one replica each, started once a process by the first test that asks for them. A test that stops a
    /// server starts a cluster of its own.
    package static var shared: ClickHouseCluster {
        get async throws { try await sharedTask.value }
    }

    private static let sharedTask = Task { try await ClickHouseCluster(shards: 2, replicas: 1) }

    /// Starts all servers, and waits until they answer.
    /// - Throws: ``ServerTrouble``.
    package init(shards: Int = 2, replicas: Int = 2) async throws {
        servers = try (0..<shards).map { _ in try (0..<replicas).map { _ in try ClickHouseProcess() } }
        zooKeeper = replicas > 1 ? try ZooKeeperProcess() : nil
        try await zooKeeper?.start()
        let all = servers.flatMap { $0 }
        // What replicas need of ZooKeeper has to be there from the start; the shards of a cluster may come later.
        for (number, server) in all.enumerated() {
            try server.add(settings: zooKeeperSettings, named: "zookeeper")
            try server.add(
                settings: "<yandex><macros><server>\(number)</server></macros></yandex>", named: "macros")
        }
        try await withThrowingTaskGroup { group in
            for server in all { group.addTask { try await server.start() } }
            try await group.waitForAll()
        }
    }

    /// A layout of these servers with a database that nobody else has; the servers know it when this returns.
    package func layout() async throws -> ClusterLayout {
        let layout = ClusterLayout(
            name: WarehouseEngine.freshName(),
            shards: servers.enumerated().map { number, replicas in
                ClusterLayout.Shard(name: ["one", "two", "three", "four"][number], replicas: replicas.map(\.replica))
            },
            zooKeeper: zooKeeper.map { [$0.address] })
        for server in servers.flatMap({ $0 }) {
            try server.add(settings: Self.settings(layout), named: layout.name)
            try await server.server.run("SYSTEM RELOAD CONFIG")
        }
        return layout
    }

    /// A warehouse on these servers, with tables of its own.
    package func warehouse() async throws -> Warehouse {
        let warehouse = Warehouse(layout: try await layout(), credentials: WarehouseCredentials())
        try await warehouse.prepare()
        return warehouse
    }

    private var zooKeeperSettings: String {
        guard let zooKeeper else { return "<yandex></yandex>\n" }
        let parts = zooKeeper.address.split(separator: ":")
        return """
            <yandex>
                <zookeeper>
                    <node index="1"><host>\(parts[0])</host><port>\(parts[1])</port></node>
                    <session_timeout_ms>4000</session_timeout_ms>
                    <operation_timeout_ms>4000</operation_timeout_ms>
                </zookeeper>
            </yandex>

            """
    }

    private static func settings(_ layout: ClusterLayout) -> String {
        let shards = layout.shards.map { shard in
            let replicas = shard.replicas.map { replica in
                let parts = replica.native.split(separator: ":")
                return "<replica><host>\(parts[0])</host><port>\(parts[1])</port></replica>"
            }
            return "<shard><internal_replication>true</internal_replication>\(replicas.joined())</shard>"
        }
        return "<yandex><remote_servers><\(layout.name)>\(shards.joined())</\(layout.name)></remote_servers></yandex>\n"
    }
}
