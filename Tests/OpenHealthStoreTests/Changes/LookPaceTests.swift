// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthStore

@Suite struct LookPaceTests {
    private let start = ContinuousClock.now

    private func at(_ milliseconds: Double) -> ContinuousClock.Instant { start + .milliseconds(1) * milliseconds }

    @Test func waitsForEventsWhenIdle() {
        var pace = LookPace()
        #expect(pace.wait(at: start) == nil)
        pace.noteChange(at: start)
        #expect(pace.wait(at: start) == nil)
    }

    /// Checks come quickly at first, then less and less often, and finally end. A delay is never longer than an eighth of the
    /// time since the event, apart from the minimum.
    @Test func checksLessOftenOverTime() {
        var pace = LookPace()
        pace.noteEvent(at: start)
        var now = start
        var looks = 0
        while let wait = pace.wait(at: now) {
            #expect(wait >= LookPace.shortest)
            #expect(wait <= max(LookPace.shortest, LookPace.maximumDelayWhileWriting, (now - start) / 8))
            now = now + wait
            looks += 1
        }
        #expect(now - start > LookPace.end)
        #expect(looks < 100)
        #expect(!pace.isLooking)
    }

    /// An event of another writer during the checks restarts them at a short interval.
    @Test func restartsAfterAnIdlePeriod() {
        var pace = LookPace()
        pace.noteEvent(at: start)
        pace.noteEvent(at: at(40))
        #expect(pace.wait(at: at(40)) == .milliseconds(5))
        pace.noteEvent(at: at(1000))
        #expect(pace.wait(at: at(1000)) == LookPace.shortest)
    }

    /// An import writes for a minute before its changes become visible.
    @Test func doesNotAccelerateDuringWrites() {
        var pace = LookPace()
        var now = start
        var looks = 0
        while now < at(60_000) {
            pace.noteEvent(at: now)
            guard let wait = pace.wait(at: now) else { break }
            now = now + wait
            looks += 1
        }
        #expect(looks < 3200)
        // A change became visible, so the next check can follow quickly.
        pace.noteEvent(at: now)
        pace.noteChange(at: now)
        #expect(pace.wait(at: now) == LookPace.shortest)
    }
}
