// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The buffer of read accesses that are not in the store yet, summed by app, type and hour so that reads do not write.
final class AccessBuffer: DatabaseCompanion {
    /// The totals for one key.
    struct Totals: Sendable {
        var requests: Int
        var note: AccessNote
    }

    private struct State {
        var totals: [AccessEntry.Key: Totals] = [:]
        /// The totals that are being written.
        var leaving: [AccessEntry.Key: Totals] = [:]
        /// The number of times that totals were written.
        var writes = 0
        var isScheduled = false
        var seconds = 1.0
    }

    /// The queue that writes one buffer at a time.
    static let queue = DispatchQueue(label: "org.openhealthkit.access-log", qos: .utility)
    /// The maximum number of keys in the buffer if they cannot be written: a month of an app that reads every type.
    private static let most = 100_000
    private let state = Mutex(State())
    /// The lock of the thread that writes the buffer.
    let writing = Guarded(())
    /// Zero while totals are committed, which are then in the store and in the buffer. It is not held while another writer is waited
    /// for, so that an import does not delay the owner's log.
    let transfer = DispatchSemaphore(value: 1)

    func databaseWillClose(_ database: HealthDatabase) { try? database.accessLog.write() }

    /// Adds notes.
    /// - Returns: The number of seconds after which the buffer must be written; nil if this is already scheduled.
    func add(_ notes: [AccessNote], app: String, action: AccessAction, at date: Date) -> Double? {
        let hour = AccessLogTable.hour(date)
        return state.withLock { state in
            for note in notes {
                let key = AccessEntry.Key(hour: hour, app: app, type: note.type, action: action)
                Self.add(Totals(requests: 1, note: note), to: key, &state.totals)
            }
            if state.isScheduled || state.totals.isEmpty { return nil }
            state.isScheduled = true
            return state.seconds
        }
    }

    private static func add(_ more: Totals, to key: AccessEntry.Key, _ totals: inout [AccessEntry.Key: Totals]) {
        guard totals[key] != nil else {
            if totals.count < most { totals[key] = more }
            return
        }
        totals[key]?.requests += more.requests
        totals[key]?.note.add(count: more.note.count, dates: more.note.dates)
    }

    /// Begins to write the contents of the buffer, and returns them.
    func take() -> [AccessEntry.Key: Totals] {
        state.withLock { state in
            state.leaving = state.totals
            state.totals = [:]
            state.isScheduled = false
            return state.leaving
        }
    }

    /// Removes the totals that have been written.
    func remove() {
        state.withLock { state in
            state.leaving = [:]
            state.writes += 1
        }
    }

    /// Adds totals that could not be written back to the buffer.
    func putBack() {
        state.withLock { state in
            for (key, more) in state.leaving { Self.add(more, to: key, &state.totals) }
            state.leaving = [:]
        }
    }

    /// Returns the totals that are not in the store yet, and the number of times that totals were written.
    func pending() -> (totals: [(AccessEntry.Key, Totals)], writes: Int) {
        transfer.wait()
        defer { transfer.signal() }
        return state.withLock { state in
            (state.totals.map { ($0.key, $0.value) } + state.leaving.map { ($0.key, $0.value) }, state.writes)
        }
    }

    /// Sets the number of seconds between a read and its entry in the store.
    func setDelay(_ seconds: Double) { state.withLock { $0.seconds = seconds } }
}
