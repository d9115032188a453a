// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A cohort: many people's health data on a cluster of ClickHouse servers.
///
/// Each participant is wholly on one shard. What a push brings can be brought again and adds nothing; what is asked is answered
/// from all shards or not at all.
public struct Warehouse: Sendable {
    /// Where the servers are.
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

    /// A server of the cluster.
    package func server(_ replica: ClusterLayout.Replica) -> ClickHouseServer {
        ClickHouseServer(url: replica.url, credentials: credentials)
    }
}
