// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import TestTimeLimits
import Testing
import WarehouseTestSupport

/// Tests of creating a cohort's tables, and of refused layouts.
@Suite(.timeLimit(.usual)) struct PreparationTests {
    @Test(arguments: WarehouseEngine.allCases)
    func `existing tables are kept`(_ engine: WarehouseEngine) async throws {
        let warehouse = Warehouse(layout: try await engine.layout(), credentials: WarehouseCredentials())
        let first = try await warehouse.prepare()
        #expect(first.servers.map(\.made.isEmpty) == [false])
        #expect(first.layoutVersion == 1)
        try await warehouse.insert(Rows.deletions("a", 1...3), into: .deletions, shard: warehouse.layout.shards[0])
        let second = try await warehouse.prepare()
        #expect(second.servers.map(\.made) == [[]])
        #expect(second.layoutVersion == 1)
        #expect(second.cohort == first.cohort)
        #expect(try await warehouse.cohortIdentifier() == first.cohort)
        #expect(try await Rows.count(.deletions, in: warehouse) == 3)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `one address is sufficient to find a cohort`(_ engine: WarehouseEngine) async throws {
        let layout = try await engine.layout()
        let address = try #require(URL(string: "\(try await engine.url)?database=\(layout.name)"))
        let nobody = WarehouseCredentials()
        let error = await #expect(throws: WarehouseError.self) {
            try await Warehouse.connect(to: [address], credentials: nobody)
        }
        #expect(error?.code == .notPrepared)
        try await Warehouse(layout: layout, credentials: nobody).prepare()
        let dead = try #require(URL(string: "http://127.0.0.1:1?database=\(layout.name)"))
        #expect(try await Warehouse.connect(to: [dead, address], credentials: nobody).layout == layout)
        let alone = await #expect(throws: WarehouseError.self) {
            try await Warehouse.connect(to: [dead], credentials: nobody)
        }
        #expect(alone?.code == .unreachable)
        #expect(alone?.message.contains("http://127.0.0.1:1") == true)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `tables of a newer version are not changed`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        try await engine.server.run(
            "INSERT INTO \(warehouse.names.database).migration (number, name, applied) VALUES (4711, 'later', 0)")
        for attempt in [{ _ = try await warehouse.prepare() }, { _ = try await Rows.count(.deletions, in: warehouse) }]
        {
            let error = await #expect(throws: WarehouseError.self) { try await attempt() }
            #expect(error?.code == .notPrepared)
            #expect(error?.message.contains("4711") == true)
        }
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a foreign database is not changed`(_ engine: WarehouseEngine) async throws {
        let warehouse = Warehouse(layout: try await engine.layout(), credentials: WarehouseCredentials())
        let unprepared = await #expect(throws: WarehouseError.self) { try await warehouse.ask("SELECT 1") }
        #expect(unprepared?.code == .notPrepared)
        let server = try await engine.server
        try await server.run("CREATE DATABASE \(warehouse.names.database)")
        try await server.run(
            "CREATE TABLE \(warehouse.names.database).samples (a UInt8) ENGINE = MergeTree ORDER BY a")
        let error = await #expect(throws: WarehouseError.self) { try await warehouse.prepare() }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("samples") == true)
    }

    @Test func `an unknown user is refused`() async throws {
        let layout = try await WarehouseEngine.oldest.warehouse().layout
        let stranger = Warehouse(layout: layout, credentials: WarehouseCredentials(user: "nobody", password: "secret"))
        let error = await #expect(throws: WarehouseError.self) { try await stranger.ask("SELECT 1") }
        #expect(error?.code == .refused)
        #expect(error?.remedy.contains("HEALTH_COHORT_USER") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `a cluster grows by a shard, and loses none with participants`() async throws {
        let cluster = try await ClickHouseCluster.shared
        let whole = try await cluster.layout()
        // The servers' settings contain both shards; the first one alone is a single server.
        let small = Warehouse(
            layout: ClusterLayout(name: whole.name, shards: [whole.shards[0]]), credentials: WarehouseCredentials())
        let first = try await small.prepare()
        try await small.insert(Rows.deletions("a", 1...3), into: .deletions, shard: whole.shards[0])
        try await Rows.add(participants: ["a"], to: small, shard: whole.shards[0])
        #expect(try await Rows.count(.deletions, in: small) == 3)

        let large = Warehouse(layout: whole, credentials: WarehouseCredentials())
        let report = try await large.prepare()
        #expect(report.layoutVersion == 2)
        #expect(report.cohort == first.cohort)
        try await large.insert(Rows.deletions("b", 1...4), into: .deletions, shard: whole.shards[1])
        #expect(try await Rows.count(.deletions, in: large) == 7)
        let address = try #require(URL(string: "\(whole.shards[0].replicas[0].url)?database=\(whole.name)"))
        let found = try await Warehouse.connect(to: [address], credentials: WarehouseCredentials())
        #expect(found.layout == whole)

        // A client with the outdated layout receives an error that names the new shard.
        let outdated = await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: small) }
        #expect(outdated?.code == .outdated)
        #expect(outdated?.message.contains(whole.shards[1].name) == true)

        // An empty shard can be removed and added again. A shard with participants can be neither removed nor renamed.
        #expect(try await small.prepare().layoutVersion == 3)
        #expect(try await Rows.count(.deletions, in: small) == 3)
        #expect(try await large.prepare().layoutVersion == 4)
        #expect(try await Rows.count(.deletions, in: large) == 7)
        try await Rows.add(participants: ["b"], to: large, shard: whole.shards[1])
        var renamed = whole
        renamed.shards[1].name = "other"
        for layout in [small.layout, renamed] {
            let error = await #expect(throws: WarehouseError.self) {
                try await Warehouse(layout: layout, credentials: WarehouseCredentials()).prepare()
            }
            #expect(error?.code == .invalidLayout)
            #expect(error?.message.contains(whole.shards[1].name) == true)
            // A renamed shard is not lost.
            #expect(error?.remedy.contains("--lost \(whole.shards[1].name)") == (layout == small.layout))
        }
        #expect(try await Rows.count(.deletions, in: large) == 7)
    }

    @Test func `servers whose settings lack a shard are named`() async throws {
        let cluster = try await ClickHouseCluster.shared
        var layout = try await cluster.layout()
        layout.name = WarehouseEngine.freshName()
        let error = await #expect(throws: WarehouseError.self) {
            try await Warehouse(layout: layout, credentials: WarehouseCredentials()).prepare()
        }
        #expect(error?.code == .notPrepared)
        #expect(error?.message.contains(layout.shards[0].replicas[0].url.absoluteString) == true)
        #expect(error?.message.contains(layout.shards[0].name) == true)
        #expect(error?.remedy.contains("health cohort config") == true)
        // Nothing has been created on any server.
        let server = ClickHouseServer(url: layout.shards[0].replicas[0].url)
        let databases = try await server.ask("SELECT name FROM system.databases").rows.map { $0[0] }
        #expect(!databases.contains(layout.name))
    }

    @Test func `tables without replication do not become replicated`() async throws {
        var layout = try await WarehouseEngine.oldest.warehouse().layout
        layout.zooKeeper = ["127.0.0.1:1"]
        let error = await #expect(throws: WarehouseError.self) {
            try await Warehouse(layout: layout, credentials: WarehouseCredentials()).prepare()
        }
        #expect(error?.code == .invalidLayout)
    }

    @Test func `a server with the wrong identity is named`() async throws {
        // One port of a machine under two names: ClickHouse identifies both with itself.
        let server = ClickHouseServer(url: try await WarehouseEngine.oldest.url)
        let mine = try ClickHouseProcess()
        try await mine.start()
        let port = try #require(mine.replica.native.split(separator: ":").last)
        let layout = ClusterLayout(
            name: WarehouseEngine.freshName(),
            shards: [
                .init(name: "north", replicas: [mine.replica]),
                .init(name: "south", replicas: [.init(url: server.url, native: "localhost:\(port)")]),
            ])
        try await mine.know(layout)
        let error = await #expect(throws: WarehouseError.self) {
            try await Warehouse(layout: layout, credentials: WarehouseCredentials()).prepare()
        }
        #expect(error?.code == .invalidLayout)
        #expect(error?.message.contains("localhost:\(port)") == true)
    }
}
