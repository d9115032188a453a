// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthWarehouse

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

    func run() throws {
        let plan = try options.plan()
        let format = format
        let lost = Set(lost.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(String.init))
        let credentials = options.options.credentials
        try Waiting.run {
            let report = try await plan.warehouse(credentials).prepare(lost: lost)
            let listing = Listing(
                CohortServerRow.columns, format: format, clock: ZoneClock(.gmt), output: .standard(),
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
