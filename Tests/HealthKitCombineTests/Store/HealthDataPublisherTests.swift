// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthTestBasics
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct HealthDataPublisherTests {
    private static let headache = HKCategoryType(.headache)

    private func counted(_ store: StreamStore) async throws -> (HKHealthStore, ReadGate, before: Int) {
        let gate = ReadGate()
        let app = try await store.allowed([Self.headache]) { gate.install(in: &$0) }
        try await app.save(HKCategorySample.fixture(.headache))
        return (app, gate, gate.count)
    }

    @Test(arguments: StreamPlace.allCases) func nothingIsReadWithoutDemand(_ place: StreamPlace) async throws {
        let store = try StreamStore(place)
        let (app, gate, before) = try await counted(store)
        let publisher = app.samplesPublisher(.categorySample(type: Self.headache))
        let receiver = Receiver<[HKCategorySample]>()
        publisher.subscribe(receiver)
        receiver.request(.none)
        // A later subscriber completes before a value arrives here.
        #expect(try await publisher.only().count == 1)
        #expect(gate.count == before + 1)
        #expect(receiver.count == 0)
        try await app.save(HKCategorySample.fixture(.headache))
        receiver.request(.max(1))
        // The value includes samples that were saved between the subscription and the demand.
        #expect(try await receiver.value().count == 2)
        try await receiver.end()
        #expect(gate.count == before + 2)
        receiver.request(.max(1))
        #expect(try await publisher.only().count == 2)
        #expect(receiver.count == 2)
    }

    @Test func eachSubscriberReadsOnce() async throws {
        let store = try StreamStore()
        let (app, gate, before) = try await counted(store)
        let publisher = app.samplesPublisher(.categorySample(type: Self.headache))
        let receivers = (0..<8).map { _ in Receiver<[HKCategorySample]>() }
        for receiver in receivers { publisher.subscribe(receiver) }
        #expect(gate.count == before)
        for receiver in receivers {
            receiver.request(.max(1))
            receiver.request(.unlimited)
        }
        for receiver in receivers {
            #expect(try await receiver.value().count == 1)
            try await receiver.end()
        }
        #expect(gate.count == before + 8)
        #expect(receivers.allSatisfy { $0.count == 2 })
    }

    @Test func demandFromManyThreadsIsOneQuestion() async throws {
        let store = try StreamStore()
        let (app, gate, before) = try await counted(store)
        let receivers = (0..<50).map { _ in Receiver<[HKCategorySample]>() }
        for receiver in receivers {
            app.samplesPublisher(.categorySample(type: Self.headache)).subscribe(receiver)
            DispatchQueue.concurrentPerform(iterations: 4) { _ in receiver.request(.max(1)) }
        }
        for receiver in receivers {
            _ = try await receiver.value()
            try await receiver.end()
        }
        #expect(gate.count == before + 50)
        #expect(receivers.allSatisfy { $0.count == 2 })
    }

    @Test func nothingComesAfterCancelling() async throws {
        let store = try StreamStore()
        let (app, gate, before) = try await counted(store)
        let publisher = app.samplesPublisher(.categorySample(type: Self.headache))

        let early = Receiver<[HKCategorySample]>()
        publisher.subscribe(early)
        let subscription = early.subscription
        early.cancel()
        subscription?.request(.unlimited)
        subscription?.cancel()

        let receiver = Receiver<[HKCategorySample]>()
        publisher.subscribe(receiver)
        weak let held = receiver.subscription as AnyObject?
        let semaphore = gate.hold()
        receiver.request(.unlimited)
        await gate.wait(beyond: before)
        receiver.cancel()
        semaphore.signal()
        try await eventually("the read ends and lets go of the subscription") { held == nil }
        #expect(receiver.count == 0)
        #expect(early.count == 0)
        #expect(gate.count == before + 1)
    }

    @Test func cancellingWithTheValuePreventsTheCompletion() async throws {
        let store = try StreamStore()
        let (app, _, _) = try await counted(store)
        let receiver = Receiver<[HKCategorySample]> { receiver, _ in
            receiver.cancel()
            return .unlimited
        }
        app.samplesPublisher(.categorySample(type: Self.headache)).subscribe(receiver)
        weak let held = receiver.subscription as AnyObject?
        receiver.request(.max(1))
        _ = try await receiver.value()
        try await eventually("the subscription ends") { held == nil }
        #expect(receiver.count == 1)
    }

    /// Samples are filtered one by one, and the subscriber cancels at the tenth.
    @Test(arguments: StreamPlace.local, [false, true])
    func cancellingStopsTheRead(_ place: StreamPlace, _ isSorted: Bool) async throws {
        let store = try StreamStore(place)
        let app = try await store.allowed([Self.headache])
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let total = 20_000
        try await app.save((0..<total).map { HKCategorySample.fixture(.headache, start: start + Double($0)) })
        let receiver = Receiver<[HKCategorySample]>()
        let counting = Counting(at: 10) { receiver.cancel() }
        app.samplesPublisher(
            .categorySample(type: Self.headache, predicate: NSPredicate { _, _ in counting.pass() }),
            sortedBy: isSorted ? [SortDescriptor(\.endDate)] : []
        ).subscribe(receiver)
        weak let held = receiver.subscription as AnyObject?
        receiver.request(.unlimited)
        try await eventually("the read ends") { held == nil }
        #expect(counting.count >= 10)
        #expect(counting.count < total / 4)
        #expect(receiver.count == 0)
        // The connections can still read and write.
        for _ in 0..<6 {
            #expect(try await app.samplesPublisher(.categorySample(type: Self.headache)).only().count == total)
        }
        try await app.save(HKCategorySample.fixture(.headache))
    }

    @Test func errorsAreFailures() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.grant(read: [Self.headache, HKQuantityType(.stepCount)], to: store)
        for code in [HKError.Code.errorDatabaseInaccessible, .errorNoData, .unknownError] {
            world.failNext(.read, with: code)
            let error = try await store.samplesPublisher(.categorySample(type: Self.headache)).failure()
            #expect((error as? HKError)?.code == code)
            // The next subscriber reads again.
            #expect(try await store.samplesPublisher(.categorySample(type: Self.headache)).only().isEmpty)
        }
        world.lockDatabase()
        let steps = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
        let errors = [
            try await store.statisticsPublisher(steps, options: .cumulativeSum).failure(),
            try await store.batchPublisher(for: [Self.headache]).failure(),
            try await store.sourcesPublisher(steps).failure(),
        ]
        #expect(errors.allSatisfy { ($0 as? HKError)?.code == .errorDatabaseInaccessible })
    }

    @Test func withoutHealthDataThePublisherFails() async throws {
        let store = try StreamStore().app { $0.isHealthDataAvailable = false }
        let error = try await store.samplesPublisher(.workout()).failure()
        #expect((error as? HKError)?.code == .errorHealthDataUnavailable)
    }

    @Test func everythingIsReleased() async throws {
        let store = try StreamStore()
        let (app, gate, _) = try await counted(store)
        let released = EventLog<Void>()
        var token: Token? = Token(released)
        let publisher = app.samplesPublisher(.categorySample(type: Self.headache))
        // One subscriber completes, one is cancelled while it reads, and one never has demand.
        do {
            let finished = QueryRecorder<Int>()
            let first = publisher.sink(
                receiveCompletion: { [token] _ in withExtendedLifetime(token) { finished.record(0) } },
                receiveValue: { [token] _ in withExtendedLifetime(token) {} })
            _ = try await finished.next()
            let semaphore = gate.hold()
            let before = gate.count
            let second = publisher.sink(
                receiveCompletion: { [token] _ in withExtendedLifetime(token) {} }, receiveValue: { _ in })
            await gate.wait(beyond: before)
            second.cancel()
            let third = Receiver<[HKCategorySample]> { [token] _, _ in withExtendedLifetime(token) { .none } }
            publisher.subscribe(third)
            third.cancel()
            token = nil
            withExtendedLifetime((first, second)) {}
            semaphore.signal()
        }
        // The values of all subscribers are released.
        await released.wait(count: 1)
    }
}

/// An object that subscribers have, whose release is an event.
private final class Token: Sendable {
    private let released: EventLog<Void>

    init(_ released: EventLog<Void>) {
        self.released = released
    }

    deinit { released.note() }
}

/// A counter of calls that performs an action at one of them.
private final class Counting: Sendable {
    private let seen = Mutex(0)
    private let place: Int
    private let act: @Sendable () -> Void

    init(at place: Int, _ act: @escaping @Sendable () -> Void) {
        self.place = place
        self.act = act
    }

    var count: Int { seen.withLock { $0 } }

    func pass() -> Bool {
        let now = seen.withLock { seen in
            seen += 1
            return seen
        }
        if now == place { act() }
        return true
    }
}
