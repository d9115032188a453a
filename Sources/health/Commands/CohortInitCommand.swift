// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HealthWarehouse

/// `health cohort init`.
struct CohortInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a cohort's tables on its servers, or bring them up to date.",
        discussion: """
            Can be repeated: what is there stays. Each argument of --shards is one shard, and commas separate its \
            replicas; they are called shard-1, shard-2 and so on. Give shards names of their own, weights, or other ports \
            than 9000 in a cluster file. Replicas keep one another up to date through ZooKeeper. Servers that form \
            a cluster need settings first: see `health cohort config`.

            To add a shard, add it to the cluster file (or to the end of --shards) and run this again.

            Examples:
              health cohort init --cluster http://127.0.0.1:8123
              health cohort init --cluster study.json
              health cohort init --shards http://a:8123,http://b:8123 http://c:8123,http://d:8123 --zookeeper z:2181
            """)

    @OptionGroup var options: CohortLayoutOptions

    @Option(help: "The form of the report.")
    var format: ListingFormat = .table

    func run() throws {
        let plan = try options.plan()
        let format = format
        try Waiting.run {
            let report = try await plan.warehouse().prepare()
            let listing = Listing(
                CohortServerRow.columns, format: format, clock: ZoneClock(.gmt), output: .standard(),
                nothing: "no servers")
            for server in report.servers { try listing.add(CohortServerRow(server)) }
            try listing.end()
            Terminal.note("The cohort \(report.cohort.uuidString.lowercased()) has layout \(report.layoutVersion).\n")
        }
    }
}
