// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 33 of the tables: rollups in which doses of insulin, foods, drinks, uses of an inhaler and falls are events.
enum SchemaV33: SchemaVersion {
    static let identifier = "033 events of several sources"

    static func migrate(_ db: Database) throws {
        // Earlier versions left out those that a sample of a better source contains. See ``EventRule``.
        try db.execute(
            sql: """
                DELETE FROM rollup WHERE type IN (
                    SELECT id FROM sample_type WHERE identifier LIKE 'HKQuantityTypeIdentifierDietary%'
                    OR identifier IN (
                        'HKQuantityTypeIdentifierNumberOfAlcoholicBeverages', 'HKQuantityTypeIdentifierInsulinDelivery',
                        'HKQuantityTypeIdentifierInhalerUsage', 'HKQuantityTypeIdentifierNumberOfTimesFallen'))
                """)
    }
}
