// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Version 23: an index of the deleted samples by their UUIDs, for apps that delete a sample again.
enum SchemaV23: SchemaVersion {
    static let identifier = "023 index of deletions"

    static func migrate(_ db: Database) throws {
        try db.execute(sql: "CREATE INDEX deletion_uuid ON deletion (uuid)")
    }
}
