// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// The quotas of apps and their current usage.
enum QuotaTable {
    /// Returns the limit of a quota of an app.
    static func limit(_ db: Database, _ quota: AppQuota, app: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT q.value FROM app_quota AS q JOIN app AS a ON a.id = q.app
                    WHERE a.identifier = ? AND q.name = ?
                    """), arguments: [app, quota.rawValue]) ?? quota.usual
    }

    /// Returns the current usage of a quota.
    static func used(_ db: Database, _ quota: AppQuota, app: String, at date: Date) throws -> Int? {
        let sql: String
        var arguments: StatementArguments = [app]
        switch quota {
        case .samplesPerDay:
            sql = """
                SELECT u.samples FROM app_usage AS u JOIN app AS a ON a.id = u.app WHERE a.identifier = ? AND u.day = ?
                """
            arguments += [day(date)]
        case .metadataBytesPerSample, .metadataBytesPerRequest: return nil
        case .sources: sql = "SELECT count(DISTINCT source) FROM provenance WHERE " + isOfApp
        case .devices: sql = "SELECT count(DISTINCT device) FROM provenance WHERE " + isOfApp
        case .attachmentBytes: sql = "SELECT sum(size) FROM attachment WHERE app = ?"
        case .webhooks:
            sql = "SELECT count(*) FROM webhook AS w JOIN app AS a ON a.id = w.app WHERE a.identifier = ?"
        case .openRequests:
            sql = """
                SELECT count(*) FROM authorization_request AS r JOIN app AS a ON a.id = r.app
                WHERE a.identifier = ? AND r.decided IS NULL AND r.created > ?
                """
            arguments += [date.timeIntervalSince1970 - requestSeconds]
        case .keptResponses, .keptResponseBytes:
            let value = quota == .keptResponses ? "count(*)" : "sum(length(i.response))"
            sql = """
                SELECT \(value) FROM idempotency AS i JOIN app AS a ON a.id = i.app
                WHERE a.identifier = ? AND i.created >= ?
                """
            arguments += [date.timeIntervalSince1970 - IdempotencyRecord.seconds]
        }
        // The file can contain any number, and the rest of the quota is calculated from it.
        return max(0, try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0)
    }

    /// The condition for a provenance of samples that an app pushed or saved.
    private static let isOfApp = "app = ?1 OR source IN (SELECT id FROM source WHERE bundle_identifier = ?1)"

    /// Checks that an app has not named more sources and devices than its limits. This does not depend on the data of others.
    /// - Throws: ``QuotaExceeded`` if it has.
    static func checkOrigins(_ db: Database, app: String, at date: Date) throws {
        for quota in [AppQuota.sources, .devices] {
            let limit = try limit(db, quota, app: app)
            guard try used(db, quota, app: app, at: date) ?? 0 <= limit else {
                throw QuotaExceeded(quota: quota, limit: limit)
            }
        }
    }

    /// The lifetime of a request for permission, in seconds.
    private static let requestSeconds = 600.0

    /// Returns the day of a date, in days since 1970 in UTC.
    private static func day(_ date: Date) -> Int {
        Int(exactly: (date.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0
    }

    /// Adds samples to the number that an app has saved on a day.
    /// - Throws: ``QuotaExceeded`` if the number exceeds the app's limit.
    static func count(_ db: Database, samples count: Int, app: String, at date: Date) throws {
        guard let number = try PermissionTable.number(db, app: app) else { return }
        let used = try used(db, .samplesPerDay, app: app, at: date) ?? 0
        let limit = try limit(db, .samplesPerDay, app: app)
        guard count <= limit - used else {
            let seconds = date.timeIntervalSince1970
            let next = (seconds / 86_400).rounded(.down) * 86_400 + 86_400
            throw QuotaExceeded(
                quota: .samplesPerDay, limit: limit, retryAfter: Int(exactly: (next - seconds).rounded(.up)))
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO app_usage (app, day, samples) VALUES (?1, ?2, ?3) ON CONFLICT (app) DO UPDATE SET
                    samples = CASE WHEN day = excluded.day THEN samples ELSE 0 END + excluded.samples,
                    day = excluded.day
                """
        ).execute(arguments: [number, day(date), count])
    }

    /// Checks that the metadata in a request is within the limits.
    /// - Throws: ``QuotaExceeded`` if it is not.
    static func checkMetadata(_ db: Database, of samples: [HKSample], app: String) throws {
        _ = try checkMetadata(db, sizes: samples.map(\.metadataSize), after: 0, app: app)
    }

    /// Checks that the metadata of a push is within the limits.
    /// - Parameter before: The number of bytes of the batches before.
    /// - Returns: The number of bytes so far.
    /// - Throws: ``QuotaExceeded`` if it is not.
    static func checkMetadata(_ db: Database, of push: PushedBatch, after before: Int, app: String) throws -> Int {
        let objects = push.objects.map(\.sample.metadataSize)
        return try checkMetadata(db, sizes: push.metadataSizes + objects, after: before, app: app)
    }

    /// Refuses the samples of a push with more metadata than the limit for one sample.
    static func refuseMetadata(_ db: Database, of push: inout PushedBatch, app: String) throws {
        let quota = AppQuota.metadataBytesPerSample
        push.refuseMetadata(
            over: try limit(db, quota, app: app),
            remedy: "shorten it, or let the owner raise the quota \(quota.rawValue) at /owner/apps")
    }

    private static func checkMetadata(_ db: Database, sizes: [Int], after before: Int, app: String) throws -> Int {
        let forOne = try limit(db, .metadataBytesPerSample, app: app)
        let forAll = try limit(db, .metadataBytesPerRequest, app: app)
        var total = before
        for size in sizes {
            guard size <= forOne else { throw QuotaExceeded(quota: .metadataBytesPerSample, limit: forOne) }
            total += size
            guard total <= forAll else { throw QuotaExceeded(quota: .metadataBytesPerRequest, limit: forAll) }
        }
        return total
    }

    /// Returns the number of bytes that an app can still attach.
    static func attachable(_ db: Database, app: String, at date: Date) throws -> Int {
        try max(0, limit(db, .attachmentBytes, app: app) - (used(db, .attachmentBytes, app: app, at: date) ?? 0))
    }
}
