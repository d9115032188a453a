// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// A listener to changes, with the place up to which it has received them. It is called on one queue only.
final class ChangeListener: Sendable {
    private struct State {
        /// The last place that it has received; nil if it began while no place was known.
        var seen: Int64?
        var isCancelled = false
    }

    private let state: Guarded<State>
    private let handler: @Sendable (ChangeRange) -> Void

    init(from place: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void) {
        state = Guarded(State(seen: place))
        self.handler = handler
    }

    /// Passes the part of a range that the listener has not received.
    func tell(_ range: ChangeRange) {
        let told = state.withLock { state -> ChangeRange? in
            guard !state.isCancelled else { return nil }
            var told = range
            if let seen = state.seen, seen > range.after {
                told.after = min(seen, range.through)
                if told.after == range.through { told.types = [] }
            }
            state.seen = max(state.seen ?? range.through, range.through)
            let isNews = !told.types.isEmpty || !told.topics.isEmpty
            if told.types.isEmpty { told.after = told.through }
            return isNews ? told : nil
        }
        if let told { handler(told) }
    }

    /// Reports that anything may have changed before a place, since the changes are unknown.
    func catchUp(to place: Int64) {
        let missed = state.withLock { state -> ChangeRange? in
            guard !state.isCancelled else { return nil }
            defer { state.seen = place }
            guard let seen = state.seen else { return .anything(after: place, through: place) }
            return seen < place ? .anything(after: seen, through: place) : nil
        }
        if let missed { handler(missed) }
    }

    /// Resets the place: there is another store now, or an older one.
    func goBack(to place: Int64) {
        state.withLock { $0.seen = min($0.seen ?? place, place) }
    }

    /// Ends the reports. A range that another thread reports at this moment may still reach the handler.
    func cancel() {
        state.withLock { $0.isCancelled = true }
    }
}

extension ChangeRange {
    /// Returns a range in which everything may have changed.
    static func anything(after: Int64, through: Int64) -> ChangeRange {
        ChangeRange(
            after: after, through: through, types: Set(HealthTypes.all.map(\.identifier)), topics: Set(Topic.allCases))
    }
}
