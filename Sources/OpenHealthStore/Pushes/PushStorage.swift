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
    ///   - restoresDeleted: Whether to add the records of samples that the person deleted.
    /// - Throws: A ``StoreError``. The store is then unchanged.
    @discardableResult
    package func ingest(
        _ push: PushedBatch, app: String, now: Date = Date(), restoresDeleted: Bool = false
    ) throws -> PushedReceipt {
        try ingesting {
            try write { db in
                // One batch needs no file.
                let storage = PushStore(db, app: app, now: now, beside: "", restoresDeleted: restoresDeleted)
                try storage.take(push)
                return try storage.finish()
            }
        }
    }

    /// Stores a push that is read in batches, in one transaction, without checking permissions.
    /// - Parameters:
    ///   - size: The number of parts from which a batch is complete.
    ///   - read: Reads the push, and returns its last batch.
    /// - Throws: A ``StoreError``, and the errors of the reader. The store is then unchanged.
    @discardableResult
    package func ingest(
        app: String, now: Date = Date(), size: Int = PushSink.usualSize, _ read: (PushSink) throws -> PushedBatch
    ) throws -> PushedReceipt {
        try ingesting {
            try write { db in
                let storage = PushStore(db, app: app, now: now, beside: spillPath, size: size)
                let sink = PushSink(size: size) { try storage.take($0) }
                let last = try read(sink)
                try sink.check()
                try storage.take(last)
                return try storage.finish()
            }
        }
    }

    /// A path in the folder for files without names: that of the store, or that of temporary files for a store in memory.
    package var spillPath: String { isInMemory ? temporaryFolder.url.path : url.path }
}

/// Storage of the content of pushes.
package enum PushStorage {
    /// The number of pushes of an app that are listed.
    package static let keptPushes = 100
}

/// The storage of one push, in the current transaction, from one or more batches.
///
/// A push of one batch is stored from memory. Of a larger one, the records and figures are kept in files without names until its end; see
/// ``PushSpool``. The result is the same.
package final class PushStore {
    private let db: Database
    private let app: String
    private let now: Date
    private let path: String
    private let size: Int
    private let restoresDeleted: Bool
    private let mayDelete: (String) throws -> Bool
    private let willDelete: (String, RawSample) throws -> Void
    /// The facts that no sample of the push carries.
    private var missing: MissingProperties?
    /// The first batch, until there is a second one.
    private var first: PushedBatch?
    private var spool: PushSpool?
    private var receipt = PushedReceipt()
    /// The parts outside the limits of a store.
    private var faults = PushRefusals()
    /// The numbers of samples in the push by type, without those that are refused.
    package private(set) var counts = PushedSampleCounts()

    /// Creates a storage.
    /// - Parameters:
    ///   - app: The identifier of the app that sent the push.
    ///   - path: A path in the folder for the files of a large push.
    ///   - size: The number of records of a large push that are stored at once.
    ///   - restoresDeleted: Whether to add the records of samples that the person deleted.
    ///   - mayDelete: Returns whether the app can delete samples of a type.
    ///   - willDelete: A closure that receives the identifier of the type and each sample before it is deleted.
    package init(
        _ db: Database, app: String, now: Date, beside path: String, size: Int = PushSink.usualSize,
        restoresDeleted: Bool = false,
        mayDelete: @escaping (String) throws -> Bool = { _ in true },
        willDelete: @escaping (String, RawSample) throws -> Void = { _, _ in }
    ) {
        self.db = db
        self.app = app
        self.now = now
        self.path = path
        self.size = size
        self.restoresDeleted = restoresDeleted
        self.mayDelete = mayDelete
        self.willDelete = willDelete
    }

    /// Takes the next batch, whose dictionaries continue those of the batches before; see ``PushSink``.
    package func take(_ batch: PushedBatch) throws {
        // Reading takes long without a statement that could be interrupted.
        try StoreWork.current?.check()
        var batch = batch
        receipt.refusals.add(batch.refusals)
        receipt.warnings.add(batch.warnings)
        batch.refusals = PushRefusals()
        batch.refuseFaults()
        faults.add(batch.refusals)
        counts.add(batch)
        missing = missing ?? batch.missing
        if let spool { return try spool.take(batch) }
        guard let first else {
            self.first = batch
            return
        }
        let spool = try PushSpool(db, missing: first.missing, beside: path, size: size)
        self.first = nil
        try spool.take(first)
        try spool.take(batch)
        self.spool = spool
    }

    /// Stores the push.
    /// - Parameters:
    ///   - refusals: Further refusals, which come after those of the reader.
    ///   - changed: The starts of samples that the push changes after it has stated them, by their UUIDs; NaN for those that it takes back.
    ///     Records with other starts are left out.
    package func finish(
        _ refusals: [PushRefusal] = [], changed: [UUID: Double] = [:]
    ) throws -> PushedReceipt {
        if !changed.isEmpty, let first {
            let spool = try PushSpool(db, missing: first.missing, beside: path, size: size)
            try spool.take(first)
            (self.first, self.spool) = (nil, spool)
        }
        spool?.changed = changed
        for refusal in refusals { receipt.refusals.add(refusal) }
        receipt.refusals.add(faults)
        let deletions = spool?.deletions ?? first?.deletions ?? []
        let isFinal = missing?.contains(.identifier) != true
        receipt.deleted = try PushDeletion.delete(
            db, deletions, app: app, now: now, isFinal: isFinal, mayDelete: mayDelete, willDelete: willDelete)
        // A sender that uses an identifier again deletes a record and sends it anew.
        let deleted = isFinal ? Set(deletions) : []
        if let spool, spool.hasSamples {
            let push = try spool.push(db, app: app, now: now, deleted: deleted, restoresDeleted: restoresDeleted)
            try store(push) { try spool.store(in: $0) }
        } else if let first, !first.samples.rows.isEmpty || !first.samples.items.isEmpty {
            let push = try PushState(
                db, app: app, now: now, missing: first.missing,
                content: PushedContent(first.samples, missing: first.missing), deleted: deleted,
                restoresDeleted: restoresDeleted)
            try store(push) { try $0.take(first) }
        }
        try PushedObjects(db, app: app, now: now, restoresDeleted: restoresDeleted).save(
            spool?.objects ?? first?.objects ?? [], &receipt)
        if receipt.late > 0 {
            receipt.warnings.add(
                PushRefusal(
                    pointer: "", reason: "copies of samples that the app has deleted came late, and are left out",
                    count: receipt.late))
        }
        if let spool {
            try spool.forEachFigures { try AggregateTable.take(db, $0, app: app, now: now, &receipt) }
        } else if let first {
            try AggregateTable.take(db, first.aggregates, app: app, now: now, &receipt)
        }
        try PushRecord.add(db, receipt, app: app, now: now)
        return receipt
    }

    /// Stores samples of the push, and counts them in the receipt.
    private func store(_ push: PushState, _ samples: (Ingestion) throws -> Void) throws {
        let ingestion = try Ingestion(db, push: push)
        try samples(ingestion)
        receipt.samples = try ingestion.finishPush()
        receipt.unwanted += push.leftOut.unwanted
        receipt.late += push.leftOut.late
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
        try fetchAll(
            db, sql: "SELECT \(Columns.selection) FROM push WHERE app = ? ORDER BY id DESC LIMIT ?",
            arguments: [app, limit])
    }
}

extension PushRecord: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case received, added, updated, known, refused, deleted, remarks
    }

    /// Creates a push from a row.
    package init(row: Row) throws {
        let remarks = try row.value(String?.self, of: Columns.remarks).flatMap { JSONValue($0) }
        self.init(
            received: try row.date(of: Columns.received),
            counts: PushedReceipt.Counts(
                added: try row.value(of: Columns.added), updated: try row.value(of: Columns.updated),
                known: try row.value(of: Columns.known)),
            refused: try row.value(of: Columns.refused), deleted: try row.value(of: Columns.deleted),
            remarks: (remarks?.array ?? []).compactMap(\.string))
    }
}
