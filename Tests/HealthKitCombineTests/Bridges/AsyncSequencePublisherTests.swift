// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenHealthModel
import OpenCombineShim
import OpenHealthTestBasics
import TestTimeLimits
import Testing

/// Tests of asynchronous sequences as publishers.
@Suite(.timeLimit(.usual)) struct AsyncSequencePublisherTests {
    private struct Broken: Error {}

    /// An object that an iterator has, whose release is an event.
    private final class Token: Sendable {
        private let released: EventLog<Void>

        init(_ released: EventLog<Void>) {
            self.released = released
        }

        deinit { released.note() }
    }

    /// A sequence of numbers that records the requested elements and can fail.
    private struct Numbers: AsyncSequence, Sendable {
        let count: Int
        var breaksAfter: Int?
        let asked = Tally()
        /// The number of elements that may be requested so far.
        let demanded = Guarded(Int.max)
        /// The number of requests beyond these.
        let undemanded = Tally()
        /// The releases of iterators, after which no element is requested.
        let released = EventLog<Void>()

        struct Iterator: AsyncIteratorProtocol {
            let numbers: Numbers
            let token: Token
            var last = 0

            mutating func next() async throws -> Int? {
                if numbers.asked.add() > numbers.demanded.withLock({ $0 }) { numbers.undemanded.add() }
                await Task.yield()
                try Task.checkCancellation()
                if last == numbers.breaksAfter { throw Broken() }
                if last == numbers.count { return nil }
                last += 1
                return last
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(numbers: self, token: Token(released)) }
    }

    @Test func requestsOnlyTheDemandedValues() async {
        let numbers = Numbers(count: 300)
        let watcher = Watcher<Int>()
        numbers.demanded.withLock { $0 = 0 }
        numbers.publisher.subscribe(watcher)
        watcher.request(.none)
        // A request ahead of the demand would come before one of the next steps.
        for step in 1...100 {
            for demand in 1...2 {
                numbers.demanded.withLock { $0 += demand }
                watcher.request(.max(demand))
                await watcher.wait(count: (step - 1) * 3 + (demand == 1 ? 1 : 3))
            }
        }
        #expect(!watcher.history.isFinished)
        numbers.demanded.withLock { $0 += 1 }
        watcher.request(.max(1))
        let history = await watcher.wait { $0.isFinished }
        #expect(history.values == Array(1...300))
        #expect(history.error == nil)
        #expect(!watcher.history.isBroken)
        #expect(numbers.asked.count == 301 && numbers.undemanded.count == 0)
    }

    @Test func demandFromWithinReceiveCounts() async {
        let returning = Watcher<Int>(.max(1)) { _, _ in .max(1) }
        Numbers(count: 50).publisher.subscribe(returning)
        let requesting = Watcher<Int>(.max(1)) { watcher, _ in
            watcher.request(.max(1))
            return .none
        }
        Numbers(count: 50).publisher.subscribe(requesting)
        for watcher in [returning, requesting] {
            #expect(await watcher.wait { $0.isFinished }.values == Array(1...50))
            #expect(!watcher.history.isBroken)
        }
    }

    @Test func errorsAreFailures() async {
        let watcher = Watcher<Int>(.unlimited)
        Numbers(count: 5, breaksAfter: 3).publisher.subscribe(watcher)
        let history = await watcher.wait { $0.isFinished }
        #expect(history.values == [1, 2, 3])
        #expect(history.error is Broken)
    }

    @Test func cancelCancelsTheTask() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let ended = EventLog<Void>()
        continuation.onTermination = { _ in ended.note() }
        let watcher = Watcher<Int>(.unlimited)
        stream.publisher.setFailureType(to: (any Error).self).subscribe(watcher)
        continuation.yield(1)
        await watcher.wait(count: 1)
        watcher.cancelForGood()
        await ended.wait(count: 1)
        #expect(watcher.values == [1])
        #expect(!watcher.history.isBroken)
    }

    /// A sequence that returns its element when the test resumes it, regardless of cancellation.
    private struct Stubborn: AsyncSequence, Sendable {
        final class Iterator: AsyncIteratorProtocol, Sendable {
            let stubborn: Stubborn
            let token: Token

            init(_ stubborn: Stubborn) {
                self.stubborn = stubborn
                token = Token(stubborn.released)
            }

            func next() async -> Int? {
                await withCheckedContinuation { stubborn.asked.note($0) }
            }
        }

        let asked = EventLog<CheckedContinuation<Int?, Never>>()
        let released = EventLog<Void>()

        func makeAsyncIterator() -> Iterator { Iterator(self) }
    }

    @Test func valuesAfterCancellationAreNotDelivered() async {
        let stubborn = Stubborn()
        let watcher = Watcher<Int>(.max(1))
        stubborn.publisher.setFailureType(to: (any Error).self).subscribe(watcher)
        let asked = await stubborn.asked.wait(count: 1)
        watcher.cancelForGood()
        asked.first?.resume(returning: 1)
        await stubborn.released.wait(count: 1)
        #expect(watcher.values.isEmpty)
        #expect(!watcher.history.isBroken)
    }

    @Test func cancelFromWithinReceive() async {
        let numbers = Numbers(count: 5)
        let watcher = Watcher<Int>(.unlimited) { watcher, value in
            if value == 2 { watcher.cancelForGood() }
            return .none
        }
        numbers.publisher.subscribe(watcher)
        await numbers.released.wait(count: 1)
        #expect(watcher.values == [1, 2])
        #expect(numbers.asked.count == 2)
        #expect(!watcher.history.isBroken)
    }

    @Test func cancellingWithoutDemandReleasesTheSequence() async {
        let released: EventLog<Void>
        do {
            let second = Watcher<Int>(.max(1))
            released = second.released
            Numbers(count: 5).publisher.subscribe(second)
            await second.wait(count: 1)
            second.cancel()
        }
        await released.wait(count: 1)
    }

    /// A sequence that cannot throw creates a publisher that cannot fail, which is checked by the compiler.
    @Test func theFailureTypeIsThatOfTheSequence() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for value in 1...3 { continuation.yield(value) }
        continuation.finish()
        let publisher: AnyPublisher<Int, Never> = stream.map { $0 * 2 }.publisher.eraseToAnyPublisher()
        var values: [Int] = []
        for await value in publisher.values { values.append(value) }
        #expect(values == [2, 4, 6])
        let thrower: AnyPublisher<Int, any Error> = Numbers(count: 1).publisher.eraseToAnyPublisher()
        withExtendedLifetime(thrower) {}
    }

    @Test func eachSubscriberIteratesSeparately() async {
        let publisher = Numbers(count: 20).publisher
        let watchers = (0..<10).map { _ in Watcher<Int>(.unlimited) }
        for watcher in watchers { publisher.subscribe(watcher) }
        for watcher in watchers { #expect(await watcher.wait { $0.isFinished }.values == Array(1...20)) }
    }
}
