// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthWarehouse

/// The program of `health cohort`.
@main
struct CohortCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health-cohort",
        abstract: "Manage the data of many participants on a ClickHouse cluster.",
        discussion: """
            A cohort is many stores, pushed to one ClickHouse server or a cluster of several; each participant has a \
            pseudonym there. The cluster is that of --cluster, or of $HEALTH_COHORT: a cluster file, or the \
            address of any of its servers. If the servers require a user, it is $HEALTH_COHORT_USER with \
            $HEALTH_COHORT_PASSWORD, which is sent to other machines over https only, unless --insecure is given.

            Examples:
              health cohort init --cluster http://127.0.0.1:8123
              export HEALTH_COHORT=http://127.0.0.1:8123
              health cohort push --participant w001 --store anna.db
              health cohort participants
              health cohort statistics stepCount --every week --from 2026-01
              health cohort symptoms --types menstrualFlow,headache --by cycle-day
              health cohort withdraw w001
            """,
        version: HealthVersion.current,
        subcommands: [
            CohortInitCommand.self, CohortConfigCommand.self, CohortDemoCommand.self, CohortPushCommand.self,
            CohortStatisticsCommand.self,
            CohortSymptomsCommand.self, CohortParticipantsCommand.self, CohortWithdrawCommand.self,
        ])

    /// Runs the command of the arguments, and exits with its status.
    static func main() {
        CommandLineTool(CohortCommand.self, name: "health cohort").run()
    }
}

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

/// The `health cohort init` command.
struct CohortInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create or update the tables of a cohort on its servers.",
        discussion: """
            Can be repeated; existing tables are kept. Each argument of --shards is one shard, and commas separate its \
            replicas; they are named shard-1, shard-2 and so on. A cluster file can define names, weights, and other ports \
            than 9000. Replicas synchronise through ZooKeeper. Servers that form \
            a cluster need settings first: see `health cohort config`.

            To add a shard, add it to the cluster file (or to the end of --shards) and run this again.

            A shard whose servers are all lost is named with --lost: it is created again on the empty servers \
            of the cluster file, or removed if the file no longer has it. Its participants are \
            in no answer until they push again.

            Where a server does not answer, the others are done, and it ends with an error: run this again when it is back.

            Examples:
              health cohort init --cluster http://127.0.0.1:8123
              health cohort init --cluster study.json
              health cohort init --shards http://a:8123,http://b:8123 http://c:8123,http://d:8123 --zookeeper z:2181
              health cohort init --cluster study.json --lost west
            """)

    @OptionGroup var options: CohortLayoutOptions

    @Option(help: .value("shard", "A shard whose servers are lost with their data; several separated by commas."))
    var lost: [String] = []

    @Option(help: "The format of the report.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        let plan = try options.plan()
        let (format, raw) = (format, csv.raw)
        let lost = Set(lost.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(String.init))
        let credentials = options.options.credentials
        try Waiting.run {
            let report = try await plan.warehouse(credentials).prepare(lost: lost)
            let listing = Listing(
                CohortServerRow.columns, format: format, raw: raw, clock: ZoneClock(.gmt), output: .standard(),
                nothing: "no servers")
            for server in report.servers { try listing.add(CohortServerRow(server)) }
            try listing.end()
            Terminal.note("The cohort \(report.cohort.uuidString.lowercased()) has layout \(report.layoutVersion).\n")
            let silent = report.servers.filter { $0.version == nil }.map(\.url.absoluteString)
            guard silent.isEmpty else {
                throw WarehouseError(
                    .incomplete,
                    "no answer from \(silent.joined(separator: ", ")), where nothing was created or changed",
                    remedy: "run this again when it is back")
            }
        }
    }
}

/// A server in the report of `health cohort init`.
struct CohortServerRow {
    private let server: PreparationReport.Server

    init(_ server: PreparationReport.Server) {
        self.server = server
    }

    static var columns: [Column<CohortServerRow>] {
        [
            Column("shard") { .text($0.server.shard) },
            Column("server") { .text($0.server.url.absoluteString) },
            Column("version") { .text($0.server.version) },
            Column("answers", for: .programs) { .text($0.server.version == nil ? "no" : "yes") },
            Column("made", for: .programs) { .list($0.server.made) },
            Column("made", for: .people) { .text($0.madeText) },
        ]
    }

    /// The created tables for people.
    private var madeText: String {
        if server.version == nil { return "does not answer; run this again when it is back" }
        return server.made.isEmpty ? "nothing; everything existed" : server.made.joined(separator: ", ")
    }
}
