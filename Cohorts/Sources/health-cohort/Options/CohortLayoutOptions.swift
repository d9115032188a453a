// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthWarehouse

/// The servers of an existing or new cohort.
struct CohortLayoutOptions: ParsableArguments {
    @OptionGroup var options: CohortOptions

    @Option(
        parsing: .upToNextOption,
        help: .value("urls", "The servers: one argument for each shard, with replicas separated by commas."))
    var shards: [String] = []

    @Option(help: .value("host:port", "The ZooKeeper servers, separated by commas."))
    var zookeeper: String?

    @Option(help: .value("name", "The name of a new cohort, which is its database on the servers; cohort by default."))
    var name: String?

    /// Returns the values of the arguments.
    func plan() throws -> CohortPlan {
        let zooKeeper = zookeeper.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        guard shards.isEmpty else {
            let shards = try shards.map { try CohortOptions.servers($0, in: "--shards") }
            if options.cluster != nil {
                guard case .servers(let servers) = try options.place() else {
                    throw ToolError(
                        .badArgument, "the shards are named both in a cluster file and with --shards",
                        remedy: "omit one of them")
                }
                if let stranger = servers.first(where: { !shards.joined().contains($0) }) {
                    throw ToolError(
                        .badArgument, "\(ClusterLayout.shown(stranger)) of --cluster is in no shard of --shards",
                        remedy: "name all servers with --shards, one argument a shard")
                }
            }
            return .layout(try ClusterLayout(name: name ?? "cohort", shards: shards, zooKeeper: zooKeeper))
        }
        switch try options.place() {
        case .file(let file):
            if name != nil || zookeeper != nil {
                throw ToolError(
                    .badArgument, "--name and --zookeeper are given by the cluster file",
                    remedy: "omit them, or change the file")
            }
            return .layout(try ClusterLayout(contentsOf: file))
        case .servers(let servers): return .servers(servers, name: name, zooKeeper: zooKeeper)
        }
    }
}

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
