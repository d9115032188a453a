// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthWarehouse

/// The cluster that is to be made, or brought up to date.
enum CohortPlan {
    /// One that has been described.
    case layout(ClusterLayout)
    /// One that servers know; where they know none, a new one on a single server.
    case servers([URL], name: String?, zooKeeper: [String]?)

    /// The cohort that is to be made or brought up to date.
    func warehouse() async throws -> Warehouse {
        switch self {
        case .layout(let layout): return Warehouse(layout: layout)
        case .servers(let servers, let name, let zooKeeper):
            let addresses = try Warehouse.addresses(servers, database: name)
            if let known = try await Warehouse.known(at: addresses) { return known }
            guard addresses.count == 1 else {
                throw ToolError(
                    .badArgument, "none of the \(addresses.count) servers of --cluster holds a cohort",
                    remedy: "for a new one, say with --shards which servers make which shard")
            }
            let layout = try ClusterLayout(
                name: addresses[0].database ?? "cohort", shards: [[addresses[0].url]], zooKeeper: zooKeeper)
            return Warehouse(layout: layout)
        }
    }
}
