// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns for each type and date whether a sample of the type starts in the second of the date.
    /// - Parameter places: The identifiers of types, and dates in seconds since 1970.
    /// - Throws: A ``StoreError``.
    package func hasSamples(inSecondsOf places: [(type: String, start: Double)]) throws -> [Bool] {
        if places.isEmpty { return [] }
        return try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sample WHERE start >= ?2 AND start < ?2 + 1
                        AND type = (SELECT id FROM sample_type WHERE identifier = ?1))
                    """)
            return try places.map { place in
                try Bool.fetchOne(statement, arguments: [place.type, place.start.rounded(.down)]) ?? false
            }
        }
    }
}
