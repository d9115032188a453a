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

    /// A sequence of numbers that records the requested elements and can fail.
    private struct Numbers: AsyncSequence, Sendable {
        let count: Int
        var breaksAfter: Int?
        let asked = Tally()

        struct Iterator: AsyncIteratorProtocol {
            let numbers: Numbers
            var last = 0

            mutating func next() async throws -> Int? {
                numbers.asked.add()
                await Task.yield()
                try Task.checkCancellation()
                if last == numbers.breaksAfter { throw Broken() }
                if last == numbers.count { return nil }
                last += 1
                return last
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }
    }

    @Test func requestsOnlyTheDemandedValues() async {
        let numbers = Numbers(count: 5)
        let watcher = Watcher<Int>()
        numbers.publisher.subscribe(watcher)
        watcher.request(.none)
        #expect(numbers.asked.count == 0)
        watcher.request(.max(2))
        await watcher.wait(count: 2)
        for _ in 0..<100 { await Task.yield() }
        #expect(numbers.asked.count == 2)
        #expect(watcher.values == [1, 2])
        watcher.request(.max(3))
        await watcher.wait(count: 5)
        #expect(!watcher.history.isFinished)
        watcher.request(.max(1))
        let history = await watcher.wait { $0.isFinished }
        #expect(history.values == [1, 2, 3, 4, 5])
        #expect(history.error == nil)
        #expect(!watcher.history.isBroken)
        #expect(numbers.asked.count == 6)
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
            let asked: Guarded<CheckedContinuation<Int?, Never>?>

            init(_ asked: Guarded<CheckedContinuation<Int?, Never>?>) {
                self.asked = asked
            }

            func next() async -> Int? {
                await withCheckedContinuation { continuation in asked.withLock { $0 = continuation } }
            }
        }

        let asked = Guarded<CheckedContinuation<Int?, Never>?>(nil)
        let iterator: Guarded<Weak>

        /// A weak reference to the iterator.
        struct Weak {
            weak var value: Iterator?
        }

        init() {
            iterator = Guarded(Weak())
        }

        func makeAsyncIterator() -> Iterator {
            let made = Iterator(asked)
            iterator.withLock { $0.value = made }
            return made
        }
    }

    @Test func valuesAfterCancellationAreNotDelivered() async {
        let stubborn = Stubborn()
        let watcher = Watcher<Int>(.max(1))
        stubborn.publisher.setFailureType(to: (any Error).self).subscribe(watcher)
        var continuation: CheckedContinuation<Int?, Never>?
        while continuation == nil && !Task.isCancelled {
            await Task.yield()
            continuation = stubborn.asked.withLock { $0 }
        }
        watcher.cancelForGood()
        continuation?.resume(returning: 1)
        while stubborn.iterator.withLock({ $0.value }) != nil && !Task.isCancelled { await Task.yield() }
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
        await watcher.wait(count: 2)
        for _ in 0..<100 { await Task.yield() }
        #expect(watcher.values == [1, 2])
        #expect(numbers.asked.count == 2)
        #expect(!watcher.history.isBroken)
    }

    @Test func cancellingWithoutDemandReleasesTheSequence() async {
        weak var watcher: Watcher<Int>?
        do {
            let second = Watcher<Int>(.max(1))
            watcher = second
            Numbers(count: 5).publisher.subscribe(second)
            await second.wait(count: 1)
            second.cancel()
        }
        while watcher != nil && !Task.isCancelled { await Task.yield() }
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
