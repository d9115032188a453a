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
