// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestBasics
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct ManualClockTests {
    @Test func timeStandsStillUntilItIsAdvanced() {
        let clock = ManualClock()
        let start = clock.now
        #expect(start.duration(to: clock.now) == .zero)
        clock.advance(by: .seconds(90))
        #expect(start.duration(to: clock.now) == .seconds(90))
    }

    @Test func aSleepEndsAtItsDeadlineAndNotBefore() async throws {
        let clock = ManualClock()
        let woken = EventLog<Int>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seconds in [1, 2, 3] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    woken.note(seconds)
                }
            }
            await clock.waitForSleepers(3)
            clock.advance(by: .milliseconds(999))
            #expect(clock.sleeperCount == 3)
            clock.advance(by: .milliseconds(1))
            #expect(clock.sleeperCount == 2)
            await woken.wait(count: 1)
            #expect(woken.events == [1])
            clock.advance(by: .seconds(10))
            try await group.waitForAll()
        }
        #expect(Set(woken.events) == [1, 2, 3])
        #expect(clock.sleeperCount == 0)
    }

    @Test func aDeadlineInThePastDoesNotSuspend() async throws {
        let clock = ManualClock()
        let early = clock.now
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: early)
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .seconds(-5))
    }

    @Test func aCancelledSleepThrows() async {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleeper(of: .seconds(1))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aWaitForASleeperDistinguishesDurations() async throws {
        let clock = ManualClock()
        let long = Task { try await clock.sleep(for: .seconds(60)) }
        await clock.waitForSleeper(of: .seconds(60))
        let short = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleeper(of: .seconds(5))
        clock.advance(by: .seconds(5))
        try await short.value
        // The other one wakes later, after the rest of its time.
        await clock.waitForSleeper(of: .seconds(55))
        long.cancel()
    }
}
