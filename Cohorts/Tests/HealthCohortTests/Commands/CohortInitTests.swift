// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import ProcessTestSupport
import Testing
import WarehouseTestSupport

@Suite("health cohort init")
struct CohortInitTests {
    private static func initialize(_ home: Home, _ options: [String]) throws -> Tool.Result {
        try Tool.run(["cohort", "init", "--format", "json"] + options, in: home)
    }

    @Test("a server receives its tables once")
    func once() async throws {
        let home = try Home()
        let url = try await WarehouseEngine.oldest.url.absoluteString
        let name = WarehouseEngine.freshName()
        let first = try Self.initialize(home, ["--cluster", url, "--name", name])
        let row = try #require(try Parsed.array(first.output).first, "\(first)")
        #expect(row["shard"] as? String == "shard-1")
        #expect(row["server"] as? String == url)
        #expect(row["answers"] as? String == "yes")
        #expect((row["version"] as? String)?.hasPrefix("18.16") == true)
        #expect((row["made"] as? [String])?.contains("layout 1") == true, "\(row)")
        #expect(first.errors.contains("has layout 1"))
        let cluster = "\(url)?database=\(name)"
        let again = try Parsed.array(try Self.initialize(home, ["--cluster", cluster]).output)
        #expect(again.map { $0["made"] as? [String] } == [[]])
        let table = try Tool.run(["cohort", "init", "--cluster", cluster], in: home)
        #expect(table.output.contains("nothing; everything existed"), "\(table)")
        // Existing tables cannot be changed to replicated ones.
        let late = try Self.initialize(home, ["--cluster", cluster, "--zookeeper", "127.0.0.1:2181"])
        #expect(late.status == 2, "\(late)")
        #expect(late.output.isEmpty)
    }

    @Test("replicas: another ZooKeeper is refused, and an unreachable server is named")
    func replicas() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let layout = try await cluster.layout()
        let home = try Home()
        try Data(layout.json.utf8).write(to: home.file("study.json"))
        let file = ["--cluster", home.path("study.json")]
        let made = try Self.initialize(home, file)
        #expect(made.status == 0, "\(made.errors)")
        let (living, dead) = (cluster.servers[0][0], cluster.servers[0][1])
        let address = ["--cluster", "\(living.url)?database=\(layout.name)", "--zookeeper"]
        let keeper = try #require(cluster.zooKeeper?.address)
        #expect(try Self.initialize(home, address + [keeper]).status == 0)
        let other = try Self.initialize(home, address + ["other:2181"])
        #expect(other.status == 2, "\(other)")
        #expect(other.errors.contains("ooKeeper"), "\(other.errors)")
        #expect(other.output.isEmpty)
        try await dead.kill()
        let partial = try Self.initialize(home, file)
        #expect(partial.status == 1)
        #expect(partial.errorLines.contains { $0.hasPrefix("health: ") && $0.contains(dead.url.absoluteString) })
        #expect(!partial.errors.contains(living.url.absoluteString))
        let rows = try Parsed.array(partial.output)
        #expect(rows.map { $0["server"] as? String } == [living, dead].map(\.url.absoluteString))
        #expect(rows.map { $0["answers"] as? String } == ["yes", "no"])
        #expect(rows.map { $0["made"] as? [String] } == [[], []])
        let table = try Tool.run(["cohort", "init"] + file, in: home)
        #expect(table.status == 1)
        #expect(table.output.contains("does not answer"), "\(table)")
    }
}
