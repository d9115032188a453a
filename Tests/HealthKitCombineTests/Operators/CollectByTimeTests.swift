// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of complete histories in virtual time. An interval is ten seconds.
@Suite struct CollectByTimeTests {
    typealias Upstream = ScriptedPublisher<Int, TestFailure>
    typealias Downstream = HistorySubscriber<[Int], TestFailure>

    private let scheduler = VirtualTimeScheduler()
    private let history: History
    private let upstream: Upstream

    init() {
        history = History(clock: scheduler)
        upstream = Upstream("a", history)
    }

    private var byTime: Publishers.CollectByTime<Upstream, VirtualTimeScheduler> {
        upstream.collect(.byTime(scheduler, .seconds(10)))
    }

    private func byTimeOrCount(_ count: Int) -> Publishers.CollectByTime<Upstream, VirtualTimeScheduler> {
        upstream.collect(.byTimeOrCount(scheduler, .seconds(10), count))
    }

    private func to(_ second: Int) { scheduler.advance(to: .seconds(second)) }

    @Test func sendsTheValuesOfEachInterval() {
        byTime.subscribe(Downstream(history, demand: .unlimited))
        #expect(history.take() == ["0s subscribed", "0s a asked max(1)"])
        for second in stride(from: 1, through: 9, by: 4) {
            to(second)
            #expect(upstream.offer(second))
        }
        #expect(history.take() == ["1s a answered max(1)", "5s a answered max(1)", "9s a answered max(1)"])
        to(14)
        #expect(history.take() == ["10s value [1, 5, 9]"])
        upstream.send(14)
        // A value at the end of an interval belongs to the next one, and an interval without values sends nothing.
        to(20)
        upstream.send(20)
        to(49)
        #expect(
            history.take() == [
                "14s a answered max(1)", "20s value [14]", "20s a answered max(1)", "30s value [20]",
            ])
    }

    @Test func intervalsAreCountedFromTheSubscription() {
        to(3)
        byTimeOrCount(2).subscribe(Downstream(history, demand: .unlimited))
        for second in 3...5 {
            to(second)
            upstream.send(second)
        }
        to(30)
        // A full array does not restart the interval: the first one ends ten seconds after the subscription.
        #expect(
            history.lines == ["3s subscribed", "3s a asked unlimited", "4s value [3, 4]", "13s value [5]"])
    }

    @Test func requestsOneValueAfterAnotherOnceThereIsDemand() {
        let subscriber = Downstream(history)
        byTime.subscribe(subscriber)
        #expect(!upstream.offer(1))
        #expect(history.take() == ["0s subscribed"])
        subscriber.request(.max(1))
        for value in 1...3 { #expect(upstream.offer(value)) }
        subscriber.request(.max(1))
        #expect(
            history.take() == [
                "0s a asked max(1)", "0s a answered max(1)", "0s a answered max(1)", "0s a answered max(1)",
                "0s a asked max(1)",
            ])
    }

    @Test func valuesWaitForDemand() {
        let subscriber = Downstream(history, demand: .max(1))
        byTime.subscribe(subscriber)
        upstream.send(1)
        to(10)
        _ = history.take()
        upstream.send(2)
        to(20)
        upstream.send(3)
        to(25)
        #expect(history.take() == ["10s a answered max(1)", "20s a answered max(1)"])
        subscriber.request(.max(5))
        to(35)
        #expect(history.take() == ["25s a asked max(1)", "30s value [2, 3]"])
    }

    @Test func demandReturnedByTheDownstreamCountsArrays() {
        byTime.subscribe(Downstream(history, demand: .max(2)) { _, value in value[0] < 3 ? .max(1) : .none })
        for value in 1...9 {
            upstream.send(value)
            to(value * 10)
        }
        #expect(history.lines.filter { $0.contains("value") } == (1...4).map { "\($0 * 10)s value [\($0)]" })
    }

    @Test func aFullArrayIsSentAtOnceOnTheScheduler() {
        byTimeOrCount(2).subscribe(Downstream(history, demand: .unlimited))
        _ = history.take()
        for value in 1...5 { upstream.send(value) }
        #expect(history.take() == [])
        to(0)
        #expect(history.take() == ["0s value [1, 2]", "0s value [3, 4]"])
        to(10)
        #expect(history.take() == ["10s value [5]"])
    }

    @Test func requestsAsManyValuesAsTheArraysHold() {
        let subscriber = Downstream(history, demand: .max(2))
        byTimeOrCount(3).subscribe(subscriber)
        #expect(history.take() == ["0s subscribed", "0s a asked max(6)"])
        for value in 1...4 { #expect(upstream.offer(value)) }
        to(10)
        #expect(history.take() == ["0s value [1, 2, 3]", "10s value [4]"])
        // Two more values are already requested, so a third array requires only one more.
        subscriber.request(.max(1))
        #expect(history.take() == ["10s a asked max(1)"])
        for value in 5...7 { #expect(upstream.offer(value)) }
        #expect(!upstream.offer(8))
        to(11)
        #expect(history.take() == ["10s value [5, 6, 7]"])
    }

    @Test func demandReturnedForAnArrayReachesTheUpstream() {
        byTimeOrCount(2).subscribe(Downstream(history, demand: .max(1)) { _, _ in .max(1) })
        _ = history.take()
        for _ in 0..<3 {
            #expect(upstream.offer(1))
            #expect(upstream.offer(2))
            #expect(!upstream.offer(3))
            to(0)
            #expect(history.take() == ["0s value [1, 2]", "0s a asked max(2)"])
        }
        // The same applies to an array that the end of the interval cut short.
        #expect(upstream.offer(4))
        to(10)
        #expect(history.take() == ["10s value [4]", "10s a asked max(1)"])
        #expect(upstream.outstanding == .max(2))
    }

    @Test func waitingArraysAreSentWithTheDemand() {
        let subscriber = Downstream(history, demand: .max(2))
        byTimeOrCount(2).subscribe(subscriber)
        upstream.offer(1)
        to(10)
        upstream.offer(2)
        to(20)
        // Arrays of one value have used all demand, and the upstream can still send two values.
        #expect(upstream.offer(3))
        #expect(upstream.offer(4))
        to(30)
        #expect(history.take() == ["0s subscribed", "0s a asked max(4)", "10s value [1]", "20s value [2]"])
        subscriber.request(.max(1))
        to(31)
        #expect(history.take() == ["30s value [3, 4]"])
    }

    @Test func finishingSendsTheRemainingValuesAndThenTheCompletion() {
        for count in [nil, 4] {
            let clock = VirtualTimeScheduler()
            let history = History(clock: clock)
            let upstream = Upstream("a", history)
            upstream.collect(count.map { .byTimeOrCount(clock, .seconds(10), $0) } ?? .byTime(clock, .seconds(10)))
                .subscribe(Downstream(history, demand: .unlimited))
            for value in 1...3 { upstream.send(value) }
            _ = history.take()
            clock.advance(to: .seconds(4))
            upstream.send(completion: .finished)
            // The scheduler sends the remaining values, and the timer has been removed.
            #expect(history.take() == [])
            #expect(clock.waitingCount == 1)
            clock.advance(by: .zero)
            #expect(history.take() == ["4s value [1, 2, 3]", "4s finished"])
            clock.advance(by: .seconds(50))
            #expect(history.take() == [])
        }
    }

    @Test func theRemainingValuesWaitForDemandAndTheCompletionForThem() {
        let subscriber = Downstream(history, demand: .max(1))
        byTime.subscribe(subscriber)
        upstream.send(1)
        to(10)
        upstream.send(2)
        upstream.send(completion: .finished)
        to(40)
        _ = history.take()
        subscriber.request(.max(1))
        to(40)
        #expect(history.take() == ["40s value [2]", "40s finished"])
        // Without remaining values, the completion requires no demand.
        let other = Upstream("b", history)
        other.collect(.byTime(scheduler, .seconds(10))).subscribe(Downstream(history, name: "second"))
        other.send(completion: .finished)
        to(40)
        #expect(history.take() == ["40s second subscribed", "40s second finished"])
    }

    @Test func aFailureDropsTheRemainingValues() {
        byTime.subscribe(Downstream(history, demand: .unlimited))
        upstream.send(1)
        _ = history.take()
        upstream.send(completion: .failure("oops"))
        #expect(history.take() == [])
        to(30)
        #expect(history.take() == ["0s failed oops"])
        #expect(scheduler.waitingCount == 0)
    }

    @Test func cancellingStopsTheTimer() {
        for count in [nil, 2] {
            let subscriber = Downstream(history, demand: .unlimited)
            (count.map(byTimeOrCount) ?? byTime).subscribe(subscriber)
            upstream.send(1)
            upstream.send(2)
            _ = history.take()
            let subscription = subscriber.subscription
            subscriber.cancel()
            #expect(history.take() == ["0s a cancelled"])
            to(0)
            #expect(scheduler.waitingCount == 0)
            subscription?.request(.max(1))
            subscription?.cancel()
            to(0)
            #expect(history.take() == [])
        }
    }

    @Test func mayBeCancelledAndRequestedFromWithinReceive() {
        let subscriber = Downstream(history, demand: .max(1)) { subscriber, value in
            if value[0] < 3 { subscriber.request(.max(1)) } else { subscriber.cancel() }
            return .none
        }
        byTimeOrCount(2).subscribe(subscriber)
        for value in 1...4 { upstream.offer(value) }
        to(5)
        upstream.offer(3)
        upstream.offer(4)
        to(30)
        #expect(
            history.lines == [
                "0s subscribed", "0s a asked max(2)", "0s value [1, 2]", "0s a asked max(2)", "0s value [1, 2] done",
                "5s value [3, 4]", "5s a cancelled", "5s value [3, 4] done",
            ])
    }

    @Test func releasesEverythingAtTheEnd() throws {
        for ending in ["finished", "failed", "cancelled"] {
            let upstream = Upstream("a", history)
            weak var weakSubscriber: Downstream?
            weak var weakSubscription: AnyObject?
            do {
                let subscriber = Downstream(history, demand: .unlimited)
                upstream.collect(.byTimeOrCount(scheduler, .seconds(10), 2)).subscribe(subscriber)
                weakSubscriber = subscriber
                weakSubscription = try #require(subscriber.subscription) as AnyObject
                upstream.send(1)
            }
            #expect(weakSubscriber != nil)
            switch ending {
            case "finished": upstream.send(completion: .finished)
            case "failed": upstream.send(completion: .failure("oops"))
            default: weakSubscriber?.cancel()
            }
            scheduler.advance(by: .zero)
            #expect(weakSubscriber == nil, "\(ending)")
            #expect(weakSubscription == nil, "\(ending)")
        }
        scheduler.advance(by: .seconds(30))
        #expect(scheduler.waitingCount == 0)
    }

    @Test func aSecondSubscriptionIsCancelled() {
        byTime.subscribe(Downstream(history))
        _ = history.take()
        upstream.start()
        #expect(history.take() == ["0s a cancelled"])
    }

    @Test func worksWithTheImmediateScheduler() {
        let subscriber = HistorySubscriber<[Int], Never>(History(), demand: .max(2)) { _, _ in .max(1) }
        (1...7).publisher.collect(.byTimeOrCount(ImmediateScheduler.shared, .seconds(1), 3)).subscribe(subscriber)
        #expect(
            subscriber.history.lines == [
                "subscribed", "value [1, 2, 3]", "value [4, 5, 6]", "value [7]", "finished",
            ])
    }
}
