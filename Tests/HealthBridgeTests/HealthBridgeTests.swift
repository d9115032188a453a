// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthBridge
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import RemoteTestSupport
import TestTimeLimits
import Testing

@Suite("Health bridge", .timeLimit(.slow)) struct HealthBridgeTests {
    @Test(
        "Phone and server are equal after random changes, a network that breaks and restarts",
        arguments: 1...6 as ClosedRange<UInt64>)
    func randomChanges(seed: UInt64) async throws {
        let world = try await BridgeWorld(seed: seed)
        var life = RandomLife(world, seed: seed)
        var random = SeededGenerator(seed: seed &+ 1000)
        world.proxy.breaks(true)
        var bridge = try world.bridge()
        var failures = 0
        for _ in 0..<15 {
            try await life.live()
            do { _ = try await bridge.send() } catch { failures += 1 }
            // A restart leaves the files only.
            if Bool.random(using: &random) {
                bridge = try world.bridge(batchSize: Int.random(in: 1...20, using: &random))
            }
        }
        world.proxy.breaks(false)
        let report = try await world.bridge().send()
        #expect(report.isComplete)
        let phone = try world.onPhone()
        // The lines that only one of them has say more than both lists.
        let server = try world.onServer()
        #expect(Set(server).symmetricDifference(phone).sorted() == [])
        #expect(server.count == phone.count)
        #expect(phone.count > 20)
        #expect(failures > 0, "the network has broken a call")
        // Nothing is left to send.
        let again = try await world.bridge().send()
        #expect(again.types == [:])
    }

    @Test("A batch whose answer is lost is performed once", arguments: BreakingProxy.Fault.allCases)
    func lostResponses(fault: BreakingProxy.Fault) async throws {
        let world = try await BridgeWorld()
        var life = RandomLife(world, seed: 5)
        for _ in 0..<3 { try await life.live() }
        // All three attempts of the first call fail.
        world.proxy.breakNext([fault, fault, fault])
        await #expect(throws: BridgeError.self) { try await world.bridge(batchSize: 100).send() }
        let report = try await world.bridge(batchSize: 100).send()
        #expect(report.isComplete)
        #expect(try world.onServer() == world.onPhone())
    }

    @Test("A sample that is deleted after a lost answer to the first batch is deleted on the server")
    func deletionAfterLostResponse() async throws {
        let world = try await BridgeWorld()
        let date = Date(timeIntervalSince1970: 1_795_435_200)
        let samples = (0..<3).map { index in
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10),
                start: date + Double(index), end: date + Double(index))
        }
        try await world.watch.save(samples)
        world.proxy.breakNext([.lostResponse, .lostResponse, .lostResponse])
        await #expect(throws: BridgeError.self) { try await world.bridge().send() }
        #expect(try world.onServer().count == 3)
        try await world.watch.delete(samples[1])
        // With smaller batches, the others come one after the other.
        #expect(try await world.bridge(batchSize: 1).send().isComplete)
        #expect(try world.onServer() == world.onPhone())
        #expect(try world.onServer().count == 2)
    }

    @Test("Metadata keep their types beside a sample of the same second")
    func typedMetadata() async throws {
        let world = try await BridgeWorld()
        let date = Date(timeIntervalSince1970: 1_795_435_200)
        for index in 0..<3 {
            let sample = HKQuantitySample(
                type: HKQuantityType(.heartRate),
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 60 + Double(index)), start: date,
                end: date, metadata: ["own number": 5, "own date": date, "own text": "5"])
            try await world.watch.save(sample)
            #expect(try await world.bridge().send().isComplete)
        }
        #expect(try world.onServer() == world.onPhone())
    }

    @Test("A type that is not allowed is left, the others are sent, and it is sent after the permission")
    func permissions() async throws {
        let world = try await BridgeWorld()
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        try world.allow([steps], share: .denied)
        var life = RandomLife(world, seed: 9)
        for _ in 0..<5 { try await life.live() }
        let report = try await world.bridge().send()
        #expect(report.types[steps]?.error?.code == .notAllowed)
        #expect(report.types.count { $0.value.error != nil } == 1)
        let others = try world.onPhone().filter { !$0.hasPrefix(steps) }
        #expect(try world.onServer() == others)
        try world.allow([steps])
        #expect(try await world.bridge().send().isComplete)
        #expect(try world.onServer() == world.onPhone())
    }

    @Test("A wrong token ends the call, and nothing is lost")
    func wrongToken() async throws {
        let world = try await BridgeWorld()
        var life = RandomLife(world, seed: 3)
        try await life.live()
        let folder = world.daemon.folder.appending(path: "other")
        var configuration = HealthBridge.Configuration(
            server: world.daemon.url, token: "ohk_wrong", types: BridgeWorld.types, folder: folder)
        configuration.pauses = []
        let bridge = HealthBridge(world.phone.app("org.example.bridge"), configuration: configuration)
        await #expect(throws: BridgeError.self) { try await bridge.send() }
        #expect(try world.onServer() == [])
        #expect(try await world.bridge().send().isComplete)
        #expect(try world.onServer() == world.onPhone())
    }

    @Test("Damaged state sends everything again, and the server ignores what it has")
    func damagedState() async throws {
        let world = try await BridgeWorld()
        var life = RandomLife(world, seed: 4)
        for _ in 0..<4 { try await life.live() }
        _ = try await world.bridge().send()
        let before = try world.onServer()
        try Data("{".utf8).write(to: world.daemon.folder.appending(path: "bridge/state.json"))
        let report = try await world.bridge().send()
        #expect(report.samples >= before.count)
        #expect(try world.onServer() == before)
        try await world.bridge().forget()
        #expect(try await world.bridge().send().isComplete)
        #expect(try world.onServer() == before)
    }

    @Test("Types that are not sent are named")
    func unsupported() async throws {
        let world = try await BridgeWorld()
        let route = HKSeriesType.workoutRoute()
        let report = try await world.bridge(types: [route, HKQuantityType(.stepCount)]).send()
        #expect(report.unsupported == [route.identifier])
    }

    @Test("Changes are sent after the start without further calls")
    func observers() async throws {
        let world = try await BridgeWorld()
        let bridge = try world.bridge()
        bridge.start()
        defer { bridge.stop() }
        var life = RandomLife(world, seed: 6)
        let changes = EventLog<Void>()
        let subscription = try world.daemon.database.subscribe { _ in changes.note() }
        defer { subscription.cancel() }
        for _ in 0..<3 {
            try await life.live()
            let phone = try world.onPhone()
            var seen = changes.count
            while try world.onServer() != phone {
                try Task.checkCancellation()
                await changes.wait(count: seen + 1)
                seen = changes.count
            }
        }
    }
}
