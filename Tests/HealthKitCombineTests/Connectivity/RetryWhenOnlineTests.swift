// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
@testable import OpenHealthConnectivity
import OpenHealthModel
import OpenCombineShim
import TestTimeLimits
import Testing

@Suite("Retries when online, in virtual time", .timeLimit(.usual))
struct RetryWhenOnlineTests {
    typealias Log = HistorySubscriber<Int, TestFailure>

    let clock = VirtualTimeScheduler()
    let history: History
    let statuses = CurrentValueSubject<Connectivity.Status, Never>(.online)
    let source: ScriptedPublisher<Int, TestFailure>
    let connectivity: Connectivity
    private let times = Guarded<[Int]>([])

    init() {
        history = History(clock: clock)
        source = ScriptedPublisher("source", history)
        connectivity = Connectivity(statuses)
    }

    private func subscribe(
        _ log: Log, maximum: Int? = nil, pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30))
    ) {
        source
            .handleEvents(receiveSubscription: { [times, clock] _ in
                times.withLock { $0.append(clock.now.nanoseconds / 1_000_000) }
            })
            .retryWhenOnline(maximum: maximum, connectivity: connectivity, pauses: pauses, scheduler: clock)
            .subscribe(log)
    }

    @Test("A failure while offline waits for online, and the remaining demand is requested again")
    func waits() {
        let log = Log(history, demand: .max(3))
        subscribe(log)
        clock.advance(by: .seconds(1))
        source.send(1)
        statuses.send(.offline)
        source.send(completion: .failure("cut"))
        clock.advance(by: .seconds(60))
        #expect(clock.waitingCount == 0)
        log.request(.max(2))
        statuses.send(.online)
        clock.advance(by: .seconds(1))
        source.send(2)
        source.send(completion: .finished)
        #expect(
            history.lines == [
                "0s subscribed", "0s source asked max(3)", "1s value 1",
                "61s source asked max(4)", "62s value 2", "62s finished",
            ])
    }

    @Test("While online the first retry is immediate, and later pauses grow to their limit")
    func pauses() {
        let log = Log(history, demand: .unlimited)
        subscribe(log)
        for _ in 0..<13 {
            source.send(completion: .failure("refused"))
            advanceToRetry()
        }
        #expect(
            attempts == [
                0, 0, 110, 310, 710, 1510, 3110, 6310, 12_710, 25_510, 51_110, 81_110, 111_110, 141_110,
            ])
    }

    /// The times of attempts in milliseconds.
    private var attempts: [Int] { times.withLock { $0 } }

    /// Advances the time in steps of ten milliseconds until the next attempt.
    private func advanceToRetry() {
        let before = attempts.count
        repeat { clock.advance(by: .milliseconds(10)) } while attempts.count == before
    }

    @Test("After a pause that ends offline, online is sufficient; online during the pause is not")
    func pauseAndOutage() {
        let log = Log(history, demand: .unlimited)
        subscribe(log, pauses: .seconds(10)...(.seconds(10)))
        source.send(completion: .failure("a"))
        clock.advance(by: .zero)
        source.send(completion: .failure("b"))
        clock.advance(by: .seconds(4))
        statuses.send(.offline)
        clock.advance(by: .seconds(1))
        statuses.send(.online)
        clock.advance(by: .seconds(10))
        source.send(completion: .failure("c"))
        statuses.send(.offline)
        clock.advance(by: .seconds(20))
        statuses.send(.online)
        clock.advance(by: .zero)
        // The outage was longer than the pause, so the retry is immediate again.
        source.send(completion: .failure("d"))
        clock.advance(by: .zero)
        #expect(attempts == [0, 0, 10_000, 35_000, 35_000])
        log.cancel()
    }

    @Test("A value resets the count, and the failure after the last retry passes")
    func maximum() {
        for maximum in 0...3 {
            let log = Log(history, demand: .unlimited)
            subscribe(log, maximum: maximum)
            for round in 0..<maximum {
                // All retries but the last one fail, and the last one sends a value.
                for _ in 0..<round { fail() }
                source.send(round)
            }
            for _ in 0..<maximum { fail() }
            #expect(log.completion == nil)
            source.send(completion: .failure("last"))
            #expect(log.completion == .failure("last"))
            #expect(log.values == Array(0..<maximum))
            clock.advance(by: .seconds(100))
            #expect(!source.isSubscribed && clock.waitingCount == 0)
        }
    }

    private func fail() {
        source.send(completion: .failure("again"))
        clock.advance(by: .seconds(60))
    }

    @Test("A publisher that sends a value and fails at once is not retried continuously")
    func valueThenFailure() {
        let log = Log(history, demand: .unlimited)
        subscribe(log)
        for value in 0..<5 {
            source.send(value)
            source.send(completion: .failure("closed"))
            advanceToRetry()
        }
        // The connection lasted longer than the next pause and sent a value, so the pauses start again.
        clock.advance(by: .seconds(10))
        source.send(5)
        source.send(completion: .failure("closed"))
        clock.advance(by: .zero)
        #expect(attempts == [0, 0, 110, 310, 710, 1510, 11_510])
        #expect(log.values == [0, 1, 2, 3, 4, 5])
        log.cancel()
    }

    @Test("Cancelling works in each state", arguments: 0..<5)
    func cancelling(state: Int) {
        let watched = History()
        let connectivity = Connectivity(
            statuses.handleEvents(
                receiveSubscription: { _ in watched.note("begin") }, receiveCancel: { watched.note("end") }))
        let log = Log(history, demand: .unlimited)
        source.retryWhenOnline(connectivity: connectivity, scheduler: clock).subscribe(log)
        switch state {
        case 0: break  // connected
        case 1:  // waiting
            statuses.send(.offline)
            source.send(completion: .failure("a"))
        case 2:  // the retry is scheduled
            source.send(completion: .failure("a"))
        case 3:  // in the pause
            source.send(completion: .failure("a"))
            clock.advance(by: .zero)
            source.send(completion: .failure("b"))
        default:  // connected again
            source.send(completion: .failure("a"))
            clock.advance(by: .zero)
        }
        _ = history.take()
        log.cancel()
        #expect(watched.lines == (state == 0 ? [] : ["begin", "end"]))
        statuses.send(.offline)
        statuses.send(.online)
        clock.advance(by: .seconds(100))
        #expect(history.lines == (state == 0 || state == 4 ? ["0s source cancelled"] : []))
        #expect(log.completion == nil)
    }

    @Test("The connectivity is observed only from a failure until the next value")
    func watching() {
        let watched = History()
        let connectivity = Connectivity(
            statuses.handleEvents(
                receiveSubscription: { _ in watched.note("begin") }, receiveCancel: { watched.note("end") }))
        let log = Log(history, demand: .unlimited)
        source.retryWhenOnline(connectivity: connectivity, scheduler: clock).subscribe(log)
        source.send(1)
        #expect(watched.lines == [])
        for _ in 0..<5 {
            source.send(completion: .failure("a"))
            clock.advance(by: .seconds(60))
        }
        #expect(watched.lines == ["begin"], "one watch for all failures in a row")
        source.send(2)
        #expect(watched.lines == ["begin", "end"])
        source.send(completion: .failure("a"))
        clock.advance(by: .zero)
        source.send(completion: .finished)
        #expect(watched.lines == ["begin", "end", "begin", "end"])
    }

    @Test("A hundred thousand failures within subscribe do not overflow the stack")
    func depth() {
        var attempts = 0
        let failing = Deferred {
            attempts += 1
            return attempts <= 100_000
                ? Fail<Int, TestFailure>(error: "no").eraseToAnyPublisher()
                : Just(attempts).setFailureType(to: TestFailure.self).eraseToAnyPublisher()
        }
        let log = Log(history, demand: .unlimited)
        failing.retryWhenOnline(connectivity: connectivity, scheduler: ImmediateScheduler.shared).subscribe(log)
        #expect(log.values == [100_001] && log.completion == .finished)
    }

    @Test("Requesting and cancelling from within receive")
    func reentrancy() {
        let log = Log(history, demand: .max(1)) { log, value in
            if value == 1 { log.request(.max(1)) }
            if value == 2 { log.cancel() }
            return value == 1 ? .max(1) : .none
        }
        subscribe(log)
        source.send(1)
        source.send(2)
        source.send(completion: .failure("late"))
        clock.advance(by: .seconds(1))
        #expect(
            history.lines == [
                "0s subscribed", "0s source asked max(1)", "0s value 1", "0s source asked max(1)",
                "0s value 1 done", "0s source answered max(1)", "0s value 2", "0s source cancelled", "0s value 2 done",
            ])
    }

    @Test("A failure and a status from other threads: one subscription at a time, all values arrive")
    func races() async {
        let connectivity = Connectivity(statuses)
        let log = HistorySubscriber<Int, TestFailure>(demand: .unlimited)
        let count = Guarded(0)
        let upstream = Deferred {
            let attempt = count.withLock { count in
                count += 1
                return count
            }
            return
                (attempt < 300
                ? Fail<Int, TestFailure>(error: "no").eraseToAnyPublisher()
                : (1...3).publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher())
                // A serial queue, because `receive(on:)` does not preserve the order on a concurrent one.
                .receive(on: DispatchQueue(label: "an attempt").ocombine)
        }
        upstream.retryWhenOnline(
            connectivity: connectivity, pauses: Duration.nanoseconds(1)...Duration.nanoseconds(1),
            scheduler: DispatchQueue.global().ocombine
        ).subscribe(log)
        nonisolated(unsafe) let statuses = statuses
        let flapping = Task.detached {
            while !Task.isCancelled {
                statuses.send(.offline)
                statuses.send(.online)
                await Task.yield()
            }
        }
        await log.history.wait { log.completion != nil }
        flapping.cancel()
        await flapping.value
        #expect(log.values == [1, 2, 3] && !log.wasEnteredTwice)
        #expect(count.withLock { $0 } == 300)
    }
}
