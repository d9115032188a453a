// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Subscribers to a stream of increasing numbers, with the time when the last of them has received a number.
final class Audience: Sendable {
    private struct State {
        /// The latest number of each subscriber.
        var heard: [Int]
        var awaited = 0
        /// The number of subscribers that have not received the awaited number.
        var missing = 0
        /// The time when the last of them received it.
        var time: Double?
        var waiting: CheckedContinuation<Double?, Never>?
        var received = 0
        var wentBack = false
    }

    /// The number of subscribers.
    let seats: Int
    private let state: Mutex<State>

    init(seats: Int) {
        self.seats = seats
        state = Mutex(State(heard: Array(repeating: -1, count: seats)))
    }

    /// The number of values that all subscribers together have received.
    var received: Int { state.withLock { $0.received } }

    /// Whether a subscriber has received a number after a larger one.
    var wentBack: Bool { state.withLock { $0.wentBack } }

    /// Records that a subscriber has received a number.
    func hear(_ number: Int, at seat: Int) {
        let now = monotonicSeconds()
        let waiting: CheckedContinuation<Double?, Never>? = state.withLock { state in
            state.received += 1
            if number < state.heard[seat] { state.wentBack = true }
            guard number > state.heard[seat] else { return nil }
            let isNews = state.heard[seat] < state.awaited && number >= state.awaited
            state.heard[seat] = number
            guard isNews else { return nil }
            state.missing -= 1
            guard state.missing == 0 else { return nil }
            state.time = now
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: now)
    }

    /// Begins to wait for a number.
    func await(_ number: Int) {
        state.withLock { state in
            state.awaited = number
            state.missing = state.heard.count { $0 < number }
            state.time = state.missing == 0 ? monotonicSeconds() : nil
        }
    }

    /// Returns the time when the last subscriber received the awaited number.
    func heard() async throws -> Double {
        let limit = Task {
            try await Task.sleep(for: .seconds(60))
            giveUp()
        }
        defer { limit.cancel() }
        let time = await withCheckedContinuation { (continuation: CheckedContinuation<Double?, Never>) in
            let time: Double? = state.withLock { state in
                if state.time == nil { state.waiting = continuation }
                return state.time
            }
            if let time { continuation.resume(returning: time) }
        }
        guard let time else { throw BenchError("some of \(seats) subscribers did not hear of a change") }
        return time
    }

    private func giveUp() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
