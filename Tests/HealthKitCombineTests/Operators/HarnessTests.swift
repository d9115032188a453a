// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import Testing

/// Tests of the tools of these tests with an operator of OpenCombine whose rules are known.
@Suite struct HarnessTests {
    private let history = History()

    @Test func recordsTheHistoryOfAZip() {
        let a = ScriptedPublisher<Int, TestFailure>("a", history)
        let b = ScriptedPublisher<Int, TestFailure>("b", history)
        let subscriber = HistorySubscriber<Int, TestFailure>(history, demand: .max(2)) { _, _ in .max(1) }
        a.zip(b) { $0 + $1 }.subscribe(subscriber)
        #expect(history.take() == ["subscribed", "a asked max(2)", "b asked max(2)"])
        #expect(a.offer(1))
        #expect(a.offer(2))
        #expect(!a.offer(3))
        #expect(history.take() == [])
        b.send(10)
        // Unlike the library's combination, OpenCombine's zip requests the new demand only in its return value.
        #expect(history.take() == ["value 11", "b answered max(1)"])
        subscriber.request(.max(1))
        #expect(history.take() == ["a asked max(1)", "b asked max(1)"])
        a.send(completion: .failure("oops"))
        #expect(history.take() == ["failed oops", "a cancelled", "b cancelled"])
        #expect(!b.isSubscribed)
        #expect(subscriber.completion == .failure("oops"))
    }

    @Test func recordsNestedCalls() {
        let a = ScriptedPublisher<Int, TestFailure>("a", history)
        let subscriber = HistorySubscriber<Int, TestFailure>(history, demand: .max(1)) { subscriber, _ in
            subscriber.request(.max(1))
            return .max(3)
        }
        a.map { $0 }.subscribe(subscriber)
        a.send(7)
        #expect(
            history.take() == [
                "subscribed", "a asked max(1)", "value 7", "a asked max(1)", "value 7 done", "a answered max(3)",
            ])
        #expect(a.outstanding == .max(4))
        subscriber.cancel()
        a.send(8)
        #expect(history.take() == ["a cancelled"])
    }

    @Test func detectsTwoThreadsInOneSubscriber() async {
        let subscriber = HistorySubscriber<Int, Never>(history, demand: .unlimited) { subscriber, value in
            // The first call waits until the second one is in progress.
            while value == 1, subscriber.values.count < 2 {}
            return .none
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = subscriber.receive(1) }
            group.addTask {
                while subscriber.values.isEmpty {}
                _ = subscriber.receive(2)
            }
        }
        #expect(subscriber.wasEnteredTwice)
    }
}
