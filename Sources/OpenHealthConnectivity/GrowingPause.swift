// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Increasing pauses: each is twice the previous one, up to a limit.
struct GrowingPause: Sendable {
    /// The first and the longest pause.
    let range: ClosedRange<Duration>
    /// Whether there is no pause before the first attempt.
    let beginsAtOnce: Bool
    private var last: Duration?

    init(_ range: ClosedRange<Duration>, beginsAtOnce: Bool = false) {
        self.range = range
        self.beginsAtOnce = beginsAtOnce
    }

    /// The next pause.
    var next: Duration {
        guard let last else { return beginsAtOnce ? .zero : range.lowerBound }
        return last == .zero ? range.lowerBound : min(last * 2, range.upperBound)
    }

    /// Returns the next pause, and increases the one after it.
    mutating func grow() -> Duration {
        let pause = next
        last = pause
        return pause
    }

    /// Returns the pause after a connection that has ended: the pauses start over if it has lasted at least as long as the next
    /// pause.
    mutating func afterUse(lasting time: Duration) -> Duration {
        if time >= next { reset() }
        return grow()
    }

    /// Starts the pauses over.
    mutating func reset() { last = nil }
}
