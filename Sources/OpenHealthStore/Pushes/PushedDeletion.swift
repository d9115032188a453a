// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// An imported sample that a connection deleted.
package struct PushedDeletion: Sendable, Equatable {
    /// The number of the deletion.
    package var id: Int64
    /// The identifier of the connection.
    package var app: String
    /// The date of the deletion.
    package var deleted: Date
    /// The identifier of the type.
    package var type: String
    /// The start of the sample.
    package var start: Date
    /// The name of the source.
    package var source: String
    /// Whether the owner has restored the sample.
    package var isRestored: Bool

    /// Stores the deletion of a sample.
    /// - Returns: The number of the deletion.
    static func add(_ db: Database, _ content: SampleContent, app: String, now: Date) throws -> Int64 {
        try db.cachedStatement(
            sql: "INSERT INTO pushed_deletion (app, deleted, type, start, sample, rows) VALUES (?, ?, ?, ?, ?, ?)"
        ).execute(
            arguments: [
                app, now.timeIntervalSince1970, content.sample.type, content.sample.start, content.sample.id,
                content.json,
            ])
        return db.lastInsertedRowID
    }

    /// Stores the position of the sample that a copy of the deleted one became.
    static func note(_ db: Database, _ content: SampleContent, successor: Int64, of number: Int64) throws {
        var content = content
        content.successor = successor
        try db.cachedStatement(sql: "UPDATE pushed_deletion SET rows = ? WHERE id = ?").execute(
            arguments: [content.json, number])
    }
}

extension Pushes {
    /// Returns imported samples that a connection deleted, the last ones first.
    /// - Parameters:
    ///   - before: The number of the deletion before which the list begins; nil for the last one.
    ///   - limit: The maximum number of deletions.
    /// - Throws: A ``StoreError``.
    package func deletions(of app: String, before: Int64? = nil, limit: Int = 100) throws -> [PushedDeletion] {
        try database.read { db in
            let reader = RecordReader(db)
            let rows = try DeletionRow.fetchAll(
                db,
                sql: """
                    SELECT \(DeletionRow.Columns.selection)
                    FROM pushed_deletion WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?
                    """, arguments: [app, before ?? .max, limit])
            return try rows.map { row in
                PushedDeletion(
                    id: row.id, app: row.app, deleted: row.deleted, type: try reader.type(row.type).identifier,
                    start: row.start, source: try reader.origin(row.provenance).name, isRestored: row.isRestored)
            }
        }
    }

    /// Returns the number of imported samples that a connection deleted and the owner has not restored.
    /// - Throws: A ``StoreError``.
    package func countDeletions(of app: String) throws -> Int {
        try database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM pushed_deletion WHERE app = ? AND restored IS NULL", arguments: [app])
                ?? 0
        }
    }

    /// Restores imported samples that a connection deleted. A sample that another import has brought back meanwhile is not added again.
    /// - Parameter ids: The numbers of the deletions; nil for all of the connection.
    /// - Returns: The number of restored samples.
    /// - Throws: A ``StoreError``: `notFound` if the connection has no deletion with one of the numbers.
    package func restoreDeletions(of app: String, ids: [Int64]? = nil) throws -> Int {
        try database.write { db in
            let all = try Row.fetchAll(
                db, sql: "SELECT id, sample, restored FROM pushed_deletion WHERE app = ? ORDER BY id", arguments: [app]
            ).map { row in
                (
                    id: try row.value(Int64.self, of: "id"), sample: try row.value(Int64.self, of: "sample"),
                    isRestored: try row.value(Int64?.self, of: "restored") != nil
                )
            }
            let chosen = ids.map { ids in all.filter { ids.contains($0.id) } } ?? all
            if let ids, chosen.count < Set(ids).count {
                throw StoreError(
                    .notFound, message: "\(app) has not deleted imported samples with all of these numbers",
                    remedy: "list them with `health apps deletions \(app)`")
            }
            // The relations of samples that are restored together are checked at the end.
            try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
            var restoration = try PushRestoration(db)
            return try restoration.restore(chosen.filter { !$0.isRestored }.map { ($0.id, $0.sample) })
        }
    }
}

/// Adds deleted samples again.
private struct PushRestoration {
    private let db: Database
    private let ingestion: Ingestion
    /// The present positions of samples by the former ones.
    private var positions: [Int64: Int64] = [:]

    init(_ db: Database) throws {
        self.db = db
        ingestion = try Ingestion(db)
    }

    /// Restores samples, in order.
    /// - Parameter deletions: The numbers of the deletions and the former positions of the samples.
    mutating func restore(_ deletions: [(id: Int64, sample: Int64)]) throws -> Int {
        var next = ingestion.writer.nextID
        var added: [Int64] = []
        for deletion in deletions {
            if let present = try present(content(of: deletion.id)) {
                positions[deletion.sample] = present
                try note(deletion.id, present)
            } else {
                positions[deletion.sample] = next
                next += 1
                added.append(deletion.id)
            }
        }
        var successors: [(content: SampleContent, restored: Int64)] = []
        for id in added {
            let content = try content(of: id)
            let restored = try content.restore(to: ingestion, position: position)
            try note(id, restored.id)
            for (sample, part) in restored.missing { try add(part, toDeletionOf: sample) }
            successors.append((content, restored.id))
        }
        for (content, restored) in successors { try removeSuccessor(content, restored) }
        try ingestion.finishAdding()
        return deletions.count
    }

    /// Replaces the sample that a copy of a deleted one became by a copy of the restored one.
    private func removeSuccessor(_ content: SampleContent, _ restored: Int64) throws {
        guard let position = content.successor, let sample = try SampleLookup.sample(ingestion.records, at: position),
            sample.type == content.sample.type, sample.start == content.sample.start,
            case .connection(let app) = try PushReach.holder(of: sample, ingestion.records)
        else { return }
        let first = PushedCopy(
            app: app, uuid: try ingestion.records.uuid(sample), end: sample.end, value: sample.value, text: sample.text,
            provenance: sample.provenance, metadata: sample.metadata, lag: sample.lag)
        let copies = try [first] + PushedCopy.all(db, of: sample.id)
        try ingestion.writer.delete(sample)
        for copy in copies { try copy.insert(db, of: restored, type: sample.type, start: sample.start) }
    }

    private func content(of deletion: Int64) throws -> SampleContent {
        let json = try String.fetchOne(
            db.cachedStatement(sql: "SELECT rows FROM pushed_deletion WHERE id = ?"), arguments: [deletion])
        return try SampleContent(json: json ?? "")
    }

    /// Adds a relation to the rows of the other sample, which has not been restored yet.
    private func add(_ part: SampleContent.Part, toDeletionOf sample: Int64) throws {
        let deletions = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM pushed_deletion WHERE sample = ? AND restored IS NULL"),
            arguments: [sample])
        for id in deletions {
            var content = try content(of: id)
            content.relate(part)
            try db.cachedStatement(sql: "UPDATE pushed_deletion SET rows = ? WHERE id = ?").execute(
                arguments: [content.json, id])
        }
    }

    /// Returns the position of the sample with the UUID of a deleted one, if an import has added it again.
    private func present(_ content: SampleContent) throws -> Int64? {
        let uuid = try content.uuid ?? ingestion.records.uuid(content.sample)
        return try SampleLookup.all(uuid, ingestion.records).first { $0.type == content.sample.type }?.id
    }

    /// Returns the present position of a sample by the former one; nil if the store does not contain it.
    private func position(_ former: Int64) throws -> Int64? {
        if let known = positions[former] { return known }
        let restored = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT restored FROM pushed_deletion WHERE sample = ? AND restored IS NOT NULL LIMIT 1"),
            arguments: [former])
        return try restored.flatMap(position) ?? SampleLookup.sample(ingestion.records, at: former)?.id
    }

    private func note(_ deletion: Int64, _ position: Int64) throws {
        try db.cachedStatement(sql: "UPDATE pushed_deletion SET restored = ? WHERE id = ?").execute(
            arguments: [position, deletion])
    }
}

/// A row of the table of deletions.
private struct DeletionRow: FetchableRecord {
    enum Columns: String, SelectedColumns {
        case id, app, deleted, type, start, restored, provenance

        var expression: String {
            self == .provenance ? "json_extract(rows, '$.sample[5]')" : rawValue
        }
    }

    let id: Int64
    let app: String
    let deleted: Date
    /// The number of the type.
    let type: Int64
    let start: Date
    let isRestored: Bool
    /// The number of the provenance.
    let provenance: Int64

    init(row: Row) throws {
        id = try row.value(of: Columns.id)
        app = try row.value(of: Columns.app)
        deleted = try row.date(of: Columns.deleted)
        type = try row.value(of: Columns.type)
        start = try row.date(of: Columns.start)
        isRestored = try row.value(Int64?.self, of: Columns.restored) != nil
        provenance = try row.value(of: Columns.provenance)
    }
}
