// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of complete histories of every form of merge. The upstreams are named `0`, `1` and so on.
@Suite struct MergeTests {
    typealias Upstream = MergeForm.Upstream
    typealias Downstream = HistorySubscriber<Int, TestFailure>

    private let history = History()

    private func upstreams(_ form: MergeForm) -> [Upstream] {
        (0..<form.count).map { Upstream("\($0)", history) }
    }

    /// Returns a line for each upstream in order.
    private func each(_ form: MergeForm, _ line: (Int) -> String) -> [String] { (0..<form.count).map(line) }

    @Test(arguments: MergeForm.all) func sendsAllValuesWithUnlimitedDemand(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .unlimited)
        form.make(upstreams).subscribe(subscriber)
        #expect(history.take() == ["subscribed"] + each(form) { "\($0) asked unlimited" })
        for index in upstreams.indices.reversed() { upstreams[index].send(index) }
        #expect(history.take() == each(form) { "value \($0)" }.reversed())
        // Additional demand causes no events.
        subscriber.request(.max(5))
        subscriber.request(.unlimited)
        #expect(history.take() == [])
        for index in upstreams.indices {
            upstreams[index].send(index + 100)
            upstreams[index].send(completion: .finished)
        }
        #expect(history.take() == each(form) { "value \($0 + 100)" } + ["finished"])
    }

    @Test(arguments: MergeForm.all) func holdsOneValueOfEachUpstreamWithoutDemand(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        #expect(history.take() == ["subscribed"] + each(form) { "\($0) asked max(1)" })
        for index in upstreams.indices.reversed() {
            #expect(upstreams[index].offer(index))
            #expect(!upstreams[index].offer(-1))
        }
        #expect(history.take() == [])
        // Held values are sent in the order of the upstreams, not of their arrival, and only then are the upstreams asked for
        // more.
        subscriber.request(.max(form.count))
        #expect(history.take() == each(form) { "value \($0)" } + each(form) { "\($0) asked max(1)" })
        // Demand without held values requests nothing: each upstream has already been asked for one value.
        subscriber.request(.max(2))
        #expect(history.take() == [])
        let last = form.count - 1
        #expect(upstreams[last].offer(100))
        #expect(upstreams[last].offer(101))
        #expect(upstreams[last].offer(102))
        #expect(!upstreams[last].offer(103))
        #expect(
            history.take() == ["value 100", "\(last) answered max(1)", "value 101", "\(last) answered max(1)"])
        subscriber.request(.max(1))
        #expect(history.take() == ["value 102", "\(last) asked max(1)"])
    }

    @Test(arguments: MergeForm.all) func demandIsCountedOverAllUpstreams(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        for index in upstreams.indices { upstreams[index].offer(index) }
        _ = history.take()
        for index in upstreams.indices {
            subscriber.request(.max(1))
            #expect(history.take() == ["value \(index)", "\(index) asked max(1)"])
        }
        subscriber.request(.max(form.count - 1))
        for index in upstreams.indices { #expect(upstreams[index].offer(index)) }
        #expect(history.take() == (0..<form.count - 1).flatMap { ["value \($0)", "\($0) answered max(1)"] })
        subscriber.request(.none)
        #expect(history.take() == [])
    }

    @Test(arguments: MergeForm.all) func unlimitedDemandSendsHeldValuesFirst(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        upstreams[0].offer(1)
        _ = history.take()
        subscriber.request(.unlimited)
        #expect(history.take() == ["value 1"] + each(form) { "\($0) asked unlimited" })
        upstreams[0].send(2)
        #expect(history.take() == ["value 2"])
    }

    @Test(arguments: MergeForm.all) func demandReturnedByTheDownstreamCounts(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(1)) { _, value in value == 0 ? .unlimited : .max(1) }
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        for value in 1...5 { #expect(upstreams[0].offer(value)) }
        #expect(history.take() == (1...5).flatMap { ["value \($0)", "0 answered max(1)"] })
        upstreams[0].send(0)
        // The other upstreams receive the demand before the call of the sending upstream returns.
        #expect(
            history.take() == ["value 0"] + (1..<form.count).map { "\($0) asked unlimited" } + [
                "0 answered unlimited"
            ])
    }

    @Test(arguments: MergeForm.all) func demandFromWithinReceiveCountsForLaterValues(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history) { subscriber, value in
            if value < form.count - 1 { subscriber.request(.max(1)) }
            return .none
        }
        form.make(upstreams).subscribe(subscriber)
        for index in upstreams.indices { upstreams[index].offer(index) }
        _ = history.take()
        subscriber.request(.max(1))
        #expect(history.take() == each(form) { "value \($0)" } + each(form) { "\($0) asked max(1)" })
    }

    @Test(arguments: MergeForm.all) func finishesAfterTheLastHeldValue(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        for index in upstreams.indices {
            upstreams[index].offer(index)
            upstreams[index].send(completion: .finished)
        }
        #expect(history.take() == [])
        for index in upstreams.indices {
            #expect(subscriber.completion == nil)
            subscriber.request(.max(1))
            #expect(history.take() == ["value \(index)"] + (index == form.count - 1 ? ["finished"] : []))
        }
        #expect(subscriber.completion == .finished)
    }

    @Test(arguments: MergeForm.all) func finishesWithTheLastUpstreamInAnyOrder(_ form: MergeForm) {
        for first in 0..<form.count {
            let upstreams = upstreams(form)
            let subscriber = Downstream(history, demand: .max(1))
            form.make(upstreams).subscribe(subscriber)
            _ = history.take()
            for step in 0..<form.count {
                #expect(subscriber.completion == nil)
                upstreams[(first + step) % form.count].send(completion: .finished)
            }
            #expect(history.take() == ["finished"])
        }
    }

    @Test(arguments: MergeForm.all) func theFirstFailureEndsAllUpstreamsAtOnce(_ form: MergeForm) {
        for failing in 0..<form.count {
            let upstreams = upstreams(form)
            let subscriber = Downstream(history)
            form.make(upstreams).subscribe(subscriber)
            for index in upstreams.indices { upstreams[index].offer(index) }
            _ = history.take()
            upstreams[failing].send(completion: .failure("oops"))
            #expect(
                history.take() == (0..<form.count).filter { $0 != failing }.map { "\($0) cancelled" } + ["failed oops"])
            subscriber.request(.unlimited)
            for index in upstreams.indices { upstreams[index].send(1) }
            #expect(history.take() == [])
        }
    }

    @Test(arguments: MergeForm.all) func cancellingCancelsAllUpstreamsSilently(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        upstreams[0].offer(1)
        let subscription = subscriber.subscription
        _ = history.take()
        subscriber.cancel()
        #expect(history.take() == each(form) { "\($0) cancelled" })
        subscription?.request(.unlimited)
        subscription?.cancel()
        #expect(history.take() == [])
    }

    @Test(arguments: MergeForm.all) func cancellingFromWithinReceiveEndsTheMerge(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history) { subscriber, _ in
            subscriber.cancel()
            return .max(3)
        }
        form.make(upstreams).subscribe(subscriber)
        for index in upstreams.indices { upstreams[index].offer(index) }
        _ = history.take()
        subscriber.request(.max(10))
        #expect(history.take() == ["value 0"] + each(form) { "\($0) cancelled" } + ["value 0 done"])
    }

    @Test(arguments: MergeForm.all) func anUpstreamMaySendFromWithinReceive(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let last = upstreams[form.count - 1]
        let subscriber = Downstream(history, demand: .unlimited) { _, value in
            if value < 3 { last.send(value + 1) }
            if value == 3 { for upstream in upstreams { upstream.send(completion: .finished) } }
            return .none
        }
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        upstreams[0].send(1)
        // Calls are nested as in Combine: a value does not wait for the end of the call that caused it.
        #expect(
            history.take() == [
                "value 1", "value 2", "value 3", "finished", "value 3 done", "value 2 done", "value 1 done",
            ])
    }

    @Test(arguments: MergeForm.all) func acceptsUpstreamsThatSendOnRequest(_ form: MergeForm) {
        let upstreams = (0..<form.count).map { index in
            Upstream("\(index)", history) { upstream, _ in
                // Three values and the completion, within the demand.
                while upstream.isSubscribed, upstream.outstanding > .none, upstream.sentCount < 3 {
                    upstream.send(index * 10 + upstream.sentCount)
                }
                if upstream.isSubscribed, upstream.sentCount == 3 { upstream.send(completion: .finished) }
            }
        }
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        while subscriber.completion == nil { subscriber.request(.max(1)) }
        // With a demand of one, the next value of the first upstream always arrives first.
        let expected: [Int] = (0..<form.count).flatMap { index in (0..<3).map { index * 10 + $0 } }
        #expect(subscriber.values == expected)
        #expect(history.lines.last == "finished")
    }

    @Test(arguments: MergeForm.all) func releasesEverythingAtTheEnd(_ form: MergeForm) throws {
        for ending in ["finished", "failed", "cancelled"] {
            let upstreams = upstreams(form)
            weak var weakSubscriber: Downstream?
            weak var weakSubscription: AnyObject?
            do {
                let subscriber = Downstream(history, demand: .max(1))
                form.make(upstreams).subscribe(subscriber)
                weakSubscriber = subscriber
                weakSubscription = try #require(subscriber.subscription) as AnyObject
                upstreams[0].send(1)
                upstreams[0].send(2)
            }
            // Until the end, the upstreams retain the merge, and the merge retains the downstream.
            #expect(weakSubscriber != nil)
            switch ending {
            case "finished":
                for upstream in upstreams { upstream.send(completion: .finished) }
                weakSubscriber?.request(.unlimited)
            case "failed": upstreams[0].send(completion: .failure("oops"))
            default: weakSubscriber?.cancel()
            }
            #expect(weakSubscriber == nil, "\(ending)")
            #expect(weakSubscription == nil, "\(ending)")
            #expect(upstreams.allSatisfy { !$0.isSubscribed })
        }
    }

    @Test(arguments: MergeForm.all) func aSecondSubscriptionIsCancelled(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(1))
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        upstreams[0].start()
        #expect(history.take() == ["0 cancelled"])
    }

    @Test(arguments: MergeForm.all) func subscriptionsMayArriveLate(_ form: MergeForm) {
        let upstreams = (0..<form.count).map { Upstream("\($0)", history, isPrompt: false) }
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        upstreams[0].start()
        subscriber.request(.unlimited)
        for upstream in upstreams.dropFirst() { upstream.start() }
        #expect(
            history.take() == ["subscribed", "0 asked max(1)"] + each(form) { "\($0) asked unlimited" })
        subscriber.cancel()
        _ = history.take()
        let late = Upstream("late", history, isPrompt: false)
        let second = Downstream(history, name: "second")
        form.make([late] + upstreams.dropFirst()).subscribe(second)
        second.cancel()
        late.start()
        #expect(history.take() == ["second subscribed", "late cancelled"])
    }

    @Test(arguments: MergeForm.all) func aMergeThatEndedEarlyDoesNotSubscribeToLaterUpstreams(_ form: MergeForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        let failing = Upstream("0", history) { upstream, _ in upstream.send(completion: .failure("early")) }
        form.make([failing] + upstreams.dropFirst()).subscribe(subscriber)
        #expect(history.take() == ["subscribed", "0 asked max(1)", "failed early"])
        #expect(upstreams.allSatisfy { !$0.isSubscribed })
    }

    @Test func aMergeWithoutUpstreamsFinishesAtOnce() {
        Publishers.MergeMany<Just<Int>>().subscribe(HistorySubscriber<Int, Never>(history))
        #expect(history.take() == ["subscribed", "finished"])
        [Just<Int>]().merge().subscribe(HistorySubscriber<Int, Never>(history, demand: .unlimited))
        #expect(history.take() == ["subscribed", "finished"])
    }

    @Test func worksWithThePublishersOfOpenCombine() {
        var values: [Int] = []
        let current = CurrentValueSubject<Int, Never>(0)
        let cancellable = [42, 43].publisher.merge(with: current, Just(7)).sink { values.append($0) }
        current.send(1)
        cancellable.cancel()
        current.send(2)
        #expect(values == [42, 43, 0, 7, 1])
    }

    @Test func equalUpstreamsGiveEqualMerges() {
        let (one, two) = (Just(1), Just(2))
        #expect(Publishers.Merge(one, two) == Publishers.Merge(one, two))
        #expect(Publishers.Merge(one, two) != Publishers.Merge(two, one))
        #expect(Publishers.Merge3(one, two, one) == Publishers.Merge(one, two).merge(with: one))
        #expect(Publishers.Merge3(one, two, one) != Publishers.Merge3(one, two, two))
        #expect(Publishers.Merge4(one, two, one, one) != Publishers.Merge4(one, two, one, two))
        #expect(Publishers.Merge5(one, two, one, one, one) != Publishers.Merge5(one, two, one, one, two))
        #expect(Publishers.Merge6(one, two, one, one, one, one) != Publishers.Merge6(one, two, one, one, one, two))
        #expect(
            Publishers.Merge7(one, two, one, one, one, one, one) != Publishers.Merge7(one, two, one, one, one, one, two)
        )
        #expect(
            Publishers.Merge8(one, two, one, one, one, one, one, one)
                != Publishers.Merge8(one, two, one, one, one, one, one, two))
        #expect(Publishers.MergeMany(one, two) == [one, two].merge())
        #expect(Publishers.MergeMany(one, two) != Publishers.MergeMany(one))
    }
}
