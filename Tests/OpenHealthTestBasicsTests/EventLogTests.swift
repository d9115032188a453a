// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct EventLogTests {
    @Test func aWaitEndsWithTheEventThatMeetsIt() async {
        let log = EventLog<Int>()
        for number in 0..<100 {
            async let events = log.wait(count: number + 1)
            DispatchQueue.global().async { log.note(number) }
            #expect(await events == Array(0...number))
        }
        #expect(await log.wait { $0.contains(3) }.count == 100)
    }

    @Test func aWaitEndsWithItsTask() async {
        let log = EventLog<Void>()
        let task = Task { await log.wait(count: 1).count }
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test func aGateStopsThreadsUntilItIsOpen() async {
        let gate = Gate()
        let passed = EventLog<Void>()
        for _ in 0..<3 {
            DispatchQueue.global().async {
                gate.pass()
                passed.note()
            }
        }
        await gate.waitForArrivals()
        #expect(passed.count == 0)
        gate.open()
        await passed.wait(count: 3)
        gate.pass()
        #expect(gate.arrivalCount == 4)
    }
}
