// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthStore

extension RegisteredApps {
    /// The quotas of apps.
    package var quotas: AppQuotas { AppQuotas(database: database) }
}

/// The owner's access to the quotas of apps.
package struct AppQuotas: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the quotas of an app.
    /// - Throws: A ``StoreError``: `notFound` for an unknown app.
    package func all(of app: String, at date: Date) throws -> [AppQuotaState] {
        try database.read { db in
            guard try PermissionTable.number(db, app: app) != nil else { throw RegisteredApps.unknown(app) }
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
        try database.read { db in try QuotaTable.limit(db, quota, app: app) }
    }

    /// Returns whether limits would raise a quota of an app; nil restores the default limit.
    /// - Throws: A ``StoreError``.
    package func raises(_ limits: [AppQuota: Int?], of app: String) throws -> Bool {
        try database.read { db in
            try limits.contains { quota, limit in
                try limit ?? quota.usual > QuotaTable.limit(db, quota, app: app)
            }
        }
    }

    /// Sets quotas of an app; nil restores the default limit.
    /// - Throws: A ``StoreError``: `notFound` for an unknown app, `invalidArgument` for a negative limit.
    package func set(_ limits: [AppQuota: Int?], of app: String) throws {
        try database.write { db in
            guard let number = try PermissionTable.number(db, app: app) else { throw RegisteredApps.unknown(app) }
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
