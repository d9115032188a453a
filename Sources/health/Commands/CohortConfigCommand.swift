// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthWarehouse

/// The `health cohort config` command.
struct CohortConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print the settings that a cohort's servers need to form a cluster.",
        discussion: """
            The settings are XML for the folder /etc/clickhouse-server/config.d: the shards, ZooKeeper, compression. \
            With --server, they are for one server and have the name under which others reach it. If \
            $HEALTH_COHORT_USER and $HEALTH_COHORT_PASSWORD are set, the servers query each other with them, and \
            they are part of the settings. A single server needs settings only for the compression.

            Examples:
              health cohort config --cluster study.json --server http://a:8123 > health-cohort.xml
              health cohort config --shards http://a:8123 http://b:8123 > /etc/clickhouse-server/config.d/health-cohort.xml
            """)

    @OptionGroup var options: CohortLayoutOptions

    @Option(help: .value("url", "The server of the settings, by its name in the cluster."))
    var server: String?

    func run() throws {
        let plan = try options.plan()
        let server = try server.map { text in
            let servers = try CohortOptions.servers(text, in: "--server")
            guard servers.count == 1 else {
                throw ToolError(
                    .badArgument, "--server names \(servers.count) servers", remedy: "give one; run this for each")
            }
            return servers[0]
        }
        let credentials = options.options.credentials
        try Waiting.run {
            let layout = try await plan.warehouse(credentials).layout
            let replicas = layout.shards.flatMap(\.replicas)
            let replica = server.flatMap { server in replicas.first { $0.url == server } }
            if let server, replica == nil {
                throw ToolError(
                    .badArgument, "\(server) is not a server of the cluster",
                    remedy: "name one of \(replicas.map(\.url.absoluteString).joined(separator: ", "))")
            }
            let output = Output.standard()
            try output.write(ClusterSettings(layout).xml(for: replica))
            try output.flush()
        }
    }
}
