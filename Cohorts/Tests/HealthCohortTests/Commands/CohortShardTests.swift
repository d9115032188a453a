// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import ProcessTestSupport
import Testing
import WarehouseTestSupport

@Suite("health cohort: a shard that stops")
struct CohortShardTests {
    private static let queries = [
        ["statistics", "stepCount", "--every", "day", "--minimum-group", "1", "--percentiles", "50"],
        ["statistics", "heartRate", "--by", "participant"],
        ["symptoms", "--types", "headache,fatigue", "--by", "week", "--minimum-group", "1"],
        ["participants"],
    ]

    @Test("an error names the stopped shard, and the answer is complete when it returns")
    func deadShard() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 1)
        let layout = try await cluster.layout()
        let study = try await CohortStudy(people: 6, days: 4, layout: layout)
        let (name, dead) = (layout.shards[1].name, cluster.servers[1][0])
        let lost = try #require(study.names.first { study.receipts[$0]?.shard == name })
        try #require(study.receipts.values.contains { $0.shard == layout.shards[0].name })
        // The cluster is named by the file, and by the address of the remaining server.
        let places = [study.cluster, "\(cluster.servers[0][0].url)?database=\(layout.name)"]
        func ask(_ query: [String], _ place: String, _ format: String = "json") throws -> Tool.Result {
            try Tool.run(["cohort"] + query + ["--cluster", place, "--format", format], in: study.home)
        }
        let before = try Self.queries.map { try ask($0, study.cluster).output }
        #expect(try Parsed.array(before[3]).count == 6)
        #expect(before.allSatisfy { $0.contains("{") })

        try await dead.kill()
        for (query, format) in zip(Self.queries, ["json", "csv", "table", "ndjson"]) {
            for place in places {
                let result = try ask(query, place, format)
                #expect(result.status == 1, "\(query): \(result)")
                #expect(result.output.isEmpty)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.contains("shard \(name)"), "\(query): \(result.errors)")
                #expect(result.errors.contains(dead.url.absoluteString))
            }
        }
        let withdrawn = try study.run(["withdraw", lost, "--yes"])
        #expect(withdrawn.status == 1)
        #expect(withdrawn.output.isEmpty)
        #expect(withdrawn.errors.contains(dead.url.absoluteString), "\(withdrawn.errors)")

        try await dead.start()
        for place in places {
            for (query, output) in zip(Self.queries, before) {
                #expect(try ask(query, place).output == output, "\(query)")
            }
        }
    }
}
