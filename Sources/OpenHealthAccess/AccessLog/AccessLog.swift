// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The buffer of read accesses that are not in the store yet, summed by app, type and hour so that reads do not write.
final class AccessLog: DatabaseCompanion {
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

    func databaseWillClose(_ database: HealthDatabase) { try? database.writeAccessLog() }

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

/// The access log: the reads, saves and deletions of apps, and the permissions that the owner granted and revoked. Only the
/// owner can see it.
extension HealthDatabase {
    private var accessLog: AccessLog { companions.companion(AccessLog.init) }

    /// Adds notes of an app's reads to a buffer, which is written shortly afterwards on a separate thread.
    func noteAccess(_ notes: [AccessNote], app: String, action: AccessAction, at date: Date) {
        guard !notes.isEmpty, !pool.configuration.readonly,
            let seconds = accessLog.add(notes, app: app, action: action, at: date)
        else { return }
        let end = clock.now + .seconds(seconds)
        Task { [weak self, clock] in
            guard (try? await clock.sleep(until: end)) != nil else { return }
            AccessLog.queue.async { [weak self] in try? self?.writeAccessLog() }
        }
    }

    /// Writes the buffer to the store.
    /// - Throws: A ``StoreError``. The contents of the buffer are then kept.
    package func writeAccessLog() throws {
        let log = accessLog
        try log.writing.withLock { _ in
            let totals = log.take()
            guard let latest = totals.keys.map(\.hour).max() else { return }
            var isCommitting = false
            defer { if isCommitting { log.transfer.signal() } }
            do {
                try write { db in
                    for (key, totals) in totals { try AccessLogTable.add(db, totals, to: key) }
                    try AccessLogTable.clean(db, at: latest)
                    log.transfer.wait()
                    isCommitting = true
                }
                log.remove()
            } catch {
                log.putBack()
                throw error
            }
        }
    }

    /// Sets the number of seconds between a read and its entry in the store. The default is 1; a longer delay reduces the
    /// writes of programs that serve many reads.
    package func setAccessLogDelay(_ seconds: Double) { accessLog.setDelay(seconds) }

    /// Returns the hourly entries of the access log, including those in the buffer.
    /// - Parameters:
    ///   - app: The identifier of an app; nil for all apps.
    ///   - interval: The time interval, extended to full hours.
    /// - Throws: A ``StoreError``.
    package func accessLog(of app: String? = nil, in interval: DateInterval) throws -> [AccessEntry] {
        let from = AccessLogTable.hour(interval.start)
        let until = AccessLogTable.hour(interval.end.addingTimeInterval(3599.999))
        // Read again if totals have moved from the buffer to the store in the meantime.
        var stored: [AccessEntry] = []
        var buffer = accessLog.pending()
        while true {
            stored = try read { db in try AccessLogTable.entries(db, app: app, from: from, until: until) }
            let next = accessLog.pending()
            if next.writes == buffer.writes { break }
            buffer = next
        }
        let pending = buffer.totals.compactMap { key, totals -> AccessEntry? in
            guard (from..<max(from, until)).contains(key.hour), app == nil || key.app == app else { return nil }
            return AccessEntry(
                app: key.app, type: key.type, action: key.action,
                date: Date(timeIntervalSince1970: Double(key.hour) * 3600), requests: totals.requests,
                count: totals.note.count,
                earliest: totals.note.dates.map { Date(timeIntervalSince1970: $0.lowerBound) },
                latest: totals.note.dates.map { Date(timeIntervalSince1970: $0.upperBound) })
        }
        return stored + pending
    }
}
