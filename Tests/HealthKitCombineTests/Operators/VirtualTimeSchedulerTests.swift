// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import Testing

@Suite struct VirtualTimeSchedulerTests {
    private let scheduler = VirtualTimeScheduler()
    private let history: History

    init() {
        history = History(clock: scheduler)
    }

    @Test func worksInOrderOfTimeAndThenOfScheduling() {
        scheduler.schedule(after: .seconds(2)) { history.note("c") }
        scheduler.schedule(after: .seconds(1)) { history.note("a") }
        scheduler.schedule(after: .seconds(1)) { history.note("b") }
        scheduler.schedule { history.note("now") }
        #expect(history.lines.isEmpty)
        scheduler.advance(by: .zero)
        #expect(history.take() == ["0s now"])
        scheduler.advance(by: .seconds(5))
        #expect(history.take() == ["1s a", "1s b", "2s c"])
        #expect(scheduler.now == .seconds(5))
    }

    @Test func repeatsUntilCancelled() {
        let repeated = scheduler.schedule(after: .seconds(1), interval: .milliseconds(1500)) { history.note("tick") }
        scheduler.advance(by: .seconds(4))
        #expect(history.take() == ["1s tick", "2500.0ms tick", "4s tick"])
        #expect(scheduler.waitingCount == 1)
        repeated.cancel()
        #expect(scheduler.waitingCount == 0)
        scheduler.advance(by: .seconds(10))
        #expect(history.take() == [])
    }

    @Test func performsWorkThatOtherWorkSchedules() {
        scheduler.schedule(after: .seconds(1)) {
            history.note("outer")
            scheduler.schedule { history.note("inner") }
            scheduler.schedule(after: .seconds(3)) { history.note("later") }
        }
        scheduler.advance(to: .seconds(2))
        #expect(history.take() == ["1s outer", "1s inner"])
        scheduler.advance(to: .seconds(3))
        #expect(history.take() == ["3s later"])
    }

    @Test func drivesTheOperatorsOfOpenCombine() {
        let source = PassthroughSubject<Int, Never>()
        let subscriber = HistorySubscriber<Int, Never>(history, demand: .unlimited)
        source.delay(for: .seconds(3), scheduler: scheduler).subscribe(subscriber)
        source.send(1)
        scheduler.advance(by: .seconds(1))
        source.send(2)
        source.send(completion: .finished)
        scheduler.advance(by: .seconds(9))
        #expect(history.lines == ["0s subscribed", "3s value 1", "4s value 2", "4s finished"])
    }
}
