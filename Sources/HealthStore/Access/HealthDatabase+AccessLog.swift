// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The access log: what apps have read, saved and deleted, and what the owner has granted and revoked. Only the owner sees it.
extension HealthDatabase {
    /// Notes what an app has read, in memory. It is written soon after that, on a thread of its own.
    func noteAccess(_ notes: [AccessNote], app: String, action: AccessAction, at date: Date) {
        guard !notes.isEmpty, !pool.configuration.readonly,
            let seconds = accessLog.add(notes, app: app, action: action, at: date)
        else { return }
        AccessLog.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in try? self?.writeAccessLog() }
    }

    /// Writes what is in memory.
    /// - Throws: a ``StoreError``; what is in memory stays there.
    package func writeAccessLog() throws {
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

    /// Sets how many seconds pass between a read and its note in the store: one, unless it is set. Programs that serve many reads
    /// write less often.
    package func setAccessLogDelay(_ seconds: Double) { accessLog.setDelay(seconds) }

    /// What apps did, by hour, also what is only in memory.
    /// - Parameters:
    ///   - app: the identifier of an app; nil for all.
    ///   - interval: the time; hours that it touches count whole.
    /// - Throws: a ``StoreError``.
    package func accessLog(of app: String? = nil, in interval: DateInterval) throws -> [AccessEntry] {
        let from = AccessLogTable.hour(interval.start)
        let until = AccessLogTable.hour(interval.end.addingTimeInterval(3599.999))
        let stored = try read { db in try AccessLogTable.entries(db, app: app, from: from, until: until) }
        let pending = accessLog.pending.compactMap { key, totals -> AccessEntry? in
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
