// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthConnectivity
import OpenCombineShim
import Testing

@Suite("Connectivity: one source, many subscribers")
struct ConnectivityTests {
    let statuses = CurrentValueSubject<Connectivity.Status, Never>(.online)

    @Test("A subscriber receives the status at once, then changes only")
    func currentThenChanges() {
        let connectivity = Connectivity(statuses)
        let log = StatusLog()
        connectivity.subscribe(log)
        #expect(log.statuses == [.online])
        for status in [Connectivity.Status.online, .offline, .offline, .online] { statuses.send(status) }
        #expect(log.statuses == [.online, .offline, .online])
        let late = StatusLog()
        connectivity.subscribe(late)
        #expect(late.statuses == [.online])
        statuses.send(.offline)
        #expect(log.statuses.last == .offline && late.statuses == [.online, .offline])
    }

    @Test("Without demand the latest status is kept, and none is repeated")
    func demand() {
        let connectivity = Connectivity(statuses)
        let log = StatusLog(.none)
        connectivity.subscribe(log)
        #expect(log.statuses == [])
        statuses.send(.offline)
        statuses.send(.online)
        log.request(.max(1))
        #expect(log.statuses == [.online])
        statuses.send(.offline)
        statuses.send(.online)
        log.request(.max(1))
        #expect(log.statuses == [.online], "back where it was")
        statuses.send(.offline)
        #expect(log.statuses == [.online, .offline])
        statuses.send(.online)
        #expect(log.statuses == [.online, .offline], "no demand")
        log.request(.max(2))
        #expect(log.statuses == [.online, .offline, .online])
        log.cancel()
    }

    @Test("The source has one subscription while there are subscribers")
    func sharing() {
        let history = History()
        let source = statuses.handleEvents(
            receiveSubscription: { _ in history.note("begin") }, receiveCancel: { history.note("end") })
        let connectivity = Connectivity(source)
        #expect(history.lines == [])
        let logs = (0..<3).map { _ in StatusLog() }
        for round in 1...3 {
            for log in logs { connectivity.subscribe(log) }
            statuses.send(round.isMultiple(of: 2) ? .online : .offline)
            for log in logs { log.cancel() }
            statuses.send(.online)
            #expect(history.take() == ["begin", "end"])
        }
        #expect(logs.allSatisfy { $0.statuses == logs[0].statuses })
        #expect(logs[0].statuses == [.online, .offline, .online, .online, .offline])
    }

    @Test("The status is known with and without subscribers, and unknown before the first")
    func status() {
        let connectivity = Connectivity(statuses)
        #expect(connectivity.status == .online)
        statuses.send(.offline)
        #expect(connectivity.status == .offline)
        let log = StatusLog()
        connectivity.subscribe(log)
        statuses.send(.online)
        #expect(connectivity.status == .online)
        log.cancel()
        #expect(Connectivity(PassthroughSubject<Connectivity.Status, Never>()).status == nil)
    }

    @Test("A check returns the last status, or waits for the first")
    func check() async {
        #expect(await Connectivity(statuses).check() == .online)
        // Keeps the status until there is demand for it, which follows the beginning.
        let subject = CurrentValueSubject<Connectivity.Status?, Never>(nil)
        let history = History()
        let connectivity = Connectivity(
            subject.compactMap(\.self).handleEvents(
                receiveSubscription: { _ in history.note("begin") }, receiveCancel: { history.note("end") }))
        async let response = connectivity.check()
        await history.wait { history.count > 0 }
        subject.send(.offline)
        #expect(await response == .offline)
        #expect(history.lines == ["begin", "end"])
    }

    @Test("The end of the source does not end the stream")
    func end() {
        let connectivity = Connectivity(statuses)
        let log = StatusLog()
        connectivity.subscribe(log)
        statuses.send(completion: .finished)
        let late = StatusLog()
        connectivity.subscribe(late)
        #expect(log.statuses == [.online] && late.statuses == [.online])
    }

    @Test("Cancelling and subscribing from within receive")
    func reentrancy() {
        let connectivity = Connectivity(statuses)
        let history = History()
        let first = HistorySubscriber<Connectivity.Status, Never>(history, demand: .unlimited) { subscriber, status in
            if status == .offline { subscriber.cancel() }
            return .none
        }
        connectivity.subscribe(first)
        let second = HistorySubscriber<Connectivity.Status, Never>(history, name: "inner", demand: .unlimited)
        let outer = HistorySubscriber<Connectivity.Status, Never>(history, name: "outer", demand: .unlimited) { _, _ in
            if second.subscription == nil { connectivity.subscribe(second) }
            return .none
        }
        connectivity.subscribe(outer)
        #expect(
            history.take() == [
                "subscribed", "value online", "outer subscribed", "outer value online", "inner subscribed",
                "inner value online", "outer value online done",
            ])
        statuses.send(.offline)
        #expect(first.values == [.online, .offline] && second.values == [.online, .offline])
        statuses.send(.online)
        #expect(first.values == [.online, .offline] && second.values == [.online, .offline, .online])
        let hasty = HasterSubscriber()
        connectivity.subscribe(hasty)
        #expect(hasty.count == 0)
        second.cancel()
        outer.cancel()
    }

    @Test("Statuses from many threads: each subscriber ends with the latest, without repeats")
    func races() async {
        let connectivity = Connectivity(statuses)
        let logs = (0..<4).map { _ in StatusLog() }
        await withTaskGroup(of: Void.self) { [statuses] group in
            nonisolated(unsafe) let statuses = statuses
            for log in logs {
                group.addTask {
                    for _ in 0..<200 {
                        connectivity.subscribe(log)
                        log.cancel()
                    }
                    connectivity.subscribe(log)
                }
            }
            for _ in 0..<2 {
                group.addTask { for index in 0..<1000 { statuses.send(index.isMultiple(of: 2) ? .offline : .online) } }
            }
        }
        statuses.send(.offline)
        statuses.send(.online)
        for log in logs {
            #expect(log.statuses.last == .online)
            log.cancel()
        }
    }

    @Test("Filters of the stream")
    func filters() {
        let connectivity = Connectivity(statuses)
        let history = History()
        let online = HistorySubscriber<Connectivity.Status, Never>(history, name: "+", demand: .unlimited)
        let offline = HistorySubscriber<Connectivity.Status, Never>(history, name: "-", demand: .max(1))
        connectivity.filterOnline().subscribe(online)
        connectivity.filterOffline().subscribe(offline)
        statuses.send(.offline)
        statuses.send(.online)
        statuses.send(.offline)
        #expect(online.values == [.online, .online] && offline.values == [.offline])
        online.cancel()
        offline.cancel()
    }
}

/// A subscriber that cancels as soon as it receives its subscription.
private final class HasterSubscriber: Subscriber {
    typealias Input = Connectivity.Status
    typealias Failure = Never

    private(set) var count = 0

    func receive(subscription: any Subscription) {
        subscription.cancel()
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
}
