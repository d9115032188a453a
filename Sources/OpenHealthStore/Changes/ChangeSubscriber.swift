// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// One who follows the changes, and how far they have been told.
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

    /// How far they have been told.
    var seen: ChangeCounters { state.withLock { $0.seen } }

    /// Passes a range, unless the subscription has ended. Called on one thread alone.
    func tell(_ range: ChangeRange, upTo counters: ChangeCounters) {
        let isCancelled = state.withLock { state in
            state.seen = counters
            return state.isCancelled
        }
        if !isCancelled { handler(range) }
    }

    /// Ends the notifications. A range that is being passed on the other thread at this moment may still reach the handler.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }
}
