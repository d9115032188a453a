// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of values that use the subscription when they are released, which would cause a deadlock if a mutex was held.
@Suite struct ReleasedValuesTests {
    /// A value that calls a closure when it is released.
    private final class Value {
        private let onRelease: (() -> Void)?

        init(onRelease: (() -> Void)? = nil) {
            self.onRelease = onRelease
        }

        deinit { onRelease?() }
    }

    private typealias Upstream = ScriptedPublisher<Value, TestFailure>

    private let history = History()

    @Test func aReplacedHeldValueMayCancelAMerge() {
        let (a, b) = (Upstream("a", history), Upstream("b", history))
        let subscriber = HistorySubscriber<Value, TestFailure>(history)
        Publishers.Merge(a, b).subscribe(subscriber)
        a.send(Value { subscriber.cancel() })
        #expect(history.take() == ["subscribed", "a asked max(1)", "b asked max(1)"])
        a.send(Value())
        #expect(history.take() == ["a cancelled", "b cancelled"])
    }

    @Test func aReplacedLatestValueMayCancelACombination() {
        let (a, b) = (Upstream("a", history), Upstream("b", history))
        let subscriber = HistorySubscriber<(Value, Value), TestFailure>(history)
        Publishers.CombineLatest(a, b).subscribe(subscriber)
        a.send(Value { subscriber.cancel() })
        #expect(history.take() == ["subscribed"])
        a.send(Value())
        #expect(history.take() == ["a cancelled", "b cancelled"])
    }
}
