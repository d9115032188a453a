// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A hub that notifies subscribers of a store's changes. Each `HealthDatabase` has one, which is idle without subscribers.
///
/// The hub doesn't retain the database, which retains the hub.
final class ChangeHub: Sendable {
    private struct State {
        var subscribers: [ObjectIdentifier: ChangeSubscriber] = [:]
        var watch: ChangeWatch?
    }

    private let state = Guarded(State())

    /// Adds a subscriber for changes after a position, or for future changes.
    /// - Parameter open: Opens the connection for reading, if there are no subscribers yet.
    func subscribe(
        after anchor: Int64?, open: () throws -> ChangeSource, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        let source = try state.withLock { $0.watch?.source } ?? open()
        // The current counters are read before the subscriber is added, so that no earlier changes are reported.
        let now = try source.counters()
        let subscriber = ChangeSubscriber(from: anchor.map(now.from) ?? now, handler)
        let (watch, isNew) = state.withLock { state in
            state.subscribers[ObjectIdentifier(subscriber)] = subscriber
            if let watch = state.watch { return (watch, false) }
            let watch = ChangeWatch(source)
            state.watch = watch
            return (watch, true)
        }
        if isNew { watch.start { [self] in look(watch) } }
        // There can be changes after the anchor, or since the counters were read.
        watch.wake()
        return ChangeSubscription { [self] in remove(subscriber) }
    }

    /// Triggers a check for changes after a write through this instance.
    func poke() {
        state.withLock { $0.watch }?.wake()
    }

    private func remove(_ subscriber: ChangeSubscriber) {
        subscriber.cancel()
        let watch = state.withLock { state -> ChangeWatch? in
            guard state.subscribers.removeValue(forKey: ObjectIdentifier(subscriber)) != nil,
                state.subscribers.isEmpty
            else { return nil }
            defer { state.watch = nil }
            return state.watch
        }
        watch?.stop()
    }

    /// Notifies all subscribers of new changes, on the thread of the watch.
    private func look(_ watch: ChangeWatch) -> ChangeWatch.Finding {
        // A subscriber that is added after this line can have newer counters than those read below.
        let subscribers = state.withLock { state in
            state.watch === watch ? Array(state.subscribers.values) : []
        }
        do {
            let counters = try watch.source.counters()
            let behind = subscribers.filter { $0.seen != counters }
            if behind.isEmpty { return .nothing }
            let (now, ranges) = try watch.source.ranges(from: Set(behind.map(\.seen)))
            for subscriber in behind {
                if let range = ranges[subscriber.seen] { subscriber.tell(range, upTo: now) }
            }
            return .changes
        } catch {
            // The next check reports the changes, because no subscriber has advanced.
            return .failure
        }
    }
}
