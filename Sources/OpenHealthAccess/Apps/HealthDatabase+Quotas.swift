// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

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
