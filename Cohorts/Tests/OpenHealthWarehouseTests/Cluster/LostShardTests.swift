// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore
import OpenHealthWarehouse
import ProcessTestSupport
import TestTimeLimits
import Testing
import WarehouseTestSupport

/// Tests of a shard whose servers are permanently lost with all of their data.
@Suite(.timeLimit(.slow)) struct LostShardTests {
    private struct Interrupted: Error {}

    /// A participant with a store.
    private struct Person {
        let name: Pseudonym
        let store: PushStore
        let shard: String
    }

    /// Returns people who are placed on two shards, with the same number on each.
    private func people(_ layout: ClusterLayout, each count: Int) throws -> [Person] {
        var people: [Person] = []
        for number in 1...1_000 {
            let name = try Pseudonym("person-\(number)")
            let shard = layout.placement(of: name).name
            guard people.count(where: { $0.shard == shard }) < count else { continue }
            people.append(Person(name: name, store: try PushStore(number, days: 4), shard: shard))
            if people.count == count * layout.shards.count { break }
        }
        return people
    }

    @Test func `a lost shard is recreated on an empty server, and the next pushes restore it`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 1)
        let warehouse = try await cluster.warehouse()
        let people = try people(warehouse.layout, each: 3)
        defer { for person in people { person.store.remove() } }
        let lost = people.filter { $0.shard == "two" }
        // Two of them are withdrawn, one of these after an incomplete push.
        let (begun, withdrawn) = (lost[1], lost[2])
        await #expect(throws: Interrupted.self) {
            _ = try await warehouse.push(begun.store.database, as: begun.name) { progress in
                if progress.samples > 0 { throw Interrupted() }
            }
        }
        for person in people where person.name != begun.name {
            #expect(try await warehouse.push(person.store.database, as: person.name).shard == person.shard)
        }
        for person in [begun, withdrawn] { try await warehouse.withdraw(person.name) }
        let cohort = try await warehouse.cohortIdentifier()

        let server = cluster.servers[1][0]
        try await server.kill()
        try server.loseDisk()
        try await server.start()
        let unsaid = await #expect(throws: WarehouseError.self) { try await warehouse.prepare() }
        #expect(unsaid?.code == .notPrepared)
        #expect(unsaid?.message.contains("the shard two") == true)
        #expect(unsaid?.message.contains(server.url.absoluteString) == true)
        #expect(unsaid?.remedy.contains("--lost two") == true)
        let stranger = await #expect(throws: WarehouseError.self) {
            try await warehouse.prepare(lost: ["two", "west"])
        }
        #expect(stranger?.code == .invalidArgument)
        #expect(stranger?.message.contains("west") == true)
        #expect(stranger?.remedy.contains("one, two") == true)
        let report = try await warehouse.prepare(lost: ["two"])
        #expect(report.servers.map(\.made.isEmpty) == [true, false])
        #expect(report.layoutVersion == 1)
        #expect(report.cohort == cohort)

        let left = people.filter { $0.shard == "one" }
        #expect(try await warehouse.participants().map(\.pseudonym) == left.map(\.name.description).sorted())
        for person in [begun, withdrawn] {
            let refused = await #expect(throws: WarehouseError.self) {
                try await warehouse.push(person.store.database, as: person.name)
            }
            #expect(refused?.code == .withdrawn, "\(person.name)")
        }
        let back = [lost[0]] + left
        for person in back {
            let receipt = try await warehouse.push(person.store.database, as: person.name)
            #expect(receipt.shard == person.shard)
            let count = try person.store.database.changes(after: 0).added.count
            #expect(receipt.samples == (person.shard == "two" ? count : 0))
            #expect(!receipt.restarted)
            try await warehouse.expectSame(as: person.store, person.name)
        }
        #expect(try await warehouse.participants().count == back.count)
    }

    @Test func `the tool refuses names of unknown shards`() async throws {
        let warehouse = try await WarehouseEngine.oldest.warehouse()
        let place = "\(try await WarehouseEngine.oldest.url)?database=\(warehouse.names.database)"
        let log = FileManager.default.temporaryDirectory.appending(path: "init-\(UUID().uuidString).log")
        defer { try? FileManager.default.removeItem(at: log) }
        let process = try await HealthTool.start(
            ["cohort", "init", "--cluster", place, "--lost", "shard-1", "--lost", "shard-1,west"], log: log,
            killedAfter: .seconds(1200))
        #expect(try await process.end() == .status(2))
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(text.contains("no shard \"west\" to report as lost; name one of shard-1"), "\(text)")
    }

    @Test func `a lost shard is excluded, and one of its name can be added later`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 1)
        let whole = try await cluster.warehouse()
        let people = try people(whole.layout, each: 1)
        defer { for person in people { person.store.remove() } }
        for person in people { _ = try await whole.push(person.store.database, as: person.name) }
        let server = cluster.servers[1][0]
        try await server.kill()
        let rest = Warehouse(
            layout: ClusterLayout(name: whole.layout.name, shards: [whole.layout.shards[0]]),
            credentials: WarehouseCredentials())
        let unsaid = await #expect(throws: WarehouseError.self) { try await rest.prepare() }
        #expect(unsaid?.code == .shardUnreachable)
        #expect(unsaid?.message.contains("the shard two") == true)
        #expect(unsaid?.remedy.hasSuffix("; if its data is permanently lost, use --lost two") == true)
        #expect(try await rest.prepare(lost: ["two"]).layoutVersion == 2)
        for person in people {
            #expect(try await rest.push(person.store.database, as: person.name).shard == "one")
            try await rest.expectSame(as: person.store, person.name)
        }

        try server.loseDisk()
        try await server.start()
        #expect(try await whole.prepare().layoutVersion == 3)
        for person in people {
            let receipt = try await whole.push(person.store.database, as: person.name)
            #expect(receipt.shard == "one")
            #expect(receipt.blocks == 0)
            try await whole.expectSame(as: person.store, person.name)
        }
    }

    @Test func `with replicas the new servers do not wait for data of the lost ones`() async throws {
        let cluster = try await ClickHouseCluster(shards: 2, replicas: 2)
        let warehouse = try await cluster.warehouse()
        let people = try people(warehouse.layout, each: 1)
        defer { for person in people { person.store.remove() } }
        for person in people { _ = try await warehouse.push(person.store.database, as: person.name) }
        let (shard, servers) = (warehouse.layout.shards[1], cluster.servers[1])
        for server in servers { try await server.kill() }
        for server in servers { try server.loseDisk() }
        for server in servers { try await server.start() }
        let report = try await warehouse.prepare(lost: ["two"])
        #expect(report.servers.map(\.made.isEmpty) == [true, true, false, false])
        for person in people {
            #expect(try await warehouse.push(person.store.database, as: person.name).shard == person.shard)
            try await warehouse.expectSame(as: person.store, person.name)
        }
        #expect(try await warehouse.settle(shard).isEmpty)

        // A server that loses its disk later receives the data of the other replicas of its shard, and not the lost data.
        try await servers[0].kill()
        try servers[0].loseDisk()
        try await servers[0].start()
        try await warehouse.prepare()
        #expect(try await warehouse.settle(shard).isEmpty)
        try await servers[1].stop()
        for person in people { try await warehouse.expectSame(as: person.store, person.name) }
    }
}
