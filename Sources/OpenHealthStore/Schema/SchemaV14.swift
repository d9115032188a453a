// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 14 of the tables: rollups in which complete samples replace those of their source that lack properties.
enum SchemaV14: SchemaVersion {
    static let identifier = "014 partial samples"

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                -- The sources with samples that lack properties, which a change of other samples of the source can affect.
                CREATE INDEX provenance_partial ON provenance (source) WHERE missing > 0;
                -- Earlier versions added the samples that lack properties to the complete ones.
                DELETE FROM rollup WHERE EXISTS (SELECT 1 FROM provenance WHERE missing > 0);
                """)
    }
}
