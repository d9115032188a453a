// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A cohort: the health data of many people on a cluster of ClickHouse servers.
///
/// The data of each participant is on one shard. Pushes are idempotent, and queries include all shards or fail.
public struct Warehouse: Sendable {
    /// The servers.
    public let layout: ClusterLayout
    /// The names of the tables.
    package let names: WarehouseNames
    let credentials: WarehouseCredentials
    /// The clock of time limits and pauses.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// The time limit for servers that lag behind or refuse data.
    package var patience = Duration.seconds(20)

    /// Creates a warehouse from a layout, without connecting to its servers.
    public init(layout: ClusterLayout, credentials: WarehouseCredentials = .environment) {
        self.layout = layout
        self.credentials = credentials
        names = WarehouseNames(layout)
    }

    /// Returns a server of the cluster.
    package func server(_ replica: ClusterLayout.Replica) -> ClickHouseServer {
        ClickHouseServer(url: replica.url, credentials: credentials)
    }
}

extension Warehouse {
    /// Returns whether replicas that might be incomplete have the same contents.
    ///
    /// Without ZooKeeper, no rows can be added to any of them. One of the replicas of a shard has accepted every row of the
    /// shard, so if all replicas respond and have the same contents, each of them is complete. Equal part names mean equal
    /// contents; if replicas have merged different parts, the rows are compared.
    func agree(_ replicas: [ClusterLayout.Replica], on shard: ClusterLayout.Shard) async throws -> Bool {
        let parts = try await results(
            of: replicas,
            to: """
                SELECT table, groupArray(name) FROM (SELECT table, name FROM system.parts WHERE active AND \
                database = \(SQLText.quoted(names.database)) ORDER BY table, name) GROUP BY table ORDER BY table
                """)
        for table in WarehouseTable.all {
            let files = Set(parts.map { $0.rows.first { $0[0] == table.name }?[1] ?? "" })
            if files.count == 1 { continue }
            let key = (table.key + ["version"]).joined(separator: ", ")
            let rows = try await results(
                of: replicas, to: "SELECT count(), sum(cityHash64(\(key))) FROM \(names.local(table)) FINAL")
            guard Set(rows.map(\.rows)).count == 1 else { return false }
        }
        return true
    }

    private func results(of replicas: [ClusterLayout.Replica], to query: String) async throws -> [ResultTable] {
        try await withThrowingTaskGroup { group in
            for replica in replicas { group.addTask { try await server(replica).ask(query) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
