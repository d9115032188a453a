// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse

/// A cohort to create or to update.
enum CohortPlan {
    /// A cohort with a layout.
    case layout(ClusterLayout)
    /// A cohort that servers already have; if they have none, a new cohort on a single server.
    case servers([URL], name: String?, zooKeeper: [String]?)

    /// Returns the cohort to create or to update.
    /// - Throws: A ``ToolError`` or a `WarehouseError`, also if the servers have a cohort with another ZooKeeper.
    func warehouse(_ credentials: WarehouseCredentials) async throws -> Warehouse {
        switch self {
        case .layout(let layout): return Warehouse(layout: layout, credentials: credentials)
        case .servers(let servers, let name, let zooKeeper):
            let addresses = try Warehouse.addresses(servers, database: name)
            if let known = try await Warehouse.known(at: addresses, credentials: credentials) {
                try Self.check(zooKeeper, of: known.layout)
                return known
            }
            guard addresses.count == 1 else {
                throw ToolError(
                    .badArgument, "none of the \(addresses.count) servers of --cluster holds a cohort",
                    remedy: "for a new one, give the servers of each shard with --shards")
            }
            let layout = try ClusterLayout(
                name: addresses[0].database ?? "cohort", shards: [[addresses[0].url]], zooKeeper: zooKeeper)
            return Warehouse(layout: layout, credentials: credentials)
        }
    }

    /// Throws an error if the ZooKeeper option differs from the cohort's layout and would be ignored.
    private static func check(_ zooKeeper: [String]?, of layout: ClusterLayout) throws {
        guard let zooKeeper, Set(zooKeeper) != Set(layout.zooKeeper ?? []) else { return }
        let known = layout.zooKeeper.map { "with other ZooKeeper servers (\($0.joined(separator: ", ")))" }
        throw ToolError(
            .badArgument, "the cohort was created \(known ?? "without ZooKeeper")",
            remedy: known == nil
                ? "leave out --zookeeper, or create a new cohort and push again"
                : "leave out --zookeeper, or name the new ones in a cluster file")
    }
}
