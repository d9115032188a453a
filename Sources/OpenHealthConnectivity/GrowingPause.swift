// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Pauses that grow: each is twice the one before, up to a limit.
struct GrowingPause: Sendable {
    /// The first and the longest.
    let range: ClosedRange<Duration>
    /// Whether there is none before the first.
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

    /// The next pause, which makes the one after it longer.
    mutating func grow() -> Duration {
        let pause = next
        last = pause
        return pause
    }

    /// The pause after something that has ended: they begin anew where it has lasted as long as the next one would be.
    mutating func afterUse(lasting time: Duration) -> Duration {
        if time >= next { reset() }
        return grow()
    }

    /// Begins anew.
    mutating func reset() { last = nil }
}
