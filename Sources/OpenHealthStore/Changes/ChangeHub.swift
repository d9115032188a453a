// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The hub that notifies subscribers of a store's changes: one for each `HealthDatabase`, idle without subscribers.
///
/// It holds no reference to the database, which holds the hub.
final class ChangeHub: Sendable {
    private struct State {
        var subscribers: [ObjectIdentifier: ChangeSubscriber] = [:]
        var watch: ChangeWatch?
    }

    private let state = Guarded(State())

    /// Adds a subscriber, from a place or from now on.
    /// - Parameter open: opens the connection for reading, if there are no subscribers yet.
    func subscribe(
        after anchor: Int64?, open: () throws -> ChangeSource, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        let source = try state.withLock { $0.watch?.source } ?? open()
        // The place of now is read before the subscriber is there, so that no earlier changes are reported.
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
        // Something may have happened between the two, or lie after the anchor.
        watch.wake()
        return ChangeSubscription { [self] in remove(subscriber) }
    }

    /// Looks for changes soon: something was written through this instance.
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
        // Who subscribes after this line may know more than what is read after it.
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
            // Reported with the next look: no subscriber has advanced.
            return .failure
        }
    }
}
