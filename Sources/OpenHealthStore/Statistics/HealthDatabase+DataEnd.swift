// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension HealthDatabase {
    /// Returns the date at which the data of a type ends: the date of the latest export that contained records of the type, or
    /// nil if there is no such export or a sample of the type starts at that date or later.
    ///
    /// An export contains only a part of the day, week or month in which it was created. If there is later data from another
    /// export or an app, only the current period is incomplete.
    /// - Parameter type: The identifier of the type.
    /// - Throws: A ``StoreError``.
    /// - Complexity: O(*n*) in the number of imports.
    package func dataEnd(of type: String) throws -> Date? {
        try read { db in try Self.dataEnd(db, of: type) }
    }

    package static func dataEnd(_ db: Database, of type: String) throws -> Date? {
        let exported = try Double.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT max(export_date) FROM import
                    WHERE export_date IS NOT NULL AND CASE WHEN json_valid(receipt) THEN EXISTS (
                        SELECT 1 FROM json_each(receipt, '$.byType')
                        WHERE key = ? AND json_extract(value, '$.read') > 0
                    ) ELSE 0 END
                    """),
            arguments: [type])
        guard let exported else { return nil }
        let goesOn = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM sample
                        WHERE type = (SELECT id FROM sample_type WHERE identifier = ?) AND start >= ?)
                    """),
            arguments: [type, exported])
        return goesOn == true ? nil : Date(timeIntervalSince1970: exported)
    }
}
