// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthStore

extension HealthDatabase {
    /// Returns whether an app has requested authorization for any type, or has an answer for any type.
    /// - Throws: A ``StoreError``.
    package func hasAsked(app: String) throws -> Bool {
        try hasPermission(app, "asked <> 0 OR share <> 0 OR read <> 0")
    }

    /// Returns whether an app can save samples of any type.
    /// - Throws: A ``StoreError``.
    package func maySave(app: String) throws -> Bool {
        try hasPermission(app, "share = 2")
    }

    private func hasPermission(_ app: String, _ condition: String) throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM permission
                    WHERE app = (SELECT id FROM app WHERE identifier = ?) AND (\(condition)))
                    """, arguments: [app]) ?? false
        }
    }
}
