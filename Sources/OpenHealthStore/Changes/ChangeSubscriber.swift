// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// A subscriber to changes, with the counters up to which it has been notified.
final class ChangeSubscriber: Sendable {
    private struct State {
        var seen: ChangeCounters
        var isCancelled = false
    }

    private let state: Mutex<State>
    private let handler: @Sendable (ChangeRange) -> Void

    init(from counters: ChangeCounters, _ handler: @escaping @Sendable (ChangeRange) -> Void) {
        state = Mutex(State(seen: counters))
        self.handler = handler
    }

    /// The counters up to which the subscriber has been notified.
    var seen: ChangeCounters { state.withLock { $0.seen } }

    /// Passes a range to the handler, unless the subscription has ended. It is always called on the same thread.
    func tell(_ range: ChangeRange, upTo counters: ChangeCounters) {
        let isCancelled = state.withLock { state in
            state.seen = counters
            return state.isCancelled
        }
        if !isCancelled { handler(range) }
    }

    /// Ends the notifications. A range that is being passed on the other thread at this moment can still reach the handler.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }
}
