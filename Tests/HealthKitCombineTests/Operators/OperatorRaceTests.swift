// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of upstreams, demand and the end on separate threads: no value is lost, and calls of the downstream do not overlap.
@Suite struct OperatorRaceTests {
    private static let valueCount = 2_000

    /// Runs each closure on a separate thread, and waits for all of them.
    private func race(_ work: [() -> Void]) {
        let group = DispatchGroup()
        for piece in work.map(Piece.init) {
            group.enter()
            Thread.detachNewThread {
                piece.run()
                group.leave()
            }
        }
        group.wait()
    }

    /// A closure for one thread, which releases it before signalling its end.
    private final class Piece: @unchecked Sendable {
        // Unchecked because only one thread uses it, and the state shared by pieces is thread-safe.
        private var work: (() -> Void)?

        init(_ work: @escaping () -> Void) {
            self.work = work
        }

        func run() {
            work?()
            work = nil
        }
    }

    @Test(arguments: MergeForm.initializers + MergeForm.many.suffix(8)) func mergesFromThreads(_ form: MergeForm) {
        let upstreams = (0..<form.count).map { MergeForm.Upstream("\($0)", History()) }
        let subscriber = HistorySubscriber<Int, TestFailure>(demand: .unlimited)
        form.make(upstreams).subscribe(subscriber)
        let count = Self.valueCount / form.count
        race(
            upstreams.enumerated().map { index, upstream in
                {
                    for value in 0..<count { upstream.send(index * 10_000 + value) }
                    upstream.send(completion: .finished)
                }
            })
        #expect(!subscriber.wasEnteredTwice)
        #expect(subscriber.completion == .finished)
        expectAll(subscriber.values, upstreamCount: form.count, valueCount: count)
    }

    @Test(arguments: MergeForm.initializers) func mergesWithDemandFromOtherThreads(_ form: MergeForm) {
        let upstreams = (0..<form.count).map { MergeForm.Upstream("\($0)", History()) }
        let subscriber = HistorySubscriber<Int, TestFailure>()
        form.make(upstreams).subscribe(subscriber)
        let count = Self.valueCount / form.count
        let sending = upstreams.enumerated().map { index, upstream in
            {
                for value in 0..<count {
                    while !upstream.offer(index * 10_000 + value) { sched_yield() }
                }
                upstream.send(completion: .finished)
            }
        }
        let total = count * form.count
        let asking = (0..<2).map { half in
            { for _ in 0..<total / 2 + (half == 0 ? total % 2 : 0) { subscriber.request(.max(1)) } }
        }
        race(sending + asking)
        #expect(!subscriber.wasEnteredTwice)
        #expect(subscriber.completion == .finished)
        expectAll(subscriber.values, upstreamCount: form.count, valueCount: count)
    }

    @Test(arguments: MergeForm.initializers) func demandBecomesUnlimitedDuringAMerge(_ form: MergeForm) {
        for round in 0..<50 {
            let upstreams = (0..<form.count).map { MergeForm.Upstream("\($0)", History()) }
            let subscriber = HistorySubscriber<Int, TestFailure>(demand: .max(round))
            form.make(upstreams).subscribe(subscriber)
            let sending = upstreams.enumerated().map { index, upstream in
                {
                    for value in 0..<20 {
                        while !upstream.offer(index * 10_000 + value) { sched_yield() }
                    }
                    upstream.send(completion: .finished)
                }
            }
            race(sending + [{ subscriber.request(.unlimited) }])
            #expect(!subscriber.wasEnteredTwice)
            #expect(subscriber.completion == .finished)
            expectAll(subscriber.values, upstreamCount: form.count, valueCount: 20)
        }
    }

    @Test(arguments: MergeForm.initializers) func cancelsAndFailsDuringAMerge(_ form: MergeForm) {
        for round in 0..<100 {
            let upstreams = (0..<form.count).map { MergeForm.Upstream("\($0)", History()) }
            weak var weakSubscriber: HistorySubscriber<Int, TestFailure>?
            do {
                let subscriber = HistorySubscriber<Int, TestFailure>(demand: .unlimited)
                weakSubscriber = subscriber
                form.make(upstreams).subscribe(subscriber)
                let sending = upstreams.map { upstream in
                    { for value in 0..<50 where upstream.isSubscribed { upstream.send(value) } }
                }
                let ending =
                    round.isMultiple(of: 2)
                    ? { subscriber.cancel() } : { upstreams[0].send(completion: .failure("oops")) }
                race(sending + [ending])
                #expect(!subscriber.wasEnteredTwice)
                #expect((subscriber.completion != nil) == !round.isMultiple(of: 2))
                let count = subscriber.history.count
                for upstream in upstreams { upstream.send(-1) }
                #expect(subscriber.history.count == count)
                if subscriber.completion != nil { #expect(subscriber.history.lines.last == "failed oops") }
            }
            #expect(weakSubscriber == nil)
        }
    }

    @Test(arguments: CombineLatestForm.all) func combinesFromThreads(_ form: CombineLatestForm) {
        let upstreams = (0..<form.count).map { CombineLatestForm.Upstream("\($0)", History()) }
        let subscriber = HistorySubscriber<[Int], TestFailure>(demand: .unlimited)
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams { upstream.send(0) }
        let count = Self.valueCount / form.count
        race(
            upstreams.map { upstream in
                {
                    for value in 1...count { upstream.send(value) }
                    upstream.send(completion: .finished)
                }
            })
        #expect(!subscriber.wasEnteredTwice)
        #expect(subscriber.completion == .finished)
        // Each value created one combination, in which one element has increased by one.
        #expect(subscriber.values.count == 1 + count * form.count)
        #expect(
            zip(subscriber.values, subscriber.values.dropFirst()).allSatisfy { before, after in
                zip(before, after).map { $1 - $0 }.sorted() == Array(repeating: 0, count: form.count - 1) + [1]
            })
    }

    @Test(arguments: CombineLatestForm.all) func combinesWithDemandFromOtherThreads(_ form: CombineLatestForm) {
        for round in 0..<50 {
            let upstreams = (0..<form.count).map { CombineLatestForm.Upstream("\($0)", History()) }
            let subscriber = HistorySubscriber<[Int], TestFailure>()
            form.make(upstreams).subscribe(subscriber)
            let sending = upstreams.map { upstream in
                {
                    for value in 1...30 {
                        while !upstream.offer(value), upstream.isSubscribed { sched_yield() }
                    }
                }
            }
            let ending = round.isMultiple(of: 2) ? { subscriber.cancel() } : { subscriber.request(.unlimited) }
            race(sending + [{ for _ in 0..<20 { subscriber.request(.max(1)) } }, ending])
            #expect(!subscriber.wasEnteredTwice)
            if !round.isMultiple(of: 2) {
                upstreams[0].send(99)
                #expect(subscriber.values.last == [99] + Array(repeating: 30, count: form.count - 1))
            }
        }
    }

    @Test(arguments: [nil, 1, 3]) func collectsFromThreads(_ count: Int?) {
        let scheduler = VirtualTimeScheduler()
        let upstream = ScriptedPublisher<Int, TestFailure>("a", History())
        let subscriber = HistorySubscriber<[Int], TestFailure>(demand: .max(1))
        upstream.collect(count.map { .byTimeOrCount(scheduler, .seconds(1), $0) } ?? .byTime(scheduler, .seconds(1)))
            .subscribe(subscriber)
        let isOver = { subscriber.completion != nil }
        // Two threads advance the time, as on a concurrent queue.
        let moving = { while !isOver() { scheduler.advance(by: .milliseconds(300)) } }
        race([
            {
                for value in 0..<Self.valueCount {
                    while !upstream.offer(value) { sched_yield() }
                }
                upstream.send(completion: .finished)
            },
            {
                while !isOver() {
                    subscriber.request(.max(1))
                    sched_yield()
                }
            }, moving, moving,
        ])
        #expect(!subscriber.wasEnteredTwice)
        #expect(subscriber.values.flatMap(\.self) == Array(0..<Self.valueCount))
        #expect(subscriber.values.allSatisfy { !$0.isEmpty && $0.count <= count ?? .max })
        #expect(subscriber.history.lines.last == "finished")
    }

    /// Expects all values of all upstreams, with the values of each upstream in order.
    private func expectAll(_ values: [Int], upstreamCount: Int, valueCount: Int) {
        #expect(values.count == upstreamCount * valueCount)
        for index in 0..<upstreamCount {
            let own = values.filter { $0 / 10_000 == index }
            #expect(own.map { $0 % 10_000 } == Array(0..<valueCount))
        }
    }
}
