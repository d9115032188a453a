// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics
import Synchronization
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct TurnsTests {
    /// The current and maximum amounts in use.
    private struct Peaks {
        var now: [String: Int] = [:]
        var all = 0
        var one = 0

        mutating func add(_ amount: Int, _ user: String) {
            now[user, default: 0] += amount
            all = max(all, now.values.reduce(0, +))
            one = max(one, now[user] ?? 0)
        }
    }

    private final class Watched: Sendable {
        let peaks = Mutex(Peaks())
    }

    @Test func `neither limit is ever exceeded, and every waiting request gets a turn`() async {
        let turns = Turns(most: 10, maximumForOne: 4, maximumWaiting: 1000, clock: .continuous)
        let watched = Watched()
        let taken = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<600 {
                group.addTask {
                    let (user, amount) = ("app \(number % 5)", 1 + number % 4)
                    guard await turns.take(amount, for: user, patience: .seconds(3600)) == .taken else { return false }
                    watched.peaks.withLock { $0.add(amount, user) }
                    await Task.yield()
                    watched.peaks.withLock { $0.add(-amount, user) }
                    turns.give(amount, of: user)
                    return true
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 600 && turns.used == 0 && turns.waiting == 0)
        let (all, one) = watched.peaks.withLock { ($0.all, $0.one) }
        #expect(all <= 10 && one <= 4 && all > 4)
    }

    @Test func `one user at the limit does not block other users`() async {
        let turns = Turns(most: 10, maximumForOne: 4, maximumWaiting: 2, clock: .continuous)
        #expect(await turns.take(4, for: "a", patience: .zero) == .taken)
        async let first = turns.take(1, for: "a", patience: .seconds(120))
        for await _ in turns.changes where turns.waiting == 1 { break }
        #expect(await turns.take(4, for: "b", patience: .zero) == .taken)
        async let second = turns.take(4, for: "a", patience: .seconds(120))
        for await _ in turns.changes where turns.waiting == 2 { break }
        #expect(await turns.take(1, for: "a", patience: .seconds(120)) == .full)
        turns.give(4, of: "a")
        #expect(await first == .taken)
        turns.give(1, of: "a")
        #expect(await second == .taken)
        #expect(turns.used == 8)
    }

    @Test func `waiting ends after a timeout, and later requests continue`() async {
        let clock = ManualClock()
        let turns = Turns(most: 4, maximumForOne: 4, maximumWaiting: 10, clock: AnyClock(clock))
        #expect(await turns.take(2, for: "a", patience: .zero) == .taken)
        async let large = turns.take(4, for: "a", patience: .seconds(5))
        for await _ in turns.changes where turns.waiting == 1 { break }
        async let small = turns.take(1, for: "a", patience: .seconds(120))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        #expect(await large == .late)
        #expect(await small == .taken)
        #expect(turns.used == 3 && turns.waiting == 0)
    }
}
