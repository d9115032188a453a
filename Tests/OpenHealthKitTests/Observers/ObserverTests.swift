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

@Suite(.timeLimit(.usual)) struct ObserverTests {
    private typealias World = ObserverWorld

    @Test func firesInitiallyAndForEachChange() async throws {
        for inMemory in [true, false] {
            let world = try World(inMemory: inMemory)
            let calls = ObserverCalls()
            let (store, query) = (world.store(), calls.query(World.steps))
            store.execute(query)
            #expect(try await calls.wait(1) == .init(types: [World.steps]))
            let sample = try world.save()
            #expect(try await calls.wait(2) == .init(types: [World.steps]))
            try world.access(World.writer).delete([sample])
            #expect(try await calls.wait(3) == .init(types: [World.steps]))
            // Changes of another type.
            try world.save(World.water)
            try world.save()
            try await calls.wait(4)
            try await world.settle(query)
            #expect(calls.count == 4)
            store.stop(query)
            try world.save()
            try await world.settle(query)
            #expect(calls.count == 4)
        }
    }

    @Test func oneTypeInitializer() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let query = HKObserverQuery(sampleType: World.steps, predicate: nil) { query, completion, error in
            calls.add(query, nil, completion, error)
        }
        #expect(query.objectType == World.steps && query.predicate == nil)
        let store = world.store()
        store.execute(query)
        try await calls.wait(1)
        try world.save()
        try await calls.wait(2)
        store.stop(query)
    }

    @Test func severalTypes() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let (store, query) = (world.store(), calls.query(World.steps, World.heartRate))
        store.execute(query)
        #expect(try await calls.wait(1).types == [World.steps, World.heartRate])
        try world.save(World.heartRate)
        #expect(try await calls.wait(2).types == [World.heartRate])
        try world.save(World.water)
        try world.save(World.steps)
        #expect(try await calls.wait(3).types == [World.steps])
        store.stop(query)
    }

    @Test func predicates() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let predicate = HKQuery.predicateForSamples(
            withStart: Date(timeIntervalSince1970: 1_704_067_200), end: nil, options: .strictStartDate)
        let (store, query) = (world.store(), calls.query(World.steps, predicate: predicate))
        store.execute(query)
        try await calls.wait(1)
        try world.save(at: -100)
        try world.save(at: 100)
        try await calls.wait(2)
        try await world.settle(query)
        #expect(calls.count == 2)
        store.stop(query)
    }

    /// The app's permission to read is checked for each change.
    @Test func permissions() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let (store, query) = (world.store(), calls.query(World.steps))
        store.execute(query)
        try await calls.wait(1)
        try world.grant(World.reader, read: .denied)
        try world.save()
        try await world.settle(query)
        #expect(calls.count == 1)
        try world.save(as: World.reader)
        try await calls.wait(2)
        try world.grant(World.reader, read: .limited(since: Date(timeIntervalSince1970: 1_704_067_200)))
        try world.save(at: -1)
        try await world.settle(query)
        #expect(calls.count == 2)
        try world.save(at: 1)
        try await calls.wait(3)
        #expect(calls.all.allSatisfy { $0.error == nil })
        store.stop(query)
    }

    @Test func errorsReachTheHandler() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let store = world.store(AppIdentity(identifier: "org.example.stranger", name: "Stranger"))
        let (query, empty) = (calls.query(World.steps), calls.query())
        store.execute(query)
        #expect(try await calls.wait(1) == .init(types: nil, error: .errorAuthorizationNotDetermined))
        store.execute(empty)
        #expect(try await calls.wait(2).error == .errorInvalidArgument)
        try world.save()
        try await world.settle(query, empty)
        #expect(calls.count == 2)
    }

    /// An error is reported once; the changes in the meantime are reported when the error has been resolved.
    @Test func temporaryErrorsDoNotEndTheQuery() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let isBroken = Mutex(false)
        var configuration = HealthKitSystem.Configuration(
            store: .database(world.database), app: World.reader, authorization: .grant)
        configuration.intercept = { _ in
            if isBroken.withLock({ $0 }) { throw HKError(.errorDatabaseInaccessible) }
        }
        let store = HKHealthStore.make(in: HealthContext(configuration))
        let query = calls.query(World.steps, World.water)
        store.execute(query)
        try await calls.wait(1)
        isBroken.withLock { $0 = true }
        for _ in 0..<5 { try world.save() }
        #expect(try await calls.wait(2) == .init(types: nil, error: .errorDatabaseInaccessible))
        try await world.settle(query)
        #expect(calls.count == 2)
        isBroken.withLock { $0 = false }
        try world.save(World.water)
        // Changes that the query has not read before the error is resolved are reported in a call of their own.
        var types: Set<HKSampleType> = []
        for number in 3...4 where types != [World.steps, World.water] {
            types.formUnion(try #require(try await calls.wait(number).types))
        }
        #expect(types == [World.steps, World.water])
        store.stop(query)
    }

    /// Changes while the handler runs are reported in a single later call.
    @Test func slowHandlers() async throws {
        for inMemory in [true, false] {
            let world = try World(inMemory: inMemory)
            let gate = DispatchSemaphore(value: 0)
            let calls = ObserverCalls(during: { _ in gate.wait() })
            let (store, query) = (world.store(), calls.query(World.steps, World.water))
            store.execute(query)
            try await calls.wait(1)
            for number in 0..<200 { try world.save(number == 99 ? World.water : World.steps, at: Double(number)) }
            // Without the queue of the query, which the handler blocks.
            try await world.settle()
            for _ in 0..<300 { gate.signal() }
            try await calls.wait(2)
            #expect(try await calls.wait(2).types == [World.steps, World.water])
            // One additional call for a change that was already being reported.
            #expect(calls.count <= 3)
            #expect(calls.overlaps == 0)
            store.stop(query)
        }
    }

    @Test func stopsFromWithinItsHandler() async throws {
        let world = try World()
        let store = world.store()
        let calls = ObserverCalls(during: { store.stop($0) })
        let query = calls.query(World.steps)
        store.execute(query)
        try await calls.wait(1)
        for _ in 0..<10 { try world.save() }
        try await world.settle(query)
        #expect(calls.count == 1)
    }

    /// A query that records its release.
    private final class ReleasedQuery: HKObserverQuery, @unchecked Sendable {
        // Unchecked because its superclass is.
        let released = EventLog<Void>()

        deinit { released.note() }
    }

    /// A running query needs no reference to stay alive; a stopped one is released.
    @Test func aRunningQueryIsRetained() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let store = world.store()
        weak var gone: ReleasedQuery?
        let released: EventLog<Void>
        do {
            let query = ReleasedQuery(
                queryDescriptors: [HKQueryDescriptor(sampleType: World.steps, predicate: nil)],
                updateHandler: { calls.add($0, $1, $2, $3) })
            (gone, released) = (query, query.released)
            store.execute(query)
        }
        try await calls.wait(1)
        try world.save()
        try await calls.wait(2)
        gone.map(store.stop)
        await released.wait(count: 1)
    }

    @Test func changesOfOtherProcesses() async throws {
        let world = try World()
        let calls = ObserverCalls()
        let (store, query) = (world.store(), calls.query(World.steps))
        store.execute(query)
        // A change before the start of the query belongs to its first call.
        try await calls.wait(1)
        let path = world.database.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let access = AppAccess(
                database: try HealthDatabase(url: URL(fileURLWithPath: path), mode: .readWrite),
                app: ObserverWorld.writer)
            let date = Date(timeIntervalSince1970: 1_704_067_200)
            try access.save([
                HKQuantitySample(
                    type: ObserverWorld.steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: date,
                    end: date)
            ])
        }
        #expect(try await calls.wait(2).types == [World.steps])
        try await world.settle(query)
        #expect(calls.count == 2)
        store.stop(query)
    }

    /// Concurrent saves, deletions, observers and stops of many programs.
    @Test func manyQueriesAtOnce() async throws {
        for inMemory in [true, false] {
            let world = try World(inMemory: inMemory)
            let watcher = ObserverCalls()
            let store = world.store()
            let query = watcher.query(World.steps, World.heartRate)
            store.execute(query)
            try await watcher.wait(1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<4 {
                    group.addTask {
                        for number in 0..<15 {
                            let sample = try world.save(
                                task % 2 == 0 ? World.steps : World.heartRate, at: Double(number))
                            if number % 3 == 0 { try world.access(World.writer).delete([sample]) }
                        }
                    }
                    group.addTask {
                        for _ in 0..<15 {
                            let calls = ObserverCalls()
                            let query = calls.query(World.steps)
                            let store = world.store()
                            store.execute(query)
                            try await calls.wait(1)
                            store.stop(query)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await world.settle(query)
            #expect(watcher.overlaps == 0)
            #expect(watcher.all.allSatisfy { $0.error == nil && $0.types?.isEmpty == false })
            store.stop(query)
        }
    }
}
