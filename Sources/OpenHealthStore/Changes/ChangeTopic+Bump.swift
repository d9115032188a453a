// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

extension ChangeRange.Topic {
    /// Counts a change, in its transaction.
    package func bump(_ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE counter SET value = value + 1 WHERE name = ?").execute(
            arguments: [rawValue])
    }
}
