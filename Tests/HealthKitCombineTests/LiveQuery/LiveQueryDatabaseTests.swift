// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import HealthKitCombine
import OpenCombineShim
import OpenHealthTestBasics
import Synchronization
import TestTimeLimits
import Testing

/// Tests of live queries of GRDB databases.
@Suite(.timeLimit(.usual)) struct LiveQueryDatabaseTests {
    enum Kind: CaseIterable, Sendable {
        case queue, pool
    }

    /// A database with a table of numbers, in a folder that is removed with it.
    final class Numbers: Sendable {
        let database: any DatabaseWriter
        private let folder: URL?

        init(_ kind: Kind) throws {
            switch kind {
            case .queue:
                folder = nil
                database = try DatabaseQueue()
            case .pool:
                let folder = FileManager.default.temporaryDirectory.appending(path: "numbers-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                self.folder = folder
                database = try DatabasePool(path: folder.appending(path: "numbers.db").path)
            }
            try database.write { try $0.execute(sql: "CREATE TABLE number (value INTEGER)") }
        }

        deinit {
            try? database.close()
            if let folder { try? FileManager.default.removeItem(at: folder) }
        }

        func add(_ value: Int = 1) throws {
            try database.write { try $0.execute(sql: "INSERT INTO number VALUES (?)", arguments: [value]) }
        }

        static func sum(_ db: Database) throws -> Int {
            try Int.fetchOne(db, sql: "SELECT total(value) FROM number") ?? 0
        }
    }

    private let queue = DispatchQueue(label: "test.live")

    /// Waits until the queue has finished its current work.
    private func queueIsDone() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func sums(_ numbers: Numbers) -> LiveQuery<Int> {
        LiveQuery(in: numbers.database, scheduling: .async(onQueue: queue)) { try Numbers.sum($0) }
    }

    @Test(arguments: Kind.allCases) func sendsTheResultAfterEachChange(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let watcher = Watcher<Int>(.unlimited) { _, _ in
            #expect(DispatchQueue.getSpecific(key: key) == true, "not where the scheduler says")
            return .none
        }
        sums(numbers).subscribe(watcher)
        await watcher.wait(last: 0)
        for value in 1...5 {
            try numbers.add()
            await watcher.wait(last: value)
        }
        #expect(!watcher.history.isBroken)
        watcher.cancel()
    }

    @Test(arguments: Kind.allCases) func defaultIsTheMainQueue(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let queries = [
            LiveQuery(in: numbers.database) { try Numbers.sum($0) },
            ValueObservation.tracking(Numbers.sum).publisher(in: numbers.database),
        ]
        for query in queries {
            let watcher = Watcher<Int>(.unlimited) { _, _ in
                #expect(DispatchQueue.getSpecific(key: key) == true)
                return .none
            }
            query.subscribe(watcher)
            await watcher.wait(last: 0)
            watcher.cancel()
        }
    }

    @Test(arguments: Kind.allCases) func keepsTheLatestValueWithoutDemand(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let fetched = Watcher<Int>(.unlimited)
        let fetches = Recorded<Int>()
        let watcher = Watcher<Int>(.max(1))
        sums(numbers).handleEvents(receiveOutput: fetches.add).subscribe(watcher)
        sums(numbers).subscribe(fetched)
        await watcher.wait(count: 1)
        for _ in 0..<10 { try numbers.add() }
        await fetched.wait(last: 10)
        // All values that have been read are delivered on the queue.
        await queueIsDone()
        #expect(watcher.values == [0])
        watcher.request(.max(1))
        // An earlier value can still arrive from the database, but no change is missed.
        await watcher.wait(count: 2)
        watcher.request(.unlimited)
        if watcher.values != [0, 10] { await watcher.wait(last: 10) }
        #expect(fetches.all == watcher.values)
        watcher.cancel()
        fetched.cancel()
    }

    @Test(arguments: Kind.allCases) func immediateSendsBeforeSubscribingReturns(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        try numbers.add(7)
        let scheduler = AtOnce(queue: queue)
        let query = ValueObservation.tracking(Numbers.sum).publisher(in: numbers.database, scheduling: scheduler)
        let watcher = Watcher<Int>(.unlimited)
        scheduler.perform {
            query.subscribe(watcher)
            #expect(watcher.values == [7])
        }
        try numbers.add(1)
        await watcher.wait(last: 8)
        watcher.cancel()

        let late = Watcher<Int>()
        scheduler.perform {
            query.subscribe(late)
            #expect(late.values == [])
            late.request(.max(1))
            #expect(late.values == [8])
        }
        late.cancel()

        let values = Recorded<Int>()
        let subscription = scheduler.perform {
            let subscription = query.sink(receiveCompletion: { _ in }, receiveValue: values.add)
            #expect(values.all == [8])
            return subscription
        }
        subscription.cancel()
    }

    @Test(arguments: Kind.allCases) func immediateMayBeCancelledByItsFirstValue(_ kind: Kind) throws {
        let numbers = try Numbers(kind)
        let ends = Tally()
        let observation = ValueObservation.tracking(Numbers.sum).handleEvents(didCancel: { ends.add() })
        for demand in [Subscribers.Demand.unlimited, .none] {
            let before = ends.count
            let watcher = Watcher<Int>(demand) { watcher, _ in
                watcher.cancelForGood()
                return .none
            }
            let scheduler = AtOnce(queue: queue)
            scheduler.perform {
                observation.publisher(in: numbers.database, scheduling: scheduler).subscribe(watcher)
                watcher.request(.max(1))
                #expect(watcher.values == [0])
                #expect(!watcher.history.isBroken)
                #expect(ends.count == before + 1, "the observation goes on")
            }
        }
    }

    /// GRDB's own `.immediate` requires the main thread, on which tests do not run; the example ExpenseTracker uses it.
    @Test(arguments: Kind.allCases) func immediateFirstValuesArriveWhileSubscribing(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        try numbers.add(7)
        let scheduler = AtOnce(queue: queue)
        let query = LiveQuery(in: numbers.database, scheduling: scheduler) { try Numbers.sum($0) }
        let shared = query.shared()
        let watchers = (0..<3).map { _ in Watcher<Int>(.unlimited) }
        scheduler.perform {
            query.subscribe(watchers[0])
            shared.subscribe(watchers[1])
            shared.subscribe(watchers[2])
            for watcher in watchers { #expect(watcher.values == [7]) }
        }
        try numbers.add(1)
        for watcher in watchers {
            await watcher.wait(last: 8)
            #expect(!watcher.history.isBroken)
            watcher.cancel()
        }
    }

    @Test(arguments: Kind.allCases) func errorsPassAsTheyAre(_ kind: Kind) async throws {
        struct Own: Error {}
        let numbers = try Numbers(kind)
        let watcher = Watcher<Int>(.max(1))
        LiveQuery(in: numbers.database, scheduling: .async(onQueue: queue)) { db in
            let sum = try Numbers.sum(db)
            if sum > 1 { throw Own() }
            return sum
        }.subscribe(watcher)
        await watcher.wait(last: 0)
        try numbers.add(5)
        let history = await watcher.wait { $0.isFinished }
        #expect(history.error is Own)
        #expect(history.values == [0])
        let second = Watcher<Int>(.max(1))
        LiveQuery(in: numbers.database, scheduling: .async(onQueue: queue)) { db in
            try Int.fetchOne(db, sql: "SELECT value FROM nowhere") ?? 0
        }.subscribe(second)
        #expect(await second.wait { $0.isFinished }.error is DatabaseError)
    }

    @Test(arguments: Kind.allCases) func errorsOfTheFirstReadPassImmediately(_ kind: Kind) throws {
        let numbers = try Numbers(kind)
        let watcher = Watcher<Int>(.max(1))
        ValueObservation.tracking { db in try Int.fetchOne(db, sql: "SELECT value FROM nowhere") ?? 0 }
            .publisher(in: numbers.database, scheduling: AtOnce(queue: queue)).subscribe(watcher)
        #expect(watcher.history.error is DatabaseError)
    }

    @Test(arguments: Kind.allCases) func duplicatesCanBeRemovedOnEitherSide(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let observation = ValueObservation.tracking(Numbers.sum)
        let first = Watcher<Int>(.unlimited)
        observation.publisher(in: numbers.database, scheduling: .async(onQueue: queue)).removeDuplicates()
            .subscribe(first)
        let second = Watcher<Int>(.unlimited)
        observation.removeDuplicates().publisher(in: numbers.database, scheduling: .async(onQueue: queue))
            .subscribe(second)
        await first.wait(last: 0)
        await second.wait(last: 0)
        for value in [0, 0, 3, 0, 4] { try numbers.add(value) }
        await first.wait(last: 7)
        await second.wait(last: 7)
        for values in [first.values, second.values] {
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        }
        first.cancel()
        second.cancel()
    }

    @Test(arguments: Kind.allCases) func cancellingEndsTheObservation(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let (fetches, ends) = (Tally(), Tally())
        let released: EventLog<Void>
        do {
            let second = Watcher<Int>(.unlimited)
            released = second.released
            ValueObservation.tracking { db in
                fetches.add()
                return try Numbers.sum(db)
            }.handleEvents(didCancel: { ends.add() })
                .publisher(in: numbers.database, scheduling: .async(onQueue: queue)).subscribe(second)
            await second.wait(last: 0)
            try numbers.add()
            await second.wait(last: 1)
            second.cancel()
        }
        #expect(ends.count == 1)
        await queueIsDone()
        await released.wait(count: 1)
        // The writer detects the end with its next transaction.
        try numbers.add()
        let count = fetches.count
        for _ in 0..<5 { try numbers.add() }
        #expect(fetches.count == count)
    }

    @Test(arguments: Kind.allCases) func nothingIsLostWhileSubscribing(_ kind: Kind) async throws {
        let numbers = try Numbers(kind)
        let writer = Task.detached {
            for _ in 0..<100 {
                try numbers.add()
                await Task.yield()
            }
        }
        var watchers: [Watcher<Int>] = []
        for _ in 0..<20 {
            let watcher = Watcher<Int>(.max(1)) { _, _ in .max(1) }
            sums(numbers).subscribe(watcher)
            watchers.append(watcher)
            await Task.yield()
        }
        try await writer.value
        for watcher in watchers {
            let values = await watcher.wait(last: 100)
            #expect(values == values.sorted())
            #expect(!watcher.history.isBroken)
            watcher.cancel()
        }
    }

    @Test func tasksCanBeSchedulers() async throws {
        let numbers = try Numbers(.pool)
        let watcher = Watcher<Int>(.unlimited)
        LiveQuery(in: numbers.database, scheduling: .task) { try Numbers.sum($0) }.subscribe(watcher)
        await watcher.wait(last: 0)
        try numbers.add(4)
        await watcher.wait(last: 4)
        watcher.cancel()
    }
}
