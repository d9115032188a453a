// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthDatabase {
    /// The access log.
    package var accessLog: AccessLog { AccessLog(database: self) }
}

/// The access log: the reads, saves and deletions of apps, and the permissions that the owner granted and revoked. Only the
/// owner can see it.
package struct AccessLog: Sendable {
    /// The database of the log.
    let database: HealthDatabase

    private var buffer: AccessBuffer { database.companions.companion(AccessBuffer.init) }

    /// Adds notes of an app's reads to a buffer, which is written shortly afterwards on a separate thread.
    func note(_ notes: [AccessNote], app: String, action: AccessAction, at date: Date) {
        guard !notes.isEmpty, !database.pool.configuration.readonly,
            let seconds = buffer.add(notes, app: app, action: action, at: date)
        else { return }
        let end = database.clock.now + .seconds(seconds)
        Task { [weak database, clock = database.clock] in
            guard (try? await clock.sleep(until: end)) != nil else { return }
            AccessBuffer.queue.async { [weak database] in try? database?.accessLog.write() }
        }
    }

    /// Writes the buffer to the store.
    /// - Throws: A ``StoreError``. The contents of the buffer are then kept.
    package func write() throws {
        let buffer = buffer
        try buffer.writing.withLock { _ in
            let totals = buffer.take()
            guard let latest = totals.keys.map(\.hour).max() else { return }
            var isCommitting = false
            defer { if isCommitting { buffer.transfer.signal() } }
            do {
                try database.write { db in
                    for (key, totals) in totals { try AccessLogTable.add(db, totals, to: key) }
                    try AccessLogTable.clean(db, at: latest)
                    buffer.transfer.wait()
                    isCommitting = true
                }
                buffer.remove()
            } catch {
                buffer.putBack()
                throw error
            }
        }
    }

    /// Sets the number of seconds between a read and its entry in the store. The default is 1; a longer delay reduces the
    /// writes of programs that serve many reads.
    package func setDelay(_ seconds: Double) { buffer.setDelay(seconds) }

    /// Returns the hourly entries of the access log, including those in the buffer.
    /// - Parameters:
    ///   - app: The identifier of an app; nil for all apps.
    ///   - interval: The time interval, extended to full hours.
    /// - Throws: A ``StoreError``.
    package func entries(of app: String? = nil, in interval: DateInterval) throws -> [AccessEntry] {
        let from = AccessLogTable.hour(interval.start)
        let until = AccessLogTable.hour(interval.end.addingTimeInterval(3599.999))
        // Read again if totals have moved from the buffer to the store in the meantime.
        var stored: [AccessEntry] = []
        var unwritten = buffer.pending()
        while true {
            stored = try database.read { db in try AccessLogTable.entries(db, app: app, from: from, until: until) }
            let next = buffer.pending()
            if next.writes == unwritten.writes { break }
            unwritten = next
        }
        let pending = unwritten.totals.compactMap { key, totals -> AccessEntry? in
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
