// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 12 of the tables: checksums over the rows of the table of samples.
enum SchemaV12: SchemaVersion {
    static let identifier = "012 sums"

    /// Creates the table and fills it from the samples that are stored.
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE sample_sum (
                    type INTEGER NOT NULL,
                    -- The start of the samples, in units of 4,194,304 seconds (48.5 days) since 1970, rounded down.
                    block INTEGER NOT NULL,
                    count INTEGER NOT NULL,
                    -- The exclusive or of the checksums of the rows.
                    sum INTEGER NOT NULL,
                    PRIMARY KEY (type, block)
                ) WITHOUT ROWID
                """)
        var sums = try SampleSums.computed(db)
        try sums.flush(db)
    }
}
