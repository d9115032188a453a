// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim
import Testing

@Suite("Values while online, values while offline")
struct FilterConnectivityTests {
    typealias Log = HistorySubscriber<Int, TestFailure>

    let history = History()
    let statuses = CurrentValueSubject<Connectivity.Status, Never>(.online)
    let source: ScriptedPublisher<Int, TestFailure>

    init() {
        source = ScriptedPublisher("source", history)
    }

    @Test("Values pass according to the current status, and dropped ones do not count")
    func gates() {
        let connectivity = Connectivity(statuses)
        let log = Log(history, demand: .max(2))
        source.filterOnline(connectivity).subscribe(log)
        source.send(1)
        statuses.send(.offline)
        source.send(2)
        statuses.send(.online)
        source.send(3)
        source.send(completion: .finished)
        #expect(
            history.lines == [
                "subscribed", "source asked max(2)", "value 1", "source answered max(1)", "value 3", "finished",
            ])
    }

    @Test("The offline filter is the inverse, and failures always pass")
    func inverse() {
        let log = Log(history, demand: .unlimited)
        source.filterOffline(Connectivity(statuses)).subscribe(log)
        for value in 1...6 {
            statuses.send(value.isMultiple(of: 3) ? .offline : .online)
            source.send(value)
        }
        statuses.send(.online)
        source.send(completion: .failure("oops"))
        #expect(log.values == [3, 6])
        #expect(history.lines.last == "failed oops")
    }

    @Test("A publisher that sends at once waits for the first status")
    func firstStatus() {
        let late = PassthroughSubject<Connectivity.Status, Never>()
        let log = HistorySubscriber<Int, Never>(history, demand: .max(2))
        (1...5).publisher.filterOnline(Connectivity(late)).subscribe(log)
        #expect(history.take() == ["subscribed"])
        log.request(.max(1))
        late.send(.online)
        #expect(history.take() == ["value 1", "value 2", "value 3"])
        late.send(.offline)
        log.request(.unlimited)
        #expect(history.take() == ["finished"], "dropped, all of them")
    }

    @Test("Cancelling ends both subscriptions, before and after the first status, and from within")
    func cancelling() {
        let watched = History()
        let late = CurrentValueSubject<Connectivity.Status?, Never>(nil)
        let connectivity = Connectivity(
            late.compactMap(\.self).handleEvents(
                receiveSubscription: { _ in watched.note("begin") }, receiveCancel: { watched.note("end") }))
        let early = Log(history)
        source.filterOnline(connectivity).subscribe(early)
        early.cancel()
        late.send(.online)
        #expect(history.take() == ["subscribed"] && watched.take() == ["begin", "end"])

        let log = Log(history, demand: .unlimited) { log, value in
            if value == 2 { log.cancel() }
            return .none
        }
        source.filterOnline(connectivity).subscribe(log)
        source.send(1)
        source.send(2)
        source.send(3)
        #expect(
            history.take() == [
                "subscribed", "source asked unlimited", "value 1", "value 2", "source cancelled", "value 2 done",
            ])
        #expect(watched.take() == ["begin", "end"])

        let ended = Log(history, demand: .unlimited)
        source.filterOnline(connectivity).subscribe(ended)
        source.send(completion: .finished)
        #expect(watched.take() == ["begin", "end"], "the end lets go of the connectivity")
    }

    @Test("A status that changes while values are sent takes effect at once")
    func changesFromWithin() {
        let log = HistorySubscriber<Int, Never>(history, demand: .unlimited) { [statuses] _, value in
            if value == 3 { statuses.send(.offline) }
            return .none
        }
        (1...9).publisher.filterOnline(Connectivity(statuses)).subscribe(log)
        #expect(log.values == [1, 2, 3])
    }
}
