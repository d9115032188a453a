// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTimeLimits
import Testing
import WarehouseTestSupport

@testable import OpenHealthWarehouse

/// Tests of servers that run but do not respond as they should.
@Suite(.timeLimit(.slow)) struct TroubledServersTests {
    @Test func `a replica that only this program cannot reach is an error`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let warehouse = try await cluster.warehouse()
        try await warehouse.insert(Rows.deletions("a", 1...5), into: .deletions, shard: warehouse.layout.shards[0])
        var layout = warehouse.layout
        layout.shards[0].replicas[1].url = try #require(URL(string: "http://127.0.0.1:1"))
        var blind = Warehouse(layout: layout, credentials: WarehouseCredentials())
        blind.patience = .seconds(60)
        let error = await #expect(throws: WarehouseError.self) { try await Rows.count(.deletions, in: blind) }
        #expect(error?.code == .replicaBehind)
        #expect(error?.message.contains("the replica http://127.0.0.1:1 of the shard one") == true)
        #expect(error?.message.contains("\(layout.shards[0].replicas[0].url) may ask it") == true)
        // While it is down, it is not queried.
        try await cluster.servers[0][1].kill()
        #expect(try await Rows.count(.deletions, in: blind) == 5)
    }

    @Test func `a hanging server is skipped`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 2)
        let warehouse = try await cluster.warehouse()
        for shard in warehouse.layout.shards {
            try await warehouse.insert(Rows.deletions(shard.name, 1...5), into: .deletions, shard: shard)
            try await warehouse.settle(shard)
        }
        let hung = cluster.servers[1][0]
        hung.halt()
        // With this setting, a server of the other shard would query this one first, and wait for it.
        let result = try await warehouse.ask(
            "SELECT count() FROM \(warehouse.names.all(.deletions)) FINAL", settings: ["load_balancing": "in_order"])
        #expect(result.rows == [["10"]])
        let (shard, rows) = (warehouse.layout.shards[1], Rows.deletions("late", 1...5))
        #expect(try await warehouse.settle(shard) == [hung.url])
        hung.goOn()
        try await warehouse.insert(rows, into: .deletions, shard: shard)
        #expect(try await warehouse.settle(shard).isEmpty)
        #expect(try await Rows.count(.deletions, in: warehouse) == 15)
    }

    @Test func `an overloaded server is waited for, and then named`() async throws {
        let process = try ClickHouseProcess()
        try process.add(
            settings: "<yandex><max_concurrent_queries>1</max_concurrent_queries></yandex>", named: "one-query")
        try await process.start()
        var warehouse = Warehouse(
            layout: ClusterLayout(server: process.url, name: WarehouseEngine.freshName()),
            credentials: WarehouseCredentials())
        try await warehouse.prepare()
        let shard = warehouse.layout.shards[0]
        try await warehouse.insert(Rows.deletions("a", 1...5), into: .deletions, shard: shard)
        let work = Task {
            try await process.server.ask(
                "SELECT sum(sleepEachRow(0.1)) FROM (SELECT number FROM system.numbers LIMIT 3000)",
                settings: ["query_id": "work", "max_block_size": "1"])
        }
        // Despite the limit, the server responds to this query and to the one that kills the other.
        try await process.server.ask("SHOW PROCESSLIST") { !$0.isEmpty }
        warehouse.patience = .zero
        let busy = warehouse
        for attempt in [
            { _ = try await Rows.count(.deletions, in: busy) },
            { _ = try await busy.ask("SELECT 1", shard: shard) },
            { try await busy.insert(Rows.deletions("a", 6...7), into: .deletions, shard: shard) },
        ] {
            let error = await #expect(throws: WarehouseError.self) { try await attempt() }
            #expect(error?.code == .refused)
            #expect(error?.message.contains(process.url.absoluteString) == true)
            #expect(error?.message.contains("202") == true, "\(String(describing: error))")
        }
        warehouse.patience = ClickHouseCluster.patience
        let patient = warehouse
        let count = Task { try await Rows.count(.deletions, in: patient) }
        try await process.server.run("KILL QUERY WHERE query_id = 'work'")
        #expect(try await count.value == 5)
        await #expect(throws: ServerFailure.self) { try await work.value }
    }

    @Test func `cancellation is not reported as unreachable servers`() async throws {
        let warehouse = try await WarehouseEngine.oldest.warehouse()
        let nobody = try Pseudonym("nobody")
        let attempts: [@Sendable () async throws -> Void] = [
            { _ = try await warehouse.ask("SELECT 1") },
            { _ = try await warehouse.ask("SELECT 1", shard: warehouse.layout.shards[0]) },
            { _ = try await warehouse.settle(warehouse.layout.shards[0]) },
            { try await warehouse.withdraw(nobody) },
        ]
        for attempt in attempts {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await attempt()
            }
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    /// The start times of a server before and after a query, or `nil` if it did not respond, and whether this is an error.
    @Test(
        arguments: [
            (nil, nil, false), (1_000, 1_000, false), (1_000, 1_002, false), (1_000, nil, false),
            (nil, 1_000, true), (1_000, 1_003, true), (1_003, 1_000, true),
        ] as [(Int?, Int?, Bool)])
    func `a server that returned during a query may have answered it`(
        before: Int?, after: Int?, isTrouble: Bool
    ) throws {
        let error = Warehouse.restless([try state(before)], [try state(after)])
        #expect((error != nil) == isTrouble)
        #expect(error.map { $0.code == .replicaBehind && $0.message.contains("http://a:8123") } ?? true)
    }

    @Test func `a server that is busy after a query may have returned during it`() throws {
        let before = try state(1_000)
        var after = before
        after.condition = .busy(WarehouseError(.refused, "busy", remedy: "wait"))
        after.started = 0
        #expect(Warehouse.restless([before], [after])?.message == "busy")
    }

    private func state(_ started: Int?) throws -> ServerState {
        let replica = ClusterLayout.Replica(url: try #require(URL(string: "http://a:8123")))
        let silent = ServerState.Condition.silent(WarehouseError(.unreachable, "silent", remedy: "start it"))
        return ServerState(
            shard: .init(name: "one", replicas: [replica]), replica: replica,
            condition: started == nil ? silent : .complete, started: started ?? 0)
    }
}
