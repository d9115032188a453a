// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import TestTimeLimits
import Testing
import WarehouseTestSupport

/// Tests of a shard with two replicas and a ZooKeeper: the answered queries, and those that are refused because their result
/// would be incomplete.
@Suite(.timeLimit(.slow)) struct ReplicasTests {
    @Test func `no result lacks data given to a replica, whichever server is down`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        var warehouse = try await cluster.warehouse()
        let shard = warehouse.layout.shards[0]
        let (first, second) = (cluster.servers[0][0], cluster.servers[0][1])
        let keeper = try #require(cluster.zooKeeper)

        // Each insert is visible immediately on any replica.
        for place in 1...20 as ClosedRange<UInt64> {
            try await warehouse.insert(Rows.deletions("a", place...place), into: .deletions, shard: shard)
            #expect(try await Rows.count(.deletions, in: warehouse) == Int(place))
            let local = try await warehouse.ask(
                "SELECT count() FROM \(warehouse.names.local(.deletions)) FINAL", shard: shard)
            #expect(local.rows == [["\(place)"]])
        }

        // If only one replica runs, data that the other one received in its absence is not missing from results.
        try await second.stop()
        try await warehouse.insert(Rows.deletions("a", 21...30), into: .deletions, shard: shard)
        #expect(try await Rows.count(.deletions, in: warehouse) == 30)
        #expect(try await warehouse.settle(shard) == [shard.replicas[1].url])
        try await first.stop()
        let dead = await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: warehouse) }
        #expect(dead?.code == .shardUnreachable)
        #expect(dead?.message.contains(shard.name) == true)
        try await second.start()
        // The replica is connected to ZooKeeper shortly after it responds.
        try await second.server.ask("SELECT count() FROM system.replicas WHERE is_readonly") { $0 == [["0"]] }
        warehouse.patience = .milliseconds(1500)
        for attempt in [
            { _ = try await Rows.count(.deletions, in: warehouse) },
            { _ = try await warehouse.ask("SELECT 1", shard: shard) },
            { _ = try await warehouse.settle(shard) },
        ] {
            let late = await #expect(throws: WarehouseError.self) { try await attempt() }
            #expect(late?.code == .replicaBehind)
            #expect(late?.message.contains(shard.replicas[1].url.absoluteString) == true)
        }
        try await first.start()
        warehouse.patience = ClickHouseCluster.patience
        #expect(try await Rows.count(.deletions, in: warehouse) == 30)
        #expect(try await warehouse.settle(shard).isEmpty)

        // Without ZooKeeper no inserts are accepted; queries are answered as long as all replicas agree.
        try await keeper.stop()
        warehouse.patience = .milliseconds(1500)
        let full = await #expect(throws: WarehouseError.self) {
            try await warehouse.insert(Rows.deletions("b", 1...2), into: .deletions, shard: shard)
        }
        #expect(full?.code == .readOnly)
        #expect(full?.message.contains(keeper.address) == true)
        #expect(try await Rows.count(.deletions, in: warehouse) == 30)
        try await second.stop()
        let unsure = await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: warehouse) }
        #expect(unsure?.code == .replicaBehind)
        #expect(unsure?.message.contains(keeper.address) == true)
        try await keeper.start()
        try await second.start()
        warehouse.patience = ClickHouseCluster.patience
        try await warehouse.insert(Rows.deletions("b", 1...2), into: .deletions, shard: shard)
        #expect(try await Rows.count(.deletions, in: warehouse) == 32)
    }

    @Test func `removed data is gone from every replica`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let warehouse = try await cluster.warehouse()
        let shard = warehouse.layout.shards[0]
        for name in ["a", "b"] {
            try await warehouse.insert(Rows.deletions(name, 1...9), into: .deletions, shard: shard)
            try await warehouse.insert(Rows.deletions(name, 5...12), into: .deletions, shard: shard)
        }
        for name in ["a", "b"] {
            let silent = try await warehouse.delete("participant = '\(name)'", from: .deletions, shard: shard)
            #expect(silent.isEmpty)
            for replica in shard.replicas {
                let rows = try await warehouse.server(replica).ask(
                    "SELECT DISTINCT participant FROM \(warehouse.names.local(.deletions))"
                ).rows
                #expect(rows == (name == "a" ? [["b"]] : []))
            }
        }
        // If a replica is down, the other one deletes the rows immediately, and the replica does when it has returned.
        try await warehouse.insert(Rows.deletions("c", 1...9), into: .deletions, shard: shard)
        try await warehouse.settle(shard)
        try await cluster.servers[0][0].stop()
        let silent = try await warehouse.delete("participant = 'c'", from: .deletions, shard: shard)
        #expect(silent == [shard.replicas[0].url])
        #expect(try await Rows.count(.deletions, in: warehouse) == 0)
        try await cluster.servers[0][0].start()
        try await cluster.servers[0][0].server.ask("SELECT count() FROM \(warehouse.names.local(.deletions))") {
            $0 == [["0"]]
        }
    }

    @Test func `a new or absent replica receives changes of the cluster`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 2)
        let whole = try await cluster.layout()
        // Initially, the cluster has only the first shard with two replicas; the other settings are those of the complete
        // cluster.
        var small = whole
        small.shards.removeLast()
        for server in cluster.servers[0] { try await server.know(small) }
        let before = Warehouse(layout: small, credentials: WarehouseCredentials())
        try await before.prepare()
        try await before.insert(Rows.deletions("a", 1...5), into: .deletions, shard: small.shards[0])
        try await before.settle(small.shards[0])

        try await cluster.servers[0][1].stop()
        for server in cluster.servers.joined() where server !== cluster.servers[0][1] { try await server.know(whole) }
        var after = Warehouse(layout: whole, credentials: WarehouseCredentials())
        let report = try await after.prepare()
        #expect(report.servers.map { $0.version == nil } == [false, true, false, false])
        after.patience = ClickHouseCluster.patience
        try await after.insert(Rows.deletions("b", 1...5), into: .deletions, shard: whole.shards[1])
        #expect(try await Rows.count(.deletions, in: after) == 10)

        // The absent replica has returned, and the other one stops.
        try await cluster.servers[0][1].start()
        try await after.settle(whole.shards[0])
        try await cluster.servers[0][0].stop()
        let address = try #require(URL(string: "\(whole.shards[0].replicas[1].url)?database=\(whole.name)"))
        var found = try await Warehouse.connect(to: [address], credentials: WarehouseCredentials())
        #expect(found.layout == whole)
        found.patience = ClickHouseCluster.patience
        #expect(try await Rows.count(.deletions, in: found) == 10)
    }

    @Test func `a server with a lost disk is restored completely`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let warehouse = try await cluster.warehouse()
        let shard = warehouse.layout.shards[0]
        try await warehouse.insert(Rows.deletions("a", 1...9), into: .deletions, shard: shard)
        try await warehouse.settle(shard)
        let (lost, other) = (cluster.servers[0][0], cluster.servers[0][1])
        try await lost.stop()
        try lost.loseDisk()
        try await lost.start()
        let empty = await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: warehouse) }
        #expect(empty?.code == .notPrepared)
        #expect(empty?.message.contains(lost.url.absoluteString) == true)
        let report = try await warehouse.prepare()
        #expect(report.servers.map(\.made.isEmpty) == [false, true])
        try await warehouse.settle(shard)
        try await other.stop()
        #expect(try await Rows.count(.deletions, in: warehouse) == 9)
    }
}
