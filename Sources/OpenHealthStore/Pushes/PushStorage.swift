// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Stores the content of a push in one transaction, without checking permissions.
    ///
    /// A push that is repeated adds nothing. Samples that an import or another push brought are recognised; see decision record 2.
    /// - Parameters:
    ///   - push: The content.
    ///   - app: The identifier of the app that sent it.
    /// - Throws: A ``StoreError``. The store is then unchanged.
    @discardableResult
    package func ingest(_ push: PushedBatch, app: String, now: Date = Date()) throws -> PushedReceipt {
        try write { db in try PushStorage.store(db, push, app: app, now: now) }
    }

    /// Returns the latest pushes of an app, the newest first.
    /// - Throws: A ``StoreError``.
    package func pushes(of app: String, limit: Int = PushStorage.keptPushes) throws -> [PushRecord] {
        try read { db in try PushRecord.read(db, app: app, limit: limit) }
    }
}

/// Storage of the content of pushes.
package enum PushStorage {
    /// The number of pushes of an app that are listed.
    package static let keptPushes = 100

    /// Stores the content of a push in the current transaction.
    /// - Parameters:
    ///   - app: The identifier of the app that sent the push.
    ///   - mayDelete: Returns whether the app can delete samples of a type.
    ///   - willDelete: A closure that receives the identifier of the type and each sample before it is deleted.
    package static func store(
        _ db: Database, _ push: PushedBatch, app: String, now: Date,
        mayDelete: @escaping (String) throws -> Bool = { _ in true },
        willDelete: @escaping (String, RawSample) throws -> Void = { _, _ in }
    ) throws -> PushedReceipt {
        var push = push
        push.refuseFaults()
        var receipt = PushedReceipt()
        receipt.refusals = push.refusals
        receipt.warnings = push.warnings
        receipt.deleted = try PushDeletion.delete(
            db, push.deletions, app: app, now: now, mayDelete: mayDelete, willDelete: willDelete)
        if !push.samples.rows.isEmpty || !push.samples.items.isEmpty {
            let session = try IngestSession(db)
            try session.take(push, app: app, now: now)
            receipt.samples = try session.finishPush()
        }
        try PushedObjects(db, app: app, now: now).save(push.objects, &receipt)
        try AggregateTable.take(db, push.aggregates, app: app, now: now, &receipt)
        try PushRecord.add(db, receipt, app: app, now: now)
        return receipt
    }
}

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
                app, now.timeIntervalSince1970, counts.added, counts.replaced + counts.updated, counts.known,
                receipt.refusals.count,
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
