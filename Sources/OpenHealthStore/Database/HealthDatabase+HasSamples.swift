// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension HealthDatabase {
    /// Whether there is any sample.
    /// - Throws: a ``StoreError``.
    package func hasSamples() throws -> Bool {
        try read { db in try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sample)") ?? false }
    }
}
