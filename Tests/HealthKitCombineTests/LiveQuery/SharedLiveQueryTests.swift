// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@testable import HealthKitCombine

/// Tests of live queries with many subscribers.
@Suite(.timeLimit(.usual)) struct SharedLiveQueryTests {
    /// A factory that creates sources and retains them.
    private final class Sources: Sendable {
        private let made = Mutex<[HandSource]>([])
        private let isAsked: Bool

        init(isAsked: Bool = true) {
            self.isAsked = isAsked
        }

        var all: [HandSource] { made.withLock { $0 } }
        var last: HandSource { all[all.count - 1] }

        func make() -> HandSource {
            let source = HandSource(isAsked: isAsked)
            made.withLock { $0.append(source) }
            return source
        }

        func query() -> SharedLiveQuery<Int> { LiveQuery { [self] in make() }.shared() }
    }

    @Test func allSubscribersShareOneQuery() {
        let sources = Sources()
        let query = sources.query()
        #expect(sources.all.isEmpty)
        let watchers = (0..<3).map { _ in Watcher<Int>(.unlimited) }
        for watcher in watchers { query.subscribe(watcher) }
        #expect(sources.all.count == 1)
        #expect(sources.last.calls == ["begin", "ask"])
        sources.last.run?.accept(1)
        sources.last.run?.change()
        #expect(sources.last.calls == ["begin", "ask", "ask"])
        sources.last.run?.accept(2)
        for watcher in watchers {
            #expect(watcher.values == [1, 2])
            #expect(!watcher.history.isBroken)
            watcher.cancel()
        }
        #expect(sources.last.calls == ["begin", "ask", "ask", "end"])
    }

    @Test func aLateSubscriberReceivesTheCurrentResultAtOnce() {
        let sources = Sources()
        let query = sources.query()
        let first = Watcher<Int>(.unlimited)
        query.subscribe(first)
        sources.last.run?.accept(1)
        let second = Watcher<Int>(.max(1))
        query.subscribe(second)
        #expect(second.values == [1])
        let third = Watcher<Int>()
        query.subscribe(third)
        #expect(third.values == [])
        third.request(.max(1))
        #expect(third.values == [1])
        #expect(first.values == [1])
        #expect(sources.last.calls == ["begin", "ask"], "asked although nothing had changed")
    }

    @Test func aLateSubscriberReceivesNoOutdatedResult() {
        let sources = Sources()
        let query = sources.query()
        let first = Watcher<Int>(.max(1))
        query.subscribe(first)
        sources.last.run?.accept(1)
        sources.last.run?.change()
        #expect(sources.last.calls == ["begin", "ask"])
        let second = Watcher<Int>(.unlimited)
        query.subscribe(second)
        #expect(second.values == [])
        #expect(sources.last.calls == ["begin", "ask", "ask"])
        sources.last.run?.accept(2)
        #expect(second.values == [2])
        #expect(first.values == [1])
        first.request(.max(1))
        #expect(first.values == [1, 2])
    }

    @Test func eachSubscriberHasItsOwnDemand() {
        let sources = Sources(isAsked: false)
        let query = sources.query()
        let (all, some, none) = (Watcher<Int>(.unlimited), Watcher<Int>(.max(2)), Watcher<Int>())
        for watcher in [all, some, none] { query.subscribe(watcher) }
        for value in 1...5 { sources.last.run?.accept(value) }
        #expect(all.values == [1, 2, 3, 4, 5])
        #expect(some.values == [1, 2])
        #expect(none.values == [])
        none.request(.max(1))
        some.request(.max(1))
        #expect(some.values == [1, 2, 5])
        #expect(none.values == [5])
    }

    @Test func theQueryRestartsAfterTheLastSubscriber() {
        let sources = Sources()
        let query = sources.query()
        for round in 1...3 {
            let (first, second) = (Watcher<Int>(.unlimited), Watcher<Int>(.unlimited))
            query.subscribe(first)
            query.subscribe(second)
            #expect(sources.all.count == round)
            sources.last.run?.accept(round)
            first.cancel()
            #expect(sources.last.calls == ["begin", "ask"])
            #expect(second.values == [round])
            second.cancel()
            #expect(sources.last.calls == ["begin", "ask", "end"])
        }
    }

    @Test func aFailureReachesAllSubscribersAndTheNextRestarts() {
        let sources = Sources()
        let query = sources.query()
        let watchers = (0..<4).map { Watcher<Int>(.max($0)) }
        for watcher in watchers { query.subscribe(watcher) }
        sources.last.run?.fail(HandSource.Failure())
        for watcher in watchers {
            #expect(watcher.history.error is HandSource.Failure)
            #expect(!watcher.history.isBroken)
        }
        #expect(sources.last.calls == ["begin", "ask", "end"])
        let next = Watcher<Int>(.unlimited)
        query.subscribe(next)
        #expect(sources.all.count == 2)
        sources.last.run?.accept(5)
        #expect(next.values == [5])
        #expect(!next.history.isFinished)
    }

    @Test func subscribersJoinAndLeaveFromWithinReceive() {
        let sources = Sources(isAsked: false)
        let query = sources.query()
        let late = Watcher<Int>(.unlimited)
        let second = Watcher<Int>(.unlimited)
        let first = Watcher<Int>(.unlimited) { watcher, _ in
            second.cancelForGood()
            query.subscribe(late)
            watcher.cancelForGood()
            return .none
        }
        query.subscribe(first)
        query.subscribe(second)
        sources.last.run?.accept(1)
        #expect(first.values == [1])
        #expect(second.values == [])
        #expect(late.values == [1])
        late.cancel()
        #expect(sources.all.map(\.calls) == [["begin", "end"]])
        for watcher in [first, second, late] { #expect(!watcher.history.isBroken) }
    }

    @Test func everythingIsReleased() {
        weak var run: LiveQueryRun<Int>?
        let query: SharedLiveQuery<Int>
        do {
            let sources = Sources()
            query = sources.query()
            let watcher = Watcher<Int>(.unlimited)
            query.subscribe(watcher)
            run = sources.last.run
            sources.last.run?.accept(1)
            watcher.cancel()
        }
        #expect(run == nil)
        withExtendedLifetime(query) {}
    }

    @Test func immediateReachesEachSubscriber() async throws {
        let database = try DatabaseQueue()
        try await database.write { try $0.execute(sql: "CREATE TABLE t (v INTEGER)") }
        let fetches = Tally()
        let query = LiveQuery(in: database, scheduling: AtOnce(queue: DispatchQueue(label: "test.shared"))) { db in
            fetches.add()
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM t") ?? 0
        }.shared()
        let watchers = (0..<5).map { _ in Watcher<Int>(.unlimited) }
        for watcher in watchers {
            query.subscribe(watcher)
            #expect(watcher.values == [0])
        }
        #expect(fetches.count == 1)
        try await database.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
        for watcher in watchers { await watcher.wait(last: 1) }
        #expect(fetches.count == 2)
        for watcher in watchers { watcher.cancel() }
    }

    /// A hundred subscribers with all kinds of demand come and go on several threads while a writer saves.
    ///
    /// A result can be omitted if another change is read first. The number of omitted results depends on the machine, and if
    /// several samples are saved at once, some are always omitted. A test can therefore wait only for the last one.
    @Test(arguments: [1, 5]) func aHundredSubscribers(savedAtOnce: Int) async throws {
        let world = try HealthWorld()
        let (store, steps) = (world.app(), HKQuantityType(.stepCount))
        try world.grant(share: [steps], read: [steps], to: store)
        let (total, reads) = (50, Tally())
        let query = LiveQuery(of: store.context, ChangeInterest([steps])) { access in
            reads.add()
            return try await access.samples(SampleQuery([.init(steps)])).count
        }.shared()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<total / savedAtOnce {
                    try world.add((0..<savedAtOnce).map { _ in HKQuantitySample.fixture(.stepCount, 1) })
                    await Task.yield()
                }
            }
            for number in 0..<100 {
                group.addTask {
                    let leavesEarly = number % 3 == 0
                    let enough = leavesEarly ? number / 2 + 1 : total
                    let watcher = Watcher<Int>(number % 2 == 0 ? .unlimited : .max(1)) { watcher, value in
                        if leavesEarly && value >= enough { watcher.cancelForGood() }
                        return number % 2 == 0 ? .none : .max(1)
                    }
                    query.subscribe(watcher)
                    let values = await watcher.wait(atLeast: enough)
                    #expect(values == values.sorted())
                    #expect(values.dropLast().allSatisfy { $0 < enough } || !leavesEarly, "values after cancelling")
                    #expect(!watcher.history.isBroken)
                    watcher.cancel()
                }
            }
            // `waitForAll()` would wait for subscribers that receive no more values if the writer fails.
            for try await _ in group {}
        }
        #expect(reads.count <= 2 * total + 100)
    }
}
