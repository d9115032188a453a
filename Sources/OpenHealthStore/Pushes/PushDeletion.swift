// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Deletes what a connection pushed.
///
/// A sample that only the connection pushed is deleted. If another connection pushed it too, that copy becomes a sample. Of a sample
/// that an import contained, only the copy of the connection is deleted, unless the owner has stated that the connection is the phone
/// of the imports; then the rows of the sample are kept for the owner.
struct PushDeletion {
    private let db: Database
    private let app: String
    private let now: Date
    private let reader: RecordReader
    private let reach: PushReach
    private let mayDelete: (String) throws -> Bool
    private let willDelete: (String, RawSample) throws -> Void
    private var place: Int64
    /// The deleted samples of which other connections have copies.
    private var others: [(content: SampleContent, copies: [PushedCopy])] = []

    /// Deletes the samples with some UUIDs.
    /// - Parameters:
    ///   - mayDelete: Returns whether the app can delete samples of a type.
    ///   - willDelete: A closure that receives the identifier of the type and each sample before it is deleted.
    /// - Returns: The number of the connection's samples and copies that were deleted.
    static func delete(
        _ db: Database, _ uuids: [UUID], app: String, now: Date, mayDelete: @escaping (String) throws -> Bool,
        willDelete: @escaping (String, RawSample) throws -> Void
    ) throws -> Int {
        if uuids.isEmpty { return 0 }
        var deletion = PushDeletion(
            db: db, app: app, now: now, reader: RecordReader(db), reach: try PushReach(db, app: app),
            mayDelete: mayDelete, willDelete: willDelete, place: try HealthDatabase.latestChange(db))
        var count = 0
        for uuid in uuids {
            count += try deletion.deleteCopies(uuid)
            count += try deletion.deleteSamples(uuid)
        }
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [deletion.place])
        try deletion.addCopies()
        return count
    }

    private mutating func deleteCopies(_ uuid: UUID) throws -> Int {
        var count = 0
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT id, app, type, start, sample FROM pushed_copy WHERE uuid = ?"),
            arguments: [uuid.bytes])
        for row in rows where reach.apps.contains(try row.decode(atIndex: 1)) {
            guard try mayDelete(reader.type(row.decode(atIndex: 2)).identifier) else { continue }
            count += 1
            let sample = try SampleLookup.sample(
                db, type: row.decode(atIndex: 2), start: row.decode(atIndex: 3), id: row.decode(atIndex: 4))
            try db.cachedStatement(sql: "DELETE FROM pushed_copy WHERE id = ?").execute(
                arguments: [try row.decode(Int64.self, atIndex: 0)])
            if let sample, reach.includesImports, try PushReach.holder(of: sample, reader) == .imports {
                try delete(sample)
            }
        }
        return count
    }

    private mutating func deleteSamples(_ uuid: UUID) throws -> Int {
        var count = 0
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT type, start, id, app FROM sample_uuid WHERE uuid = ?"),
            arguments: [uuid.bytes])
        for row in rows {
            guard let pusher = try row.decode(String?.self, atIndex: 3), reach.apps.contains(pusher),
                try mayDelete(reader.type(row.decode(atIndex: 0)).identifier),
                let sample = try SampleLookup.sample(
                    db, type: row.decode(atIndex: 0), start: row.decode(atIndex: 1), id: row.decode(atIndex: 2))
            else { continue }
            count += 1
            if try reach.mayDelete(PushReach.holder(of: sample, reader)) {
                try delete(sample)
            } else {
                // The sample of an import keeps its UUID.
                try db.cachedStatement(sql: "UPDATE sample_uuid SET app = NULL WHERE id = ?").execute(
                    arguments: [sample.id])
            }
        }
        return count
    }

    private mutating func delete(_ sample: RawSample) throws {
        let isImported = try PushReach.holder(of: sample, reader) == .imports
        let copies = isImported ? [] : try PushedCopy.all(db, of: sample.id)
        let content = isImported || !copies.isEmpty ? try SampleContent(sample, reader) : nil
        place += 1
        try willDelete(reader.type(sample.type).identifier, sample)
        try SampleDeletion.delete(sample, reader: reader, place: place)
        guard let content else { return }
        if isImported {
            try PushedDeletion.add(db, content, app: app, now: now)
        } else {
            others.append((content, copies))
        }
    }

    /// Adds the first copy of each deleted sample as a sample.
    private func addCopies() throws {
        if others.isEmpty { return }
        let session = try IngestSession(db)
        for (content, copies) in others {
            guard let first = copies.first else { continue }
            let uuid = first.uuid ?? UUID()
            let id = try content.add(first, uuid: uuid, to: session)
            for copy in copies.dropFirst() {
                try copy.insert(db, of: id, type: content.sample.type, start: content.sample.start)
            }
        }
        try session.finishAdding()
    }
}
