// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import TestTimeLimits
import Testing
import WarehouseTestSupport

/// Tests of queries while servers are permanently missing.
@Suite(.timeLimit(.slow)) struct DeadShardTests {
    @Test func `a shard without a server is a named error, and the other accepts pushes`() async throws {
        let scene = try await FaultScene(people: 1)
        for person in scene.people { try person.grow() }
        for person in scene.people { _ = try await scene.push(person) }
        try await scene.checkEverything()
        let (alive, dead) = (scene.people[0], scene.people[1])
        for server in scene.cluster.servers[1] { try await server.kill() }
        let error = await #expect(throws: WarehouseError.self) { try await scene.result() }
        #expect(error?.code == .shardUnreachable)
        #expect(error?.message.contains("shard two") == true)
        try alive.grow()
        // The second replica of the shard can be later than the scene's patience, but the push does not fail.
        var patient = scene.warehouse
        patient.patience = ClickHouseCluster.patience
        _ = try await patient.push(alive.database, as: alive.name)
        #expect(try await scene.push(alive) == 0)
        try dead.grow()
        let refusal = await #expect(throws: WarehouseError.self) {
            try await scene.warehouse.push(dead.database, as: dead.name)
        }
        #expect(refusal?.code == .shardUnreachable)
        #expect(refusal?.message.contains("shard two") == true)
        for server in scene.cluster.servers[1] { try await server.start() }
        _ = try await scene.push(dead)
        try await scene.checkEverything()
    }

    @Test func `a replica that missed pushes is not read before it has caught up`() async throws {
        let scene = try await FaultScene(people: 1)
        for person in scene.people { try person.grow() }
        for person in scene.people { _ = try await scene.push(person) }
        for replica in 0..<2 {
            for shard in scene.cluster.servers { try await shard[replica].kill() }
            for person in scene.people {
                try person.grow()
                _ = try await scene.push(person)
            }
            for shard in scene.cluster.servers { try await shard[replica].start() }
            for _ in 0..<20 { try await scene.ask() }
            try await scene.checkEverything()
        }
    }

    @Test func `an unreachable replica with unique data is named`() async throws {
        let scene = try await FaultScene(people: 1)
        let person = scene.people[0]
        try person.grow()
        _ = try await scene.push(person)
        let (first, second) = (scene.cluster.servers[0][0], scene.cluster.servers[0][1])
        try await second.kill()
        try person.grow()
        _ = try await scene.push(person)
        // The replica with the data stops, and the one without it returns.
        try await first.kill()
        try await second.start()
        let error = await #expect(throws: WarehouseError.self) { try await scene.result() }
        #expect(error?.code == .replicaBehind)
        #expect(error?.message.contains(first.url.absoluteString) == true)
        #expect(error?.message.contains("shard one") == true)
        try await first.start()
        for person in scene.people { _ = try await scene.push(person) }
        try await scene.checkEverything()
    }
}
