// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct BackgroundDeliveryTests {
    private typealias World = ObserverWorld

    @Test func registrationsArePersistent() async throws {
        let world = try World()
        let store = world.store()
        try world.save(World.water)
        try await store.enableBackgroundDelivery(for: World.water, frequency: .daily)
        #expect(
            try world.delivery(World.water)
                == BackgroundDelivery(frequency: .daily, anchor: 1, delivered: nil, failures: 0))
        try world.save(World.water)
        // Programs enable the delivery at each start.
        try await store.enableBackgroundDelivery(for: World.water, frequency: .immediate)
        #expect(
            try world.delivery(World.water)
                == BackgroundDelivery(frequency: .immediate, anchor: 1, delivered: nil, failures: 0))
        try await store.disableBackgroundDelivery(for: World.water)
        #expect(try world.delivery(World.water) == nil)
        try await store.disableBackgroundDelivery(for: World.water)
        for type in [World.steps, World.water] {
            try await store.enableBackgroundDelivery(for: type, frequency: .hourly)
            try await world.store(World.writer).enableBackgroundDelivery(for: type, frequency: .weekly)
        }
        try await store.disableAllBackgroundDelivery()
        for type in [World.steps, World.water] {
            #expect(try world.delivery(type) == nil)
            #expect(try world.access(World.writer).deliveries(of: [type])[type]?.frequency == .weekly)
        }
    }

    @Test func completionHandlersAreRequired() async throws {
        let world = try World()
        let store = world.store()
        for step in 0..<4 {
            let (success, error) = await withCheckedContinuation { continuation in
                let completion: @Sendable (Bool, (any Error)?) -> Void = { continuation.resume(returning: ($0, $1)) }
                switch step {
                case 0: store.enableBackgroundDelivery(for: World.steps, frequency: .hourly, withCompletion: completion)
                case 1: store.disableBackgroundDelivery(for: World.steps, withCompletion: completion)
                case 2: store.disableAllBackgroundDelivery(completion: completion)
                default:
                    store.enableBackgroundDelivery(
                        for: HKQuantityType(.bodyMass), frequency: .hourly, withCompletion: completion)
                }
            }
            #expect(success == (step < 3))
            #expect((error as? HKError)?.code == (step < 3 ? nil : .errorAuthorizationNotDetermined))
        }
    }

    @Test func everyTypeIsDelivered() async throws {
        let world = try World()
        let access = world.access()
        for description in HealthTypes.all {
            guard let type = HKObjectType.named(description.identifier) as? HKSampleType else { continue }
            if type is HKCorrelationType {
                let error = try #require(throws: HKError.self) {
                    try access.enableDelivery(of: type, frequency: .immediate)
                }
                #expect(error.code == .errorInvalidArgument)
            } else {
                try access.record(AuthorizationDecision(read: [type: .denied]))
                try access.enableDelivery(of: type, frequency: .immediate)
                #expect(try world.delivery(type)?.frequency == .immediate)
            }
        }
    }

    /// A restarted program receives all missed changes in one call.
    @Test func changesMissedWhileNotRunningAreDelivered() async throws {
        let world = try World()
        try await world.store().enableBackgroundDelivery(for: World.water, frequency: .immediate)
        for number in 0..<5 { try world.save(World.water, at: Double(number)) }
        #expect(try world.delivery(World.water)?.anchor == 0)
        let first = ObserverCalls()
        let (store, query) = (world.store(), first.query(World.water))
        store.execute(query)
        try await first.wait(1)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.anchor == 5)
        try world.save(World.water)
        try await first.wait(2)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.anchor == 6)
        #expect(first.count == 2)
        store.stop(query)
        #expect(try world.delivery(World.water)?.failures == 0)
    }

    /// Unacknowledged changes are reported only three times. They are not reported to the next run of the program either, which
    /// receives only its first call.
    @Test func deliveryStopsAfterThreeAttempts() async throws {
        let world = try World()
        try await world.store().enableBackgroundDelivery(for: World.water, frequency: .immediate)
        let calls = ObserverCalls(.never)
        var (store, query) = (world.store(), calls.query(World.water))
        store.execute(query)
        try await calls.wait(1)
        try await world.settle(query)
        #expect(calls.count == 1)
        try world.save(World.water)
        try await calls.wait(2)
        for (count, pause) in [(3, Duration.seconds(1)), (4, .seconds(4))] {
            await world.steadyClock.waitForSleeper(of: pause)
            world.steadyClock.advance(by: pause)
            try await calls.wait(count)
        }
        try await world.settle(query)
        #expect(calls.count == 4 && world.steadyClock.sleeperCount == 0)
        #expect(try world.delivery(World.water)?.failures == 3)
        #expect(try world.delivery(World.water)?.anchor == 0)
        try world.save(World.water)
        try await world.settle(query)
        #expect(calls.count == 4)
        store.stop(query)

        let again = ObserverCalls(.never)
        (store, query) = (world.store(), again.query(World.water, World.steps))
        store.execute(query)
        try await again.wait(1)
        try world.save(World.water)
        try await world.settle(query)
        #expect(again.count == 1)
        // Another type of the same query is not affected.
        try world.save(World.steps)
        #expect(try await again.wait(2).types == [World.steps])
        // Enabling the delivery again resumes the calls.
        try await store.enableBackgroundDelivery(for: World.water, frequency: .immediate)
        #expect(try await again.wait(3).types == [World.water])
        for (count, pause) in [(4, Duration.seconds(1)), (5, .seconds(4))] {
            await world.steadyClock.waitForSleeper(of: pause)
            world.steadyClock.advance(by: pause)
            try await again.wait(count)
        }
        try await world.settle(query)
        #expect(again.count == 5)
        store.stop(query)
    }

    /// A late acknowledgement counts, and later changes are reported after it.
    @Test func lateAcknowledgement() async throws {
        let world = try World()
        try await world.store().enableBackgroundDelivery(for: World.water, frequency: .immediate)
        let calls = ObserverCalls(.later)
        defer { calls.forget() }
        let (store, query) = (world.store(), calls.query(World.water))
        store.execute(query)
        try await calls.wait(1)
        try world.save(World.water)
        try await calls.wait(2)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.failures == 1)
        try world.save(World.water)
        try await world.settle(query)
        #expect(calls.count == 2)
        calls.acknowledge(1)
        try await calls.wait(3)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.anchor == 1)
        calls.acknowledge(1)
        calls.acknowledge(2)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.anchor == 2)
        #expect(try world.delivery(World.water)?.failures == 0)
        #expect(calls.count == 3)
        store.stop(query)
    }

    /// The query can have ended when the app acknowledges.
    @Test func acknowledgementAfterTheEnd() async throws {
        let world = try World()
        try await world.store().enableBackgroundDelivery(for: World.water, frequency: .immediate)
        try world.save(World.water)
        let calls = ObserverCalls(.later)
        defer { calls.forget() }
        let (store, query) = (world.store(), calls.query(World.water))
        store.execute(query)
        try await calls.wait(1)
        store.stop(query)
        calls.acknowledge(0)
        try await world.settle(query)
        #expect(try world.delivery(World.water)?.anchor == 1)
    }

    @Test func frequencies() async throws {
        for (frequency, seconds) in [(HKUpdateFrequency.hourly, 3600.0), (.daily, 86400), (.weekly, 604_800)] {
            let world = try World()
            try await world.store().enableBackgroundDelivery(for: World.water, frequency: frequency)
            let calls = ObserverCalls()
            let (store, query) = (world.store(), calls.query(World.water))
            store.execute(query)
            try await calls.wait(1)
            // No change was missed, so the first change is reported immediately.
            try world.save(World.water)
            try await calls.wait(2)
            // The time of the report is that of the clock after the handler has returned.
            try await world.settle(query)
            #expect(try world.delivery(World.water)?.delivered != nil)
            // One save is one change. Several could be reported in two periods.
            try world.access(World.writer).save((0..<5).map { World.sample(World.water, at: Double($0)) })
            let check = Duration.seconds(1)
            await world.steadyClock.waitForSleeper(of: check)
            world.pass(seconds - 1)
            world.steadyClock.advance(by: check)
            // The query has looked at the clock, and waits for the next check.
            await world.steadyClock.waitForSleeper(of: check)
            #expect(calls.count == 2)
            world.pass(1)
            world.steadyClock.advance(by: check)
            try await calls.wait(3)
            try await world.settle(query)
            #expect(try world.delivery(World.water)?.anchor == 6)
            #expect(calls.count == 3)
            store.stop(query)
        }
    }

    /// Steps, which Apple platforms deliver at most hourly in the background, are reported immediately to a running program.
    @Test func immediateDeliveryIsImmediate() async throws {
        let world = try World()
        let calls = [ObserverCalls(), ObserverCalls()]
        try await world.store().enableBackgroundDelivery(for: World.steps, frequency: .immediate)
        let stores = [world.store(), world.store(World.writer)]
        let queries = calls.map { $0.query(World.steps) }
        for (store, query) in zip(stores, queries) { store.execute(query) }
        for calls in calls { try await calls.wait(1) }
        for number in 0..<3 {
            try world.save(at: Double(number))
            for calls in calls { try await calls.wait(2 + number) }
        }
        for (store, query) in zip(stores, queries) { store.stop(query) }
    }

    /// Delayed changes are reported when background delivery is disabled.
    @Test func deliveryDisabledMeanwhile() async throws {
        let world = try World()
        try await world.store().enableBackgroundDelivery(for: World.water, frequency: .weekly)
        let calls = ObserverCalls()
        let (store, query) = (world.store(), calls.query(World.water))
        store.execute(query)
        try await calls.wait(1)
        try world.save(World.water)
        try await calls.wait(2)
        try world.save(World.water)
        try await world.settle(query)
        #expect(calls.count == 2)
        try await store.disableBackgroundDelivery(for: World.water)
        try await calls.wait(3)
        try world.save(World.water)
        try await calls.wait(4)
        store.stop(query)
    }
}
