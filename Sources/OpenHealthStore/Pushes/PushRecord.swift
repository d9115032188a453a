// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A push of an app, for the list of its latest pushes.
package struct PushRecord: Sendable, Equatable {
    /// The date of arrival.
    package var received: Date
    /// The counts of samples and of figures of intervals.
    package var counts: PushedReceipt.Counts
    /// The number of refused readings.
    package var refused: Int
    /// The number of deleted samples.
    package var deleted: Int
    /// The first refusals and warnings, one a line: the JSON pointer, the reason and the remedy.
    package var remarks: [String]

    /// The maximum number of stored remarks of a push.
    private static let maximumRemarks = 20

    static func add(_ db: Database, _ receipt: PushedReceipt, app: String, now: Date) throws {
        let counts = receipt.allSamples + receipt.allAggregates
        let remarks = (receipt.refusals.entries + receipt.warnings.entries).prefix(maximumRemarks).map { entry in
            entry.pointer + ": " + entry.reason + (entry.remedy.isEmpty ? "" : "; " + entry.remedy)
        }
        try db.execute(
            sql: """
                INSERT INTO push (app, received, added, updated, known, refused, deleted, remarks)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                app, now.timeIntervalSince1970, counts.added, counts.updated, counts.known, receipt.refusals.count,
                receipt.deleted, remarks.isEmpty ? nil : MetadataJSON.strings(remarks),
            ])
        try db.execute(
            sql: """
                DELETE FROM push WHERE app = ?1 AND id <=
                    (SELECT id FROM push WHERE app = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """, arguments: [app, PushStorage.keptPushes])
    }

    static func read(_ db: Database, app: String, limit: Int) throws -> [PushRecord] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT received, added, updated, known, refused, deleted, remarks FROM push WHERE app = ?
                ORDER BY id DESC LIMIT ?
                """, arguments: [app, limit])
        return try rows.map { row in
            let remarks = (try row.decode(String?.self, atIndex: 6)).flatMap { JSONValue($0) }
            return PushRecord(
                received: Date(timeIntervalSince1970: try row.decode(atIndex: 0)),
                counts: PushedReceipt.Counts(
                    added: try row.decode(atIndex: 1), updated: try row.decode(atIndex: 2),
                    known: try row.decode(atIndex: 3)),
                refused: try row.decode(atIndex: 4), deleted: try row.decode(atIndex: 5),
                remarks: (remarks?.array ?? []).compactMap(\.string))
        }
    }
}
