// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WarehouseTestSupport

@testable import OpenHealthWarehouse

/// Tests of withdrawn participants on real servers.
struct WithdrawalTests {
    private let anna: Pseudonym
    private let berta: Pseudonym

    init() throws {
        anna = try Pseudonym("anna-1")
        berta = try Pseudonym("anna-10")
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a withdrawn participant leaves only a hash, and others are kept`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let server = try await engine.server
        for participant in [anna, berta] { try await fill(warehouse, on: [server], participant) }
        let withdrawal = try await warehouse.withdraw(anna)
        #expect(Set(withdrawal.rows.keys) == Set(ParticipantTraces.tables.map(\.name)))
        #expect(withdrawal.rows.values.allSatisfy { $0 == 2 })
        #expect(withdrawal.shards == warehouse.layout.shards.map(\.name))
        #expect(withdrawal.servers == [server.url.absoluteString])
        #expect(!withdrawal.isRepeated)
        #expect(try await count(warehouse, anna, on: server) == 0)
        #expect(try await count(warehouse, berta, on: server) == 2 * ParticipantTraces.tables.count)
        try await expectRecord(of: anna, warehouse, on: server)
        // The server's record of its mutations does not contain the name either.
        let mutations = try await server.ask(
            "SELECT command FROM system.mutations WHERE database = '\(warehouse.names.database)'")
        #expect(mutations.rows.count == ParticipantTraces.tables.count)
        #expect(!mutations.rows.contains { $0[0].contains("anna") })

        let again = try await warehouse.withdraw(anna)
        #expect(again.isRepeated && again.rows.isEmpty)
        await expect(.notFound, naming: "carla") { try await warehouse.withdraw(try Pseudonym("carla")) }
        #expect(try await warehouse.isWithdrawn(try Pseudonym("carla"), shard: warehouse.layout.shards[0]) == false)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a later push is refused, and readmission sends everything`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore()
        defer { store.remove() }
        _ = try await warehouse.push(store.database, as: anna)
        let before = try await warehouse.samples(of: anna)
        let listed = try await warehouse.participants()
        #expect(listed.map(\.pseudonym) == ["anna-1"])
        #expect(listed.map(\.samples) == [before.count])
        #expect(listed.map(\.shard) == warehouse.layout.shards.map(\.name))
        try await warehouse.withdraw(anna)
        #expect(try await warehouse.participants().isEmpty)
        await expect(.withdrawn, naming: "anna-1") { try await warehouse.push(store.database, as: anna) }
        #expect(try await warehouse.samples(of: anna).isEmpty)
        _ = try await warehouse.push(store.database, as: anna, options: PushOptions(admitsAgain: true))
        #expect(try await warehouse.samples(of: anna) == before)
        #expect(try await warehouse.participants().map(\.samples) == [before.count])
        #expect(try await warehouse.withdraw(anna).isRepeated == false)
        await expect(.withdrawn, naming: "anna-1") { try await warehouse.push(store.database, as: anna) }
    }

    @Test func `a readmitted participant is withdrawn again, whatever other shards remember`() async throws {
        let warehouse = try await ClickHouseCluster.shared.warehouse()
        let store = try PushStore(days: 3)
        defer { store.remove() }
        let home = try await warehouse.push(store.database, as: anna).shard
        #expect(try await !warehouse.withdraw(anna).isRepeated)
        _ = try await warehouse.push(store.database, as: anna, options: PushOptions(admitsAgain: true))
        let second = try await warehouse.withdraw(anna)
        #expect(!second.isRepeated && second.shards == [home])
        #expect(try await warehouse.withdraw(anna).isRepeated)
    }

    @Test func `readmission does not use a shard with weight zero`() async throws {
        var layout = try await ClickHouseCluster.shared.layout()
        layout.shards[1].weight = 0
        let warehouse = Warehouse(layout: layout, credentials: WarehouseCredentials())
        try await warehouse.prepare()
        for number in 0..<4 {
            let (first, second) = (try PushStore(1, days: 2), try PushStore(2, days: 2))
            defer {
                first.remove()
                second.remove()
            }
            let name = try Pseudonym("again-\(number)")
            #expect(try await warehouse.push(first.database, as: name).shard == layout.shards[0].name)
            try await warehouse.withdraw(name)
            await expect(.withdrawn, naming: name.description) {
                try await warehouse.push(second.database, as: name)
            }
            let receipt = try await warehouse.push(second.database, as: name, options: PushOptions(admitsAgain: true))
            #expect(receipt.shard == layout.shards[0].name)
            try await warehouse.expectSame(as: second, name)
        }
    }

    @Test func `an unreachable server or shard is named, and repeating completes the withdrawal`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 2)
        var warehouse = try await cluster.warehouse()
        warehouse.patience = .seconds(60)
        let servers = cluster.servers.flatMap { $0.map(\.server) }
        // The data is also on a shard on which it should not be.
        for participant in [anna, berta] {
            try await fill(warehouse, on: cluster.servers.map { $0[0].server }, participant)
        }
        let late = cluster.servers[1][1]
        try await late.kill()
        await expect(.incomplete, naming: late.url.absoluteString, "shard two") { try await warehouse.withdraw(anna) }
        for server in servers.dropLast() {
            #expect(try await count(warehouse, anna, on: server) == 0)
            try await expectRecord(of: anna, warehouse, on: server)
        }
        try await late.start()
        let second = try await warehouse.withdraw(anna)
        #expect(second.isRepeated && second.servers.count == 4)
        for server in servers {
            #expect(try await count(warehouse, anna, on: server) == 0)
            #expect(try await count(warehouse, berta, on: server) > 0)
            try await expectRecord(of: anna, warehouse, on: server)
        }

        for server in cluster.servers[1] { try await server.kill() }
        let carla = try Pseudonym("carla")
        await expect(.incomplete, naming: "carla", "shard two", "nothing was changed") {
            try await warehouse.withdraw(carla)
        }
        #expect(try await warehouse.isWithdrawn(carla, shard: warehouse.layout.shards[0]) == false)
        await expect(.incomplete, naming: "anna-10", cluster.servers[1][0].url.absoluteString, "shard two") {
            try await warehouse.withdraw(berta)
        }
        #expect(try await count(warehouse, berta, on: servers[0]) == 0)
        #expect(try await warehouse.isWithdrawn(berta, shard: warehouse.layout.shards[0]))
        for server in cluster.servers[1] { try await server.start() }
        let whole = try await warehouse.withdraw(berta)
        #expect(whole.shards == ["two"])
        for server in servers {
            #expect(try await count(warehouse, berta, on: server) == 0)
            try await expectRecord(of: berta, warehouse, on: server)
        }
    }

    @Test func `an incomplete withdrawal names the shards that refuse pushes`() throws {
        let replicas = try ["a", "b", "c"].map { name in
            ClusterLayout.Replica(url: try #require(URL(string: "http://\(name):8123")))
        }
        let layout = ClusterLayout(
            shards: zip(["one", "two", "three"], replicas).map { ClusterLayout.Shard(name: $0, replicas: [$1]) })
        let rows = ParticipantTraces(rows: ["samples": 1], version: 4)
        let refusing = ParticipantTraces(record: WithdrawalRecord(version: 5, isLifted: false))
        let admitted = ParticipantTraces(record: WithdrawalRecord(version: 5, isLifted: true))
        func refusal(_ traces: [ParticipantTraces?]) -> String {
            let results = traces.map { traces -> Result<ParticipantTraces, ServerFailure> in
                traces.map { .success($0) } ?? .failure(.unreachable("no answer"))
            }
            return ClusterTraces(
                layout: layout, results: Dictionary(uniqueKeysWithValues: zip(replicas, results))
            ).refusal
        }
        #expect(refusal([rows, rows, admitted]) == "pushes are not refused yet")
        #expect(refusal([nil, nil, nil]) == "pushes are not refused yet")
        #expect(refusal([refusing, rows, nil]) == "pushes are refused already on the shard one")
        #expect(refusal([refusing, rows, refusing]) == "pushes are refused already on the shards one, three")
        #expect(refusal([refusing, refusing, nil]) == "pushes are refused already where servers answered")
    }

    /// Adds two rows to every table, with different versions.
    private func fill(_ warehouse: Warehouse, on servers: [ClickHouseServer], _ participant: Pseudonym) async throws {
        for server in servers {
            for table in ParticipantTraces.tables {
                for version in [3, 4] {
                    try await server.run(
                        """
                        INSERT INTO \(warehouse.names.local(table)) (participant, version) \
                        VALUES ('\(participant)', \(version))
                        """)
                }
            }
        }
    }

    /// Returns the number of a participant's rows on a server in all tables.
    private func count(_ warehouse: Warehouse, _ participant: Pseudonym, on server: ClickHouseServer) async throws
        -> Int
    {
        var count = 0
        for table in ParticipantTraces.tables {
            let result = try await server.ask(
                "SELECT count() FROM \(warehouse.names.local(table)) WHERE participant = '\(participant)'")
            count += try ResultTable.number(result.rows[0][0])
        }
        return count
    }

    private func expectRecord(
        of participant: Pseudonym, _ warehouse: Warehouse, on server: ClickHouseServer
    ) async throws {
        let result = try await server.ask(
            """
            SELECT hex(pseudonym) AS hash, version, lifted FROM \(warehouse.names.local(.withdrawals)) FINAL \
            WHERE pseudonym = SHA256('\(participant)')
            """)
        // The version is higher than those of the pushed rows.
        #expect(result.rows == [[participant.hash.uppercased(), "5", "0"]])
    }

    private func expect(
        _ code: WarehouseError.Code, naming names: String..., by body: () async throws -> some Any
    ) async {
        do {
            _ = try await body()
            Issue.record("there was no error")
        } catch let error as WarehouseError {
            #expect(error.code == code, "\(error)")
            for name in names { #expect(error.message.contains(name), "\(error)") }
        } catch {
            Issue.record(error)
        }
    }
}
