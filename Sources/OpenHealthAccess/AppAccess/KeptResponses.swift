// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore
import Synchronization

/// The numbers and bytes of the responses that are kept for repeated requests, by app, so that a request does not count all of them.
///
/// They are never too low: only the server of a store keeps responses. They are too high after responses have expired or a transaction was
/// rolled back, so the responses are counted again before one is refused.
final class KeptResponses: DatabaseCompanion {
    /// The number and bytes of the responses of an app.
    private struct Usage {
        var count: Int
        var bytes: Int

        /// Returns the usage with another response.
        func adding(_ size: Int) -> Usage {
            let (sum, isOver) = bytes.addingReportingOverflow(size)
            return Usage(count: count + 1, bytes: isOver ? .max : sum)
        }
    }

    private let usages = Mutex<[String: Usage]>([:])

    func databaseWillClose(_ database: HealthDatabase) {}

    /// Counts a response of an app, in the transaction that keeps it.
    /// - Throws: ``QuotaExceeded`` if the app would have more than its quotas allow. The request can be repeated when the oldest of its
    ///   responses expires.
    func count(_ db: Database, _ size: Int, app: String, at date: Date) throws {
        let count = try QuotaTable.limit(db, .keptResponses, app: app)
        let bytes = try QuotaTable.limit(db, .keptResponseBytes, app: app)
        func fits(_ usage: Usage) -> Bool { usage.count <= count && usage.bytes <= bytes }
        var next = usages.withLock { $0[app] }?.adding(size)
        if next.map(fits) != true {
            next = Usage(
                count: try QuotaTable.used(db, .keptResponses, app: app, at: date) ?? 0,
                bytes: try QuotaTable.used(db, .keptResponseBytes, app: app, at: date) ?? 0
            ).adding(size)
        }
        guard let next, fits(next) else {
            let isCount = (next?.count ?? .max) > count
            throw QuotaExceeded(
                quota: isCount ? .keptResponses : .keptResponseBytes, limit: isCount ? count : bytes,
                // A response that is larger than the quota never fits.
                retryAfter: size > bytes || count == 0 ? nil : try Self.seconds(db, app: app, at: date))
        }
        usages.withLock { $0[app] = next }
    }

    /// Returns the number of seconds until the oldest response of an app expires.
    private static func seconds(_ db: Database, app: String, at date: Date) throws -> Int? {
        let oldest = try Double.fetchOne(
            db,
            sql: """
                SELECT min(i.created) FROM idempotency AS i JOIN app AS a ON a.id = i.app WHERE a.identifier = ?
                """, arguments: [app])
        return oldest.flatMap {
            let seconds = ($0 + IdempotencyRecord.seconds - date.timeIntervalSince1970).rounded(.up)
            return Int(exactly: min(max(seconds, 1), IdempotencyRecord.seconds))
        }
    }
}
