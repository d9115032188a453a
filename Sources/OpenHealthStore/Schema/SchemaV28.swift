// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// Version 28 of the tables: rollups in which readings of a sum without an end count for their minute.
enum SchemaV28: SchemaVersion {
    static let identifier = "028 minutes of readings"

    static func migrate(_ db: Database) throws {
        // Earlier versions added such readings of several sources.
        try db.execute(
            sql: "DELETE FROM rollup WHERE EXISTS (SELECT 1 FROM provenance WHERE missing & ? > 0)",
            arguments: [MissingProperties.end.rawValue])
    }
}
