// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import Testing

@testable import HealthKitCombine

/// Tests of complete histories of live queries whose results are provided by the test.
@Suite struct LiveQueryRunTests {
    private let source = HandSource()
    private var query: LiveQuery<Int> { LiveQuery { [source] in source } }

    @Test func nothingIsReadWithoutDemand() {
        let watcher = Watcher<Int>()
        query.subscribe(watcher)
        #expect(source.calls == [])
        watcher.request(.none)
        #expect(source.calls == [])
        watcher.cancel()
        #expect(source.calls == ["end"])
    }

    @Test func oneValueForOneDemand() {
        let watcher = Watcher<Int>()
        query.subscribe(watcher)
        watcher.request(.max(1))
        #expect(source.calls == ["begin", "ask"])
        source.run?.accept(10)
        #expect(watcher.values == [10])
        for _ in 0..<5 { source.run?.change() }
        #expect(source.calls == ["begin", "ask"], "read without demand")
        watcher.request(.max(2))
        #expect(source.calls == ["begin", "ask", "ask"])
        source.run?.accept(11)
        #expect(watcher.values == [10, 11])
        #expect(source.calls.count == 3, "read without a change")
        source.run?.change()
        source.run?.accept(12)
        #expect(watcher.values == [10, 11, 12])
        source.run?.change()
        #expect(source.calls.count == 4)
        #expect(!watcher.history.isBroken)
    }

    @Test func demandFromWithinReceiveCounts() {
        let watcher = Watcher<Int>(.max(1)) { _, value in value < 3 ? .max(1) : .none }
        query.subscribe(watcher)
        for value in 1...3 {
            source.run?.accept(value)
            source.run?.change()
        }
        #expect(watcher.values == [1, 2, 3])
        #expect(source.calls == ["begin", "ask", "ask", "ask"])
    }

    @Test func requestFromWithinReceiveCounts() {
        let watcher = Watcher<Int>(.max(1)) { watcher, _ in
            watcher.request(.max(1))
            return .none
        }
        query.subscribe(watcher)
        for value in 1...3 {
            source.run?.accept(value)
            source.run?.change()
        }
        #expect(watcher.values == [1, 2, 3])
        #expect(!watcher.history.isBroken)
    }

    @Test func changesDuringAReadLeadToOneMoreRead() {
        let watcher = Watcher<Int>(.unlimited)
        query.subscribe(watcher)
        for _ in 0..<3 { source.run?.change() }
        #expect(source.calls == ["begin", "ask"], "two readings at a time")
        source.run?.accept(1)
        #expect(source.calls == ["begin", "ask", "ask"])
        source.run?.accept(2)
        #expect(source.calls.count == 3)
        #expect(watcher.values == [1, 2])
    }

    @Test func aChangeFromWithinReceiveWaitsForItsEnd() {
        let source = source
        let watcher = Watcher<Int>(.unlimited) { _, value in
            if value < 3 {
                source.run?.change()
                #expect(source.calls.count == value + 1, "read while the subscriber is busy")
            }
            return .none
        }
        query.subscribe(watcher)
        for value in 1...3 { source.run?.accept(value) }
        #expect(watcher.values == [1, 2, 3])
        #expect(!watcher.history.isBroken)
    }

    @Test func nothingArrivesAfterCancel() {
        let source = source
        let watcher = Watcher<Int>(.unlimited) { watcher, _ in
            watcher.cancelForGood()
            #expect(source.calls.last == "end")
            return .unlimited
        }
        query.subscribe(watcher)
        let run = source.run
        run?.accept(1)
        run?.change()
        run?.accept(2)
        run?.fail(HandSource.Failure())
        #expect(watcher.values == [1])
        #expect(!watcher.history.isFinished)
        #expect(!watcher.history.isBroken)
        #expect(source.calls == ["begin", "ask", "end"])
    }

    @Test func aFailureNeedsNoDemandAndDropsTheKeptValue() {
        let pushing = HandSource(isAsked: false)
        let watcher = Watcher<Int>(.max(1))
        LiveQuery { pushing }.subscribe(watcher)
        let run = pushing.run
        for value in 1...3 { run?.accept(value) }
        #expect(watcher.values == [1])
        run?.fail(HandSource.Failure())
        #expect(watcher.history.error is HandSource.Failure)
        #expect(pushing.calls == ["begin", "end"])
        watcher.request(.unlimited)
        run?.accept(4)
        run?.fail(HandSource.Failure())
        #expect(watcher.values == [1])
        #expect(!watcher.history.isBroken)
    }

    @Test func onlyTheLatestPushedValueIsKept() {
        let pushing = HandSource(isAsked: false)
        let watcher = Watcher<Int>(.max(1))
        LiveQuery { pushing }.subscribe(watcher)
        for value in 1...5 { pushing.run?.accept(value) }
        watcher.request(.max(2))
        #expect(watcher.values == [1, 5])
        pushing.run?.accept(6)
        #expect(watcher.values == [1, 5, 6])
        pushing.run?.accept(7)
        #expect(watcher.values == [1, 5, 6])
    }

    @Test func valuesFromWithinReceiveArriveAfterwards() {
        let pushing = HandSource(isAsked: false)
        let watcher = Watcher<Int>(.unlimited) { _, value in
            if value < 1_000 { pushing.run?.accept(value + 1) }
            return .none
        }
        LiveQuery { pushing }.subscribe(watcher)
        pushing.run?.accept(1)
        #expect(watcher.values == Array(1...1_000))
        #expect(!watcher.history.isBroken)
    }

    @Test func aFailureFromWithinReceiveArrivesAfterwards() {
        let source = source
        let watcher = Watcher<Int>(.unlimited) { watcher, _ in
            source.run?.fail(HandSource.Failure())
            #expect(!watcher.history.isFinished)
            return .none
        }
        query.subscribe(watcher)
        source.run?.accept(1)
        #expect(watcher.history.error is HandSource.Failure)
        #expect(!watcher.history.isBroken)
    }

    @Test func everythingIsReleased() {
        weak var run: LiveQueryRun<Int>?
        weak var watcher: Watcher<Int>?
        weak var source: HandSource?
        do {
            let first = HandSource()
            let second = Watcher<Int>(.unlimited)
            source = first
            watcher = second
            LiveQuery { first }.subscribe(second)
            run = first.run
            #expect(run != nil)
            first.run?.accept(1)
            second.cancel()
        }
        #expect(run == nil)
        #expect(watcher == nil)
        #expect(source == nil)
    }

    @Test func everythingIsReleasedAfterAFailure() {
        weak var run: LiveQueryRun<Int>?
        weak var watcher: Watcher<Int>?
        do {
            let source = HandSource()
            let second = Watcher<Int>(.unlimited)
            watcher = second
            LiveQuery { source }.subscribe(second)
            run = source.run
            source.run?.fail(HandSource.Failure())
            #expect(second.history.isFinished)
            // Subscribers cancel when they have ended.
            second.cancel()
        }
        #expect(run == nil)
        #expect(watcher == nil)
    }

    @Test func operatorsWork() {
        let pushing = HandSource(isAsked: false)
        let values = Recorded<Int>()
        let subscription = LiveQuery { pushing }.removeDuplicates().map { $0 * 10 }
            .sink(receiveCompletion: { _ in }, receiveValue: values.add)
        for value in [1, 1, 2, 2, 2, 1] { pushing.run?.accept(value) }
        #expect(values.all == [10, 20, 10])
        subscription.cancel()
        #expect(pushing.calls == ["begin", "end"])
    }

    @Test func switchToLatestEndsThePreviousQuery() {
        let sources = [HandSource(isAsked: false), HandSource(isAsked: false)]
        let choice = CurrentValueSubject<Int, any Error>(0)
        let values = Recorded<Int>()
        let subscription = choice.map { number in LiveQuery { sources[number] } }.switchToLatest()
            .sink(receiveCompletion: { _ in }, receiveValue: values.add)
        sources[0].run?.accept(1)
        choice.send(1)
        #expect(sources[0].calls == ["begin", "end"])
        sources[1].run?.accept(2)
        #expect(values.all == [1, 2])
        subscription.cancel()
        #expect(sources[1].calls == ["begin", "end"])
    }
}
