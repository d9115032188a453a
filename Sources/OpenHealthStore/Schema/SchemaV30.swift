// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// Version 30 of the tables: documents of Nightscout's interface without identifiers whose senders are not compared.
enum SchemaV30: SchemaVersion {
    static let identifier = "030 senders of documents"

    static func migrate(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, identity, kind FROM nightscout_document
                WHERE collection IN ('entries', 'treatments') AND identity >= 'at:' AND identity < 'at;' ORDER BY id
                """)
        var identities: [(id: Int64, identity: String)] = []
        while let row = try rows.next() {
            let (id, former, kind): (Int64, String, String) = (
                try row.value(of: "id"), try row.value(of: "identity"), try row.value(of: "kind")
            )
            if let identity = identity(former, kind: kind) { identities.append((id, identity)) }
        }
        let update = try db.makeStatement(sql: "UPDATE nightscout_document SET identity = ? WHERE id = ?")
        for (id, identity) in identities { try update.execute(arguments: [identity, id]) }
    }

    /// Returns the identity without the sender: the date in milliseconds, the type, and the value of `id`, divided by `|`; nil for one
    /// that is not in the former form, with the sender before the value of `id`.
    private static func identity(_ former: String, kind: String) -> String? {
        let parts = former.split(separator: "|", omittingEmptySubsequences: false)
        guard parts.count >= 4, let instant = parts.first, let id = parts.last else { return nil }
        // `at:` and 800 characters, as the identities of this version have at most.
        return String((instant + "|" + kind + "|" + id).prefix(803))
    }
}
