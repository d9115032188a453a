// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 32 of the tables: rollups in which the devices of an app of Health Connect count for themselves.
enum SchemaV32: SchemaVersion {
    static let identifier = "032 devices of apps"

    static func migrate(_ db: Database) throws {
        // Earlier versions added the steps of a phone and a watch. See ``CountingDevices``.
        try db.execute(
            sql: """
                DELETE FROM rollup WHERE EXISTS (
                    SELECT 1 FROM provenance AS p JOIN source AS s ON s.id = p.source
                    WHERE p.missing > 0 AND p.device IS NOT NULL AND p.bundle_identifier = s.name)
                """)
    }
}
