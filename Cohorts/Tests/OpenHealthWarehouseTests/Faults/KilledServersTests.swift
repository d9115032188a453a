// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import TestTimeLimits
import Testing
import WarehouseTestSupport

/// Tests in which each server of a cluster is killed in turn while participants push and queries run continuously.
@Suite(.timeLimit(.slow)) struct KilledServersTests {
    /// The killed server.
    private struct Victim: Sendable {
        let kill: @Sendable () async throws -> Void
        let start: @Sendable () async throws -> Void
        /// The people whose pushes are affected.
        let people: [FaultPerson]
    }

    @Test func `nothing is lost or duplicated while one server of each shard is killed in turn`() async throws {
        let scene = try await FaultScene(people: 2)
        var hits = 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled { try await scene.ask() }
            }
            for victim in victims(of: scene) {
                if try await kill(victim, scene) { hits += 1 }
            }
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
        try await scene.checkEverything()
        // Otherwise the servers would only have been restarted without effect.
        #expect(hits > 0)
        #expect(scene.results >= victims(of: scene).count)
    }

    private func victims(of scene: FaultScene) -> [Victim] {
        var victims: [Victim] = []
        for (number, replicas) in scene.cluster.servers.enumerated() {
            let shard = scene.warehouse.layout.shards[number]
            let people = scene.people.filter { scene.warehouse.layout.placement(of: $0.name).name == shard.name }
            victims += replicas.map { server in
                Victim(kill: { try await server.kill() }, start: { try await server.start() }, people: people)
            }
        }
        let zooKeeper = scene.cluster.zooKeeper
        victims.append(
            Victim(
                kill: { try await zooKeeper?.kill() }, start: { try await zooKeeper?.start() }, people: scene.people))
        return victims
    }

    /// Pushes the stores of all participants. When the first rows of an affected push have arrived, the server is killed. It is
    /// restarted when all pushes have completed or failed with an error.
    /// - Returns: A Boolean value that indicates whether an affected push was in progress after the server was killed.
    private func kill(_ victim: Victim, _ scene: FaultScene) async throws -> Bool {
        for person in scene.people { try person.grow() }
        let underWay = Moment()
        let isHit = scene.people.map { person in victim.people.contains { $0 === person } }
        let wasUnderWay = try await withThrowingTaskGroup(of: Void.self) { group in
            let settled = scene.people.map { _ in Moment() }
            for (number, person) in scene.people.enumerated() {
                let (isHit, settled) = (isHit[number], settled[number])
                group.addTask {
                    defer {
                        // A push can have no data to send.
                        if isHit { underWay.come() }
                        settled.come()
                    }
                    _ = try await scene.push(
                        person, whenUnderWay: { if isHit { underWay.come() } }, whenFailed: settled.come)
                }
            }
            await underWay.wait()
            try await victim.kill()
            let wasUnderWay = zip(isHit, settled).contains { $0 && !$1.hasCome }
            for moment in settled { await moment.wait() }
            // One replica of a shard is missing, or ZooKeeper.
            try await scene.ask()
            try await victim.start()
            // The server has missed the data in the meantime.
            try await scene.ask()
            try await group.waitForAll()
            return wasUnderWay
        }
        try await scene.askUntilAnswered()
        return wasUnderWay
    }
}
