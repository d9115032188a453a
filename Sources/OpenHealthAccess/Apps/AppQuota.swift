// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

/// A limit on the storage and the requests of a server's app. The owner can change each limit for each app.
package enum AppQuota: String, Sendable, CaseIterable {
    /// Samples saved per day in UTC. Readings of series and all readings of pushes count as samples, also those that the store had already.
    case samplesPerDay
    /// Bytes of metadata of one sample.
    case metadataBytesPerSample
    /// Bytes of metadata in one request.
    case metadataBytesPerRequest
    /// Sources of the app's samples. An app on a phone names those of its pushes.
    case sources
    /// Devices of the app's samples.
    case devices
    /// Bytes of all attachments.
    case attachmentBytes
    /// Webhooks.
    case webhooks
    /// Requests for permission without a decision.
    case openRequests
    /// Responses that are kept for 24 hours, one for each `Idempotency-Key`.
    case keptAnswers
    /// Bytes of all kept responses.
    case keptAnswerBytes

    /// The default limit.
    package var usual: Int {
        switch self {
        case .samplesPerDay: 1_000_000
        case .metadataBytesPerSample: 64 << 10
        case .metadataBytesPerRequest: 4 << 20
        case .sources, .devices: 1000
        case .attachmentBytes: 1 << 30
        case .webhooks: 16
        case .openRequests: 32
        // One request a second with a key, and the UUIDs of all samples that an app can save in a day.
        case .keptAnswers: 100_000
        case .keptAnswerBytes: 64 << 20
        }
    }
}

/// A quota of an app and its current usage.
package struct AppQuotaState: Sendable, Hashable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// The current usage; nil for quotas that apply to single samples and requests.
    package var used: Int?
}

/// An error that indicates that a request exceeds a quota. Nothing was changed.
package struct QuotaExceeded: Error, Equatable {
    /// The quota.
    package var quota: AppQuota
    /// The limit.
    package var limit: Int
    /// The number of seconds after which the app can try again; nil if waiting does not help.
    package var retryAfter: Int?

    package init(quota: AppQuota, limit: Int, retryAfter: Int? = nil) {
        self.quota = quota
        self.limit = limit
        self.retryAfter = retryAfter
    }
}

/// The owner's access to the quotas of apps.
extension HealthDatabase {
    /// Returns the quotas of an app.
    /// - Throws: A ``StoreError``: `notFound` for an unknown app.
    package func quotas(of app: String, at date: Date) throws -> [AppQuotaState] {
        try read { db in
            guard try PermissionTable.number(db, app: app) != nil else { throw Self.unknownApp(app) }
            return try AppQuota.allCases.map { quota in
                AppQuotaState(
                    quota: quota, limit: try QuotaTable.limit(db, quota, app: app),
                    used: try QuotaTable.used(db, quota, app: app, at: date))
            }
        }
    }

    /// Returns the limit of one quota of an app.
    /// - Throws: A ``StoreError``.
    package func limit(_ quota: AppQuota, of app: String) throws -> Int {
        try read { db in try QuotaTable.limit(db, quota, app: app) }
    }

    /// Returns whether limits would raise a quota of an app; nil restores the default limit.
    /// - Throws: A ``StoreError``.
    package func raisesQuotas(_ limits: [AppQuota: Int?], of app: String) throws -> Bool {
        try read { db in
            try limits.contains { quota, limit in
                try limit ?? quota.usual > QuotaTable.limit(db, quota, app: app)
            }
        }
    }

    /// Sets quotas of an app; nil restores the default limit.
    /// - Throws: A ``StoreError``: `notFound` for an unknown app, `invalidArgument` for a negative limit.
    package func setQuotas(_ limits: [AppQuota: Int?], of app: String) throws {
        try write { db in
            guard let number = try PermissionTable.number(db, app: app) else { throw Self.unknownApp(app) }
            for (quota, limit) in limits {
                guard limit ?? 0 >= 0 else {
                    throw StoreError(
                        .invalidArgument, message: "the limit of \(quota.rawValue) is negative",
                        remedy: "give an integer of at least 0")
                }
                guard let limit, limit != quota.usual else {
                    try db.execute(
                        sql: "DELETE FROM app_quota WHERE app = ? AND name = ?", arguments: [number, quota.rawValue])
                    continue
                }
                try db.execute(
                    sql: """
                        INSERT INTO app_quota (app, name, value) VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET value = excluded.value
                        """, arguments: [number, quota.rawValue, limit])
            }
        }
    }
}
