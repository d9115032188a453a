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
        var isScheduled = false
        var seconds = 1.0
    }

    /// The queue that writes one buffer at a time.
    static let queue = DispatchQueue(label: "org.openhealthkit.access-log", qos: .utility)
    /// The maximum number of keys in the buffer if they cannot be written: a month of an app that reads every type.
    private static let most = 100_000
    private let state = Mutex(State())
    /// The lock that is held while the buffer is written, or read together with the store: each entry is then in one of the two.
    let transfer = Guarded(())

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

    /// Removes and returns the contents of the buffer.
    func take() -> [AccessEntry.Key: Totals] {
        state.withLock { state in
            defer { state.totals = [:] }
            state.isScheduled = false
            return state.totals
        }
    }

    /// Adds totals that could not be written back to the buffer.
    func putBack(_ totals: [AccessEntry.Key: Totals]) {
        state.withLock { state in
            for (key, more) in totals { Self.add(more, to: key, &state.totals) }
        }
    }

    /// The totals that are not in the store yet.
    var pending: [AccessEntry.Key: Totals] { state.withLock { $0.totals } }

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
        AccessLog.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in try? self?.writeAccessLog() }
    }

    /// Writes the buffer to the store.
    /// - Throws: A ``StoreError``. The contents of the buffer are then kept.
    package func writeAccessLog() throws {
        try accessLog.transfer.withLock { _ in
            let totals = accessLog.take()
            guard let latest = totals.keys.map(\.hour).max() else { return }
            do {
                try write { db in
                    for (key, totals) in totals { try AccessLogTable.add(db, totals, to: key) }
                    try AccessLogTable.clean(db, at: latest)
                }
            } catch {
                accessLog.putBack(totals)
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
        let (stored, buffer) = try accessLog.transfer.withLock { _ in
            let stored = try read { db in try AccessLogTable.entries(db, app: app, from: from, until: until) }
            return (stored, accessLog.pending)
        }
        let pending = buffer.compactMap { key, totals -> AccessEntry? in
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
