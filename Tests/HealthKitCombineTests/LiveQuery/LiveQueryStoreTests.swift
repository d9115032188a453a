// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import TestTimeLimits
import Testing

@testable import HealthKitCombine

/// Tests of live queries of the health store.
@Suite(.timeLimit(.usual)) struct LiveQueryStoreTests {
    private let steps = HKQuantityType(.stepCount)
    private let world: HealthWorld
    private let store: HKHealthStore

    init() throws {
        world = try HealthWorld()
        store = world.app()
        try world.grant(share: [steps], read: [steps], to: store)
    }

    private func add(_ count: Int = 1) throws {
        for _ in 0..<count { try world.add(HKQuantitySample.fixture(.stepCount, 10)) }
    }

    /// Returns a live query of the number of samples that counts its reads.
    private func counting(_ reads: Tally = Tally()) -> LiveQuery<Int> {
        let steps = steps
        return LiveQuery(of: store.context, ChangeInterest([steps])) { access in
            reads.add()
            return try await access.samples(SampleQuery([.init(steps)])).count
        }
    }

    /// Waits until the changes so far have been reported to earlier subscribers.
    private func changesAreTold() async throws {
        let told = Watcher<Int>(.max(1)) { _, _ in .none }
        counting().subscribe(told)
        await told.wait(count: 1)
        let type = HKQuantityType(.heartRate)
        let heard = Watcher<Int>(.unlimited)
        LiveQuery(of: store.context, ChangeInterest([type])) { _ in 0 }.subscribe(heard)
        await heard.wait(count: 1)
        // Subscribers are called in no particular order. The second change is only reported after all have received the first.
        for count in 2...3 {
            try world.add(HKQuantitySample.fixture(.heartRate))
            await heard.wait(count: count)
        }
        told.cancel()
        heard.cancel()
    }

    @Test func firstValueThenOneAfterEachChange() async throws {
        let watcher = Watcher<Int>(.unlimited)
        counting().subscribe(watcher)
        await watcher.wait(last: 0)
        try add()
        await watcher.wait(last: 1)
        try add()
        #expect(await watcher.wait(last: 2) == [0, 1, 2])
        #expect(!watcher.history.isBroken)
        watcher.cancel()
    }

    @Test func manyChangesWithoutDemandGiveOneValue() async throws {
        let reads = Tally()
        let watcher = Watcher<Int>(.max(1))
        counting(reads).subscribe(watcher)
        await watcher.wait(last: 0)
        try add(20)
        try await changesAreTold()
        #expect(reads.count == 1, "read without demand")
        watcher.request(.max(5))
        #expect(await watcher.wait(last: 20) == [0, 20])
        try await changesAreTold()
        #expect(reads.count == 2)
        #expect(watcher.values == [0, 20])
        watcher.cancel()
    }

    @Test func changesOfOtherTypesAreNotRead() async throws {
        let reads = Tally()
        let watcher = Watcher<Int>(.unlimited)
        counting(reads).subscribe(watcher)
        await watcher.wait(last: 0)
        try await changesAreTold()
        #expect(reads.count == 1)
        watcher.cancel()
    }

    @Test func nothingIsReadAfterCancel() async throws {
        let reads = Tally()
        let watcher = Watcher<Int>(.unlimited) { watcher, value in
            if value == 1 { watcher.cancelForGood() }
            return .none
        }
        counting(reads).subscribe(watcher)
        await watcher.wait(last: 0)
        try add()
        await watcher.wait(last: 1)
        try add(3)
        try await changesAreTold()
        #expect(reads.count == 2)
        #expect(watcher.values == [0, 1])
        #expect(!watcher.history.isBroken)
    }

    @Test func nothingIsReadWithoutDemand() async throws {
        let reads = Tally()
        let watcher = Watcher<Int>()
        counting(reads).subscribe(watcher)
        try add()
        try await changesAreTold()
        #expect(reads.count == 0)
        watcher.cancel()
    }

    @Test func withdrawnPermissionsTakeEffect() async throws {
        try add(3)
        let watcher = Watcher<Int>(.unlimited)
        counting().subscribe(watcher)
        await watcher.wait(last: 3)
        try world.revoke([steps], from: store)
        await watcher.wait(last: 0)
        try world.grant(read: [steps], to: store)
        // A change of two tables can be reported, and answered, twice, so only the order of results matters.
        let results = await watcher.wait(last: 3)
        #expect(results.indices.filter { $0 == 0 || results[$0] != results[$0 - 1] }.map { results[$0] } == [3, 0, 3])
        watcher.cancel()
    }

    @Test func errorsAreThoseOfHealthKit() async throws {
        let other = world.app("org.example.stranger")
        let steps = steps
        let watcher = Watcher<Int>(.max(1))
        LiveQuery(of: other.context, ChangeInterest([steps])) { access in
            try await access.samples(SampleQuery([.init(steps)])).count
        }.subscribe(watcher)
        let error = await watcher.wait { $0.isFinished }.error
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        #expect(watcher.values == [])
    }

    @Test func otherErrorsAreConvertedToHealthKitErrors() async throws {
        let watcher = Watcher<Int>(.max(1))
        LiveQuery<Int>(of: store.context, ChangeInterest([steps])) { _ in throw HandSource.Failure() }
            .subscribe(watcher)
        let error = await watcher.wait { $0.isFinished }.error
        #expect(error is HKError)
    }

    @Test func unavailableStoreFails() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
        try Data("not a folder".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let context = HealthContext(
            HealthKitSystem.Configuration(
                store: .file(folder.appending(path: "health.db")), app: AppIdentity(identifier: "a", name: "a")))
        let watcher = Watcher<Int>(.max(1))
        LiveQuery(of: context, ChangeInterest([steps])) { _ in 0 }.subscribe(watcher)
        let error = await watcher.wait { $0.isFinished }.error
        #expect(error is HKError)
    }

    @Test func aFailureAfterValuesEndsTheSubscription() async throws {
        let reads = Tally()
        let watcher = Watcher<Int>(.unlimited)
        counting(reads).subscribe(watcher)
        await watcher.wait(last: 0)
        world.failNext(.read, with: .errorDatabaseInaccessible, of: store)
        try add()
        let history = await watcher.wait { $0.isFinished }
        #expect((history.error as? HKError)?.code == .errorDatabaseInaccessible)
        try add()
        try await changesAreTold()
        #expect(reads.count == 2)
        #expect(watcher.values == [0])
    }

    @Test func everythingIsReleased() async throws {
        final class Thing: Sendable {
            let released = EventLog<Void>()
            deinit { released.note() }
        }
        let (thingReleased, watcherReleased): (EventLog<Void>, EventLog<Void>)
        do {
            let held = Thing()
            let second = Watcher<Int>(.unlimited)
            (thingReleased, watcherReleased) = (held.released, second.released)
            LiveQuery(of: store.context, ChangeInterest([steps])) { [held] _ in
                withExtendedLifetime(held) { 1 }
            }.subscribe(second)
            await second.wait(count: 1)
            second.cancel()
        }
        // The reading thread can still be releasing its references.
        await thingReleased.wait(count: 1)
        await watcherReleased.wait(count: 1)
    }

    /// A writer saves while subscribers arrive: each ends with the final state, regardless of when it subscribes.
    @Test func nothingIsLostBetweenSubscribingAndReading() async throws {
        let (total, reads) = (60, Tally())
        let writer = Task.detached { [self] in
            for _ in 0..<total {
                try add()
                await Task.yield()
            }
        }
        var watchers: [Watcher<Int>] = []
        for number in 0..<40 {
            let watcher = Watcher<Int>(number % 2 == 0 ? .unlimited : .max(1)) { _, _ in .max(1) }
            counting(reads).subscribe(watcher)
            watchers.append(watcher)
            await Task.yield()
        }
        try await writer.value
        for watcher in watchers {
            let values = await watcher.wait(last: total)
            #expect(values == values.sorted())
            #expect(!watcher.history.isBroken)
            watcher.cancel()
        }
        #expect(reads.count <= 40 * (total + 1))
    }

    /// Changes that the closure itself saves during the first read are noticed.
    @Test func changesDuringTheFirstReadAreNoticed() async throws {
        let steps = steps
        for round in 0..<40 {
            let reads = Tally()
            let watcher = Watcher<Int>(.unlimited)
            LiveQuery(of: store.context, ChangeInterest([steps])) { [self] access in
                let count = try await access.samples(SampleQuery([.init(steps)])).count
                if reads.add() == 1 { try add() }
                return count
            }.subscribe(watcher)
            await watcher.wait(last: round + 1)
            watcher.cancel()
        }
    }

    @Test func changesOfAnotherDatabaseOnTheSameFileAreNoticed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "health.db")
        let steps = steps
        func app(_ name: String) async throws -> HKHealthStore {
            let store = HKHealthStore.make(
                in: HealthContext(
                    HealthKitSystem.Configuration(
                        store: .file(file), app: AppIdentity(identifier: "org.example.\(name)", name: name),
                        authorization: .grant)))
            try await store.requestAuthorization(toShare: [steps], read: [steps])
            return store
        }
        let (reader, writer) = (try await app("reader"), try await app("writer"))
        let databases = try [reader, writer].map {
            try #require(try $0.context.access() as? LocalAccess).appAccess.database
        }
        #expect(databases[0] !== databases[1])
        let watcher = Watcher<Int>(.unlimited)
        LiveQuery(of: reader, observing: [steps]) { store in
            try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: steps)], sortDescriptors: [])
                .result(for: store).count
        }.subscribe(watcher)
        await watcher.wait(last: 0)
        for count in 1...3 {
            try await writer.save(HKQuantitySample.fixture(.stepCount, 1))
            await watcher.wait(last: count)
        }
        watcher.cancel()
    }
}
