// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Synchronization

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

/// The connection through which a hub reads changes.
struct ChangeSource: Sendable {
    /// The file that other processes may write to; nil if they cannot.
    let file: String?
    private let reader: any DatabaseReader

    /// Creates a source with an existing connection.
    init(_ reader: any DatabaseReader, file: String? = nil) {
        self.reader = reader
        self.file = file
    }

    /// Reads the current counters.
    func counters() throws -> ChangeCounters {
        // A transaction would take longer than the read.
        try reader.unsafeRead { db in try ChangeCounters(db) }
    }

    /// Returns the changes since earlier counters, and the current counters.
    func ranges(
        from earlier: Set<ChangeCounters>
    ) throws -> (now: ChangeCounters, ranges: [ChangeCounters: ChangeRange]) {
        try reader.read { db in
            let now = try ChangeCounters(db)
            var ranges: [ChangeCounters: ChangeRange] = [:]
            for counters in earlier { ranges[counters] = try counters.range(to: now, db) }
            return (now, ranges)
        }
    }
}
