// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of complete histories of every form of a combination of latest values. The upstreams are named `0`, `1` and so on.
@Suite struct CombineLatestTests {
    typealias Upstream = CombineLatestForm.Upstream
    typealias Downstream = HistorySubscriber<[Int], TestFailure>

    private let history = History()

    private func upstreams(_ form: CombineLatestForm) -> [Upstream] {
        (0..<form.count).map { Upstream("\($0)", history) }
    }

    /// Returns a line for each upstream in order.
    private func each(_ form: CombineLatestForm, _ line: (Int) -> String) -> [String] { (0..<form.count).map(line) }

    /// Returns a combination of ones with other values at some indexes.
    private func ones(_ form: CombineLatestForm, _ others: [Int: Int] = [:]) -> [Int] {
        (0..<form.count).map { others[$0] ?? 1 }
    }

    @Test(arguments: CombineLatestForm.all) func sendsOnceAllUpstreamsHaveSent(_ form: CombineLatestForm) {
        for last in 0..<form.count {
            let upstreams = upstreams(form)
            let subscriber = Downstream(history, demand: .unlimited)
            form.make(upstreams).subscribe(subscriber)
            #expect(history.take() == ["subscribed"] + each(form) { "\($0) asked unlimited" })
            for index in 0..<form.count where index != last {
                upstreams[index].send(0)
                upstreams[index].send(1)
            }
            #expect(history.take() == [])
            upstreams[last].send(1)
            #expect(history.take() == ["value \(ones(form))"])
            for index in 0..<form.count {
                upstreams[index].send(5)
                upstreams[index].send(1)
                #expect(history.take() == ["value \(ones(form, [index: 5]))", "value \(ones(form))"])
            }
        }
    }

    @Test(arguments: CombineLatestForm.all) func everyRequestReachesAllUpstreams(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history)
        form.make(upstreams).subscribe(subscriber)
        #expect(history.take() == ["subscribed"])
        for demand: Subscribers.Demand in [.max(1), .max(7), .unlimited] {
            subscriber.request(demand)
            #expect(history.take() == each(form) { "\($0) asked \(demand)" })
        }
        subscriber.request(.none)
        #expect(history.take() == [])
    }

    @Test(arguments: CombineLatestForm.all) func valuesWithoutDemandAreKeptButNotSentLater(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(2))
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        for upstream in upstreams { #expect(upstream.offer(1)) }
        #expect(upstreams[0].offer(2))
        #expect(history.take() == ["value \(ones(form))", "value \(ones(form, [0: 2]))"])
        // There is no demand left, but the second upstream can still send the one requested value.
        #expect(upstreams[1].offer(3))
        #expect(!upstreams[1].offer(4))
        #expect(history.take() == [])
        subscriber.request(.max(1))
        #expect(history.take() == each(form) { "\($0) asked max(1)" })
        #expect(upstreams[0].offer(5))
        #expect(history.take() == ["value \(ones(form, [0: 5, 1: 3]))"])
    }

    @Test(arguments: CombineLatestForm.all) func returnedDemandReachesAllUpstreams(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(1)) { _, _ in .max(1) }
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams.dropLast() { upstream.offer(1) }
        _ = history.take()
        let last = form.count - 1
        for value in 1...3 {
            #expect(upstreams[last].offer(value))
            #expect(
                history.take() == ["value \(ones(form, [last: value]))"]
                    + (0..<last).map { "\($0) asked max(1)" } + ["\(last) answered max(1)"])
        }
        // The other upstreams can continue as well.
        #expect(upstreams[0].offer(9))
    }

    @Test(arguments: CombineLatestForm.all) func unlimitedReturnedDemandIsPassedOnOnce(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(1)) { _, _ in .unlimited }
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams.dropLast() { upstream.send(1) }
        _ = history.take()
        let last = form.count - 1
        upstreams[last].send(1)
        #expect(
            history.take() == ["value \(ones(form))"] + (0..<last).map { "\($0) asked unlimited" }
                + ["\(last) answered unlimited"])
        upstreams[0].send(2)
        #expect(history.take() == ["value \(ones(form, [0: 2]))", "0 answered unlimited"])
    }

    @Test(arguments: CombineLatestForm.all) func finishesWhenAllUpstreamsHaveFinished(_ form: CombineLatestForm) {
        for sends in [true, false] {
            let upstreams = upstreams(form)
            let subscriber = Downstream(history, demand: .unlimited)
            form.make(upstreams).subscribe(subscriber)
            _ = history.take()
            for upstream in upstreams {
                #expect(subscriber.completion == nil)
                if sends { upstream.send(1) }
                upstream.send(completion: .finished)
            }
            #expect(history.take() == (sends ? ["value \(ones(form))"] : []) + ["finished"])
        }
    }

    @Test(arguments: CombineLatestForm.all) func aFinishedUpstreamKeepsItsLatestValue(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .unlimited)
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams { upstream.send(1) }
        upstreams[0].send(completion: .finished)
        _ = history.take()
        upstreams[1].send(2)
        #expect(history.take() == ["value \(ones(form, [1: 2]))"])
        // If an upstream finishes without a value, no combination can follow, but the completion waits for the other upstreams.
        let others = (0..<form.count).map { Upstream("\($0)", history) }
        let second = Downstream(history, name: "second", demand: .unlimited)
        form.make(others).subscribe(second)
        others[0].send(completion: .finished)
        _ = history.take()
        for upstream in others.dropFirst() { upstream.send(1) }
        #expect(history.take() == [])
    }

    @Test(arguments: CombineLatestForm.all) func theFirstFailureEndsAllUpstreamsAtOnce(_ form: CombineLatestForm) {
        for failing in 0..<form.count {
            let upstreams = upstreams(form)
            let subscriber = Downstream(history, demand: .unlimited)
            form.make(upstreams).subscribe(subscriber)
            for upstream in upstreams { upstream.send(1) }
            let finished = (failing + 1) % form.count
            upstreams[finished].send(completion: .finished)
            _ = history.take()
            upstreams[failing].send(completion: .failure("oops"))
            #expect(
                history.take() == (0..<form.count).filter { $0 != failing && $0 != finished }.map { "\($0) cancelled" }
                    + ["failed oops"])
            for upstream in upstreams { upstream.send(2) }
            subscriber.request(.max(1))
            #expect(history.take() == [])
        }
    }

    @Test(arguments: CombineLatestForm.all) func cancellingCancelsAllUpstreamsSilently(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .unlimited) { subscriber, value in
            if value[0] == 2 { subscriber.cancel() }
            return .max(1)
        }
        form.make(upstreams).subscribe(subscriber)
        let subscription = subscriber.subscription
        for upstream in upstreams { upstream.send(1) }
        _ = history.take()
        upstreams[0].send(2)
        let value = "value \(ones(form, [0: 2]))"
        #expect(history.take() == [value] + each(form) { "\($0) cancelled" } + [value + " done"])
        subscription?.request(.unlimited)
        subscription?.cancel()
        #expect(history.take() == [])
    }

    @Test(arguments: CombineLatestForm.all) func aValueFromWithinReceiveIsOnlyKept(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .unlimited) { _, value in
            upstreams[1].send(value[1] + 10)
            return .none
        }
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams { upstream.send(1) }
        #expect(history.take().last == "value \(ones(form))")
        upstreams[0].send(2)
        #expect(history.take() == ["value \(ones(form, [0: 2, 1: 11]))"])
    }

    @Test(arguments: CombineLatestForm.all) func mayBeRequestedFromWithinReceive(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .max(1)) { subscriber, value in
            if value[0] < 3 { subscriber.request(.max(1)) }
            return .none
        }
        form.make(upstreams).subscribe(subscriber)
        for upstream in upstreams.reversed() { upstream.offer(1) }
        _ = history.take()
        #expect(upstreams[0].offer(2))
        let (value, last) = ("value \(ones(form, [0: 2]))", "value \(ones(form, [0: 3]))")
        #expect(history.take() == [value] + each(form) { "\($0) asked max(1)" } + [value + " done"])
        #expect(upstreams[0].offer(3))
        #expect(history.take() == [last])
    }

    @Test(arguments: CombineLatestForm.all) func mayFinishFromWithinReceive(_ form: CombineLatestForm) {
        let upstreams = upstreams(form)
        let subscriber = Downstream(history, demand: .unlimited) { _, _ in
            for upstream in upstreams { upstream.send(completion: .finished) }
            return .max(1)
        }
        form.make(upstreams).subscribe(subscriber)
        _ = history.take()
        for upstream in upstreams { upstream.send(1) }
        #expect(history.take() == ["value \(ones(form))", "finished", "value \(ones(form)) done"])
    }

    @Test(arguments: CombineLatestForm.all) func anEarlyCompletionIsSentAfterTheSubscription(_ form: CombineLatestForm)
    {
        for failing in 0..<form.count {
            let upstreams = (0..<form.count).map { index in
                EarlyEnd(history: history, name: "\(index)", end: index == failing ? .failure("early") : nil)
            }
            let subscriber = Downstream(history, demand: .unlimited)
            switch form.count {
            case 2: upstreams[0].combineLatest(upstreams[1]) { [$0, $1] }.subscribe(subscriber)
            case 3: upstreams[0].combineLatest(upstreams[1], upstreams[2]) { [$0, $1, $2] }.subscribe(subscriber)
            default:
                upstreams[0].combineLatest(upstreams[1], upstreams[2], upstreams[3]) { [$0, $1, $2, $3] }
                    .subscribe(subscriber)
            }
            // The upstreams before the failure are cancelled; those after it are not subscribed to.
            #expect(history.take() == (0..<failing).map { "\($0) cancelled" } + ["subscribed", "failed early"])
        }
        let done = (0..<form.count).map { EarlyEnd(history: history, name: "\($0)", end: .finished) }
        if form.count == 2 {
            done[0].combineLatest(done[1]) { [$0, $1] }.subscribe(Downstream(history, demand: .unlimited))
            #expect(history.take() == ["subscribed", "finished"])
        }
    }

    @Test(arguments: CombineLatestForm.all) func subscriptionsMayArriveLate(_ form: CombineLatestForm) {
        let upstreams = (0..<form.count).map { Upstream("\($0)", history, isPrompt: false) }
        let subscriber = Downstream(history, demand: .max(2))
        form.make(upstreams).subscribe(subscriber)
        subscriber.request(.max(1))
        upstreams[0].start()
        subscriber.request(.max(4))
        upstreams[1].start()
        #expect(history.take() == ["subscribed", "0 asked max(3)", "0 asked max(4)", "1 asked max(7)"])
        upstreams[1].start()
        #expect(history.take() == ["1 cancelled"])
    }

    @Test(arguments: CombineLatestForm.all) func releasesEverythingAtTheEnd(_ form: CombineLatestForm) throws {
        for ending in ["finished", "failed", "cancelled"] {
            let upstreams = upstreams(form)
            weak var weakSubscriber: Downstream?
            weak var weakSubscription: AnyObject?
            do {
                let subscriber = Downstream(history, demand: .unlimited)
                form.make(upstreams).subscribe(subscriber)
                weakSubscriber = subscriber
                weakSubscription = try #require(subscriber.subscription) as AnyObject
                for upstream in upstreams { upstream.send(1) }
            }
            #expect(weakSubscriber != nil)
            switch ending {
            case "finished": for upstream in upstreams { upstream.send(completion: .finished) }
            case "failed": upstreams[0].send(completion: .failure("oops"))
            default: weakSubscriber?.cancel()
            }
            #expect(weakSubscriber == nil, "\(ending)")
            #expect(weakSubscription == nil, "\(ending)")
            #expect(upstreams.allSatisfy { !$0.isSubscribed })
        }
    }

    @Test func combinesDifferentTypes() {
        let (number, text, flag) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<String, Never>(), Just(true))
        let subscriber = HistorySubscriber<(Int, String, Bool), Never>(history, demand: .unlimited)
        number.combineLatest(text, flag).subscribe(subscriber)
        text.send("a")
        number.send(2)
        #expect(history.lines == ["subscribed", "value (1, \"a\", true)", "value (2, \"a\", true)"])
        // An optional without a value is also a value.
        let missing = HistorySubscriber<(Int?, Int?), Never>(history, demand: .unlimited)
        Just(Int?.none).combineLatest(Just(Int?.some(1))).subscribe(missing)
        #expect(history.lines.suffix(3) == ["subscribed", "value (nil, Optional(1))", "finished"])
    }

    @Test func equalUpstreamsGiveEqualCombinations() {
        let (one, text) = (Just(1), Just("a"))
        #expect(one.combineLatest(text) == Publishers.CombineLatest(one, text))
        #expect(one.combineLatest(text) != Publishers.CombineLatest(Just(2), text))
        #expect(one.combineLatest(text, one) == Publishers.CombineLatest3(one, text, one))
        #expect(one.combineLatest(text, one) != Publishers.CombineLatest3(one, text, Just(2)))
        #expect(one.combineLatest(text, one, text) == Publishers.CombineLatest4(one, text, one, text))
        #expect(one.combineLatest(text, one, text) != Publishers.CombineLatest4(one, text, one, Just("b")))
    }
}

/// An upstream that completes on subscription, before any demand.
private struct EarlyEnd: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    let history: History
    let name: String
    let end: Subscribers.Completion<TestFailure>?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        let upstream = ScriptedPublisher<Int, TestFailure>(name, history)
        upstream.receive(subscriber: subscriber)
        if let end { upstream.send(completion: end) }
    }
}
