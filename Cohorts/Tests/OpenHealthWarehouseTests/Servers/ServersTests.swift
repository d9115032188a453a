// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

/// Tests of the servers that the other tests use.
struct ServersTests {
    @Test(arguments: WarehouseEngine.allCases)
    func `a server of each kind has the tables and accepts rows`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let version = try #require(ServerVersion(try await engine.server.ask("SELECT version()").rows[0][0]))
        #expect(version.hasColumnCodecs == (engine == .current))
        try await warehouse.insert(Rows.deletions("a", 1...3), into: .deletions, shard: warehouse.layout.shards[0])
        try await warehouse.insert(Rows.deletions("a", 2...5), into: .deletions, shard: warehouse.layout.shards[0])
        #expect(try await Rows.count(.deletions, in: warehouse) == 5)
    }

    @Test func `two shards answer together, and one of them alone does not`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 1)
        let warehouse = try await cluster.warehouse()
        for shard in warehouse.layout.shards {
            try await warehouse.insert(Rows.deletions(shard.name, 1...10), into: .deletions, shard: shard)
        }
        #expect(try await Rows.count(.deletions, in: warehouse) == 20)
        try await cluster.servers[1][0].kill()
        await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: warehouse) }
        try await cluster.servers[1][0].start()
        #expect(try await Rows.count(.deletions, in: warehouse) == 20)
    }

    @Test func `replicas synchronise`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let warehouse = try await cluster.warehouse()
        let (first, second) = (cluster.servers[0][0], cluster.servers[0][1])
        try await first.kill()
        try await warehouse.insert(Rows.deletions("a", 1...10), into: .deletions, shard: warehouse.layout.shards[0])
        try await first.start()
        try await first.server.run("SYSTEM SYNC REPLICA \(warehouse.names.local(.deletions))")
        try await second.stop()
        #expect(try await Rows.count(.deletions, in: warehouse) == 10)
    }
}
