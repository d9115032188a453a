// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import TestTimeLimits
import Testing

@testable import HealthKitCombine

/// Tests of publishers as asynchronous sequences.
@Suite(.timeLimit(.usual)) struct PublisherValuesTests {
    private let pushing = HandSource(isAsked: false)
    private var query: LiveQuery<Int> { LiveQuery { [pushing] in pushing } }

    @Test func leavingALoopEndsTheSubscription() async throws {
        let (pushing, received) = (pushing, EventLog<Int>())
        let task = Task { [query] in
            for try await value in query.values {
                received.note(value)
                if value == 2 { break }
            }
        }
        await pushing.wait { $0 == ["begin"] }
        pushing.run?.accept(1)
        await received.wait(count: 1)
        pushing.run?.accept(2)
        await pushing.wait { $0.last == "end" }
        try await task.value
        #expect(received.events == [1, 2])
        #expect(pushing.calls == ["begin", "end"])
    }

    @Test func droppingAnIteratorEndsTheSubscription() async {
        let source = HandSource()
        do {
            let iterator = LiveQuery { source }.values.makeAsyncIterator()
            withExtendedLifetime(iterator) {}
        }
        #expect(source.calls == ["end"])
    }

    @Test func cancellingTheTaskEndsTheSequence() async throws {
        let pushing = pushing
        let task = Task { [query] in
            var values: [Int] = []
            for try await value in query.values { values.append(value) }
            return values
        }
        await pushing.wait { $0.contains("begin") }
        pushing.run?.accept(1)
        // The second request might not have been made yet.
        task.cancel()
        let values = try await task.value
        #expect(values == [] || values == [1])
        #expect(pushing.calls == ["begin", "end"])
    }

    @Test func eachValueIsTheLatestWhenRequested() async throws {
        let source = HandSource()
        var iterator = LiveQuery { source }.values.makeAsyncIterator()
        async let answering: Void = {
            await source.wait { $0.last == "ask" }
            source.run?.accept(1)
        }()
        #expect(try await iterator.next() == 1)
        await answering
        for _ in 0..<5 { source.run?.change() }
        #expect(source.calls == ["begin", "ask"])
        async let more: Void = {
            await source.wait { $0.count >= 3 }
            source.run?.accept(6)
        }()
        #expect(try await iterator.next() == 6)
        await more
    }

    @Test func failuresAreThrownOnceBeforeTheEnd() async throws {
        var iterator = PublisherValues(Fail<Int, any Error>(error: HandSource.Failure())).makeAsyncIterator()
        await #expect(throws: HandSource.Failure.self) { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// A publisher that cannot fail creates a sequence that cannot throw, which is checked by the compiler.
    @Test func theFailureTypeIsThatOfThePublisher() async {
        var values: [Int] = []
        for await value in PublisherValues([1, 2, 3].publisher) { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func unrequestedValuesAreBuffered() async {
        let subject = PassthroughSubject<Int, Never>()
        let unruly = AnyPublisher<Int, Never>(Unruly(subject: subject))
        var iterator = PublisherValues(unruly).makeAsyncIterator()
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == nil)
    }

    @Test func valuesOfTheHealthStore() async throws {
        let world = try HealthWorld()
        let (store, steps) = (world.app(), HKQuantityType(.stepCount))
        try world.grant(share: [steps], read: [steps], to: store)
        let query = LiveQuery(of: store.context, ChangeInterest([steps])) { access in
            try await access.samples(SampleQuery([.init(steps)])).count
        }
        for publisher in [query.values, query.values] {
            var values: [Int] = []
            for try await count in publisher {
                values.append(count)
                if values.count == 3 { break }
                try world.add(HKQuantitySample.fixture(.stepCount, 1))
            }
            #expect(values.count == 3)
            #expect(values == values.sorted())
        }
        var shared: [Int] = []
        for try await count in query.shared().values {
            shared.append(count)
            if shared.count == 2 { break }
            try world.add(HKQuantitySample.fixture(.stepCount, 1))
        }
        #expect(shared == [4, 5])
    }

    /// Verifies the behaviour of OpenCombine's own sequence, which is the reason for a separate one.
    @Test func valuesOfOpenCombineWork() async throws {
        let (pushing, received) = (pushing, EventLog<Int>())
        let task = Task { [query] in
            for try await value in AsyncThrowingPublisher(query) {
                received.note(value)
                if value == 2 { break }
            }
        }
        await pushing.wait { $0 == ["begin"] }
        pushing.run?.accept(1)
        await received.wait(count: 1)
        pushing.run?.accept(2)
        try await task.value
        #expect(received.events == [1, 2])
        #expect(pushing.calls == ["begin"], "OpenCombine ends the subscription now: there is no need of another one")
    }

    private struct Unruly: Publisher {
        typealias Output = Int
        typealias Failure = Never
        let subject: PassthroughSubject<Int, Never>

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.receive(subscription: Subscriptions.empty)
            for value in 1...2 { _ = subscriber.receive(value) }
            subscriber.receive(completion: .finished)
        }
    }
}
