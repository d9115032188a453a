// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Deletes what a connection pushed.
///
/// A sample that only the connection pushed is deleted. If another connection pushed it too, that copy becomes a sample. Of
/// a sample that an import contained, only the copy of the connection is deleted. If the owner has stated that the
/// connection is the phone of the imports, such a sample is deleted too: its rows are kept for the owner, and a copy of
/// another connection becomes a sample. A sample that another connection pushed before an import contained it becomes that
/// connection's again.
struct PushDeletion {
    private let db: Database
    private let app: String
    private let now: Date
    private let reader: RecordReader
    private let reach: PushReach
    private let isFinal: Bool
    private let mayDelete: (String) throws -> Bool
    private let willDelete: (String, RawSample) throws -> Void
    private var place: Int64
    /// A deleted sample.
    private struct Deleted {
        var content: SampleContent
        /// The copies that other connections have.
        var copies: [PushedCopy]
        /// The number of the deletion, if the owner can restore the sample.
        var number: Int64?
    }

    /// The deleted samples that other connections have sent, too.
    private var others: [Deleted] = []
    /// The deleted samples of imports that no other connection has sent, by their positions.
    private var uncopied: [Int64: Deleted] = [:]

    /// Deletes the samples with some UUIDs.
    /// - Parameters:
    ///   - isFinal: Whether the UUIDs are those of HealthKit, which gives no other object one of them.
    ///   - mayDelete: Returns whether the app can delete samples of a type.
    ///   - willDelete: A closure that receives the identifier of the type and each sample before it is deleted.
    /// - Returns: The number of the connection's samples and copies that were deleted.
    static func delete(
        _ db: Database, _ uuids: [UUID], app: String, now: Date, isFinal: Bool,
        mayDelete: @escaping (String) throws -> Bool,
        willDelete: @escaping (String, RawSample) throws -> Void
    ) throws -> Int {
        if uuids.isEmpty { return 0 }
        var deletion = PushDeletion(
            db: db, app: app, now: now, reader: RecordReader(db), reach: try PushReach(db, app: app),
            isFinal: isFinal, mayDelete: mayDelete, willDelete: willDelete, place: try HealthDatabase.latestChange(db))
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
        for row in rows where reach.apps.contains(try row.value(of: "app")) {
            guard try mayDelete(reader.type(row.value(of: "type")).identifier) else { continue }
            count += 1
            try note(uuid, type: row.value(of: "type"))
            let sample = try SampleLookup.sample(
                db, type: row.value(of: "type"), start: row.value(of: "start"), id: row.value(of: "sample"))
            try db.cachedStatement(sql: "DELETE FROM pushed_copy WHERE id = ?").execute(
                arguments: [try row.value(Int64.self, of: "id")])
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
            guard let pusher = try row.value(String?.self, of: "app"), reach.apps.contains(pusher),
                try mayDelete(reader.type(row.value(of: "type")).identifier),
                let sample = try SampleLookup.sample(
                    db, type: row.value(of: "type"), start: row.value(of: "start"), id: row.value(of: "id"))
            else { continue }
            count += 1
            try note(uuid, type: row.value(of: "type"))
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

    /// Notes that the record is deleted, so that a late copy of it does not bring the sample back.
    private func note(_ uuid: UUID, type: Int64) throws {
        if isFinal { try UnwantedRecords.noteDeletion(db, by: app, type: type, uuid) }
    }

    private mutating func delete(_ sample: RawSample) throws {
        let isImported = try PushReach.holder(of: sample, reader) == .imports
        if isImported, try returnToPusher(sample) { return }
        let copies = try PushedCopy.all(db, of: sample.id).filter { !isImported || !reach.apps.contains($0.app) }
        let content = isImported || !copies.isEmpty ? try SampleContent(sample, reader) : nil
        place += 1
        try willDelete(reader.type(sample.type).identifier, sample)
        try SampleDeletion.delete(sample, reader: reader, place: place)
        guard let content else { return }
        let number = isImported ? try PushedDeletion.add(db, content, app: app, now: now) : nil
        let deleted = Deleted(content: content, copies: copies, number: number)
        if copies.isEmpty { uncopied[sample.id] = deleted } else { others.append(deleted) }
    }

    /// Returns a sample of an import to another connection, if that connection pushed it before the import contained it.
    /// - Returns: Whether there is such a connection.
    private func returnToPusher(_ sample: RawSample) throws -> Bool {
        guard sample.ordinal < 0 else { return false }
        let pusher = try String.fetchOne(
            db.cachedStatement(sql: "SELECT app FROM sample_uuid WHERE id = ? AND app IS NOT NULL"),
            arguments: [sample.id])
        guard let pusher, !reach.apps.contains(pusher) else { return false }
        try db.cachedStatement(sql: "UPDATE sample_uuid SET imported = 0 WHERE id = ?").execute(arguments: [sample.id])
        return true
    }

    /// Adds the first copy of each deleted sample as a sample.
    private mutating func addCopies() throws {
        if others.isEmpty { return }
        let ingestion = try Ingestion(db)
        try addMembers(ingestion)
        // The present positions of samples by the former ones, and the relations to samples that are added later.
        var (positions, relations): ([Int64: Int64], [Int64: [SampleContent.Part]]) = ([:], [:])
        for deleted in others {
            guard let first = deleted.copies.first else { continue }
            var content = deleted.content
            for part in relations[content.sample.id] ?? [] { content.relate(part) }
            let added = try content.add(first, uuid: first.uuid ?? UUID(), to: ingestion) {
                try positions[$0] ?? SampleLookup.sample(reader, at: $0)?.id
            }
            positions[content.sample.id] = added.id
            for (position, part) in added.missing { relations[position, default: []].append(part) }
            for copy in deleted.copies.dropFirst() {
                try copy.insert(db, of: added.id, type: content.sample.type, start: content.sample.start)
            }
            if let number = deleted.number {
                try PushedDeletion.note(db, deleted.content, successor: added.id, of: number)
            }
        }
        try ingestion.finishAdding()
    }

    /// Adds the members of a deleted correlation to the copies if another connection has sent the correlation, too. A connection that sends
    /// no identifiers of members has no copies of them by itself.
    private mutating func addMembers(_ ingestion: Ingestion) throws {
        let memberships = (others + uncopied.values).flatMap(\.content.memberships)
        if memberships.isEmpty { return }
        let apps = Dictionary(
            others.map { ($0.content.sample.id, $0.copies.first?.app) }, uniquingKeysWith: { first, _ in first })
        for (correlation, member) in memberships.sorted(by: { $0.member < $1.member }) {
            guard let app = apps[correlation] ?? nil, var deleted = uncopied.removeValue(forKey: member) else {
                continue
            }
            let sample = deleted.content.sample
            let metadata =
                sample.ordinal < 0 ? sample.metadata : try ingestion.typedMetadata.number(of: sample.metadata)
            deleted.copies = [
                PushedCopy(
                    app: app, uuid: UUID(), end: sample.end, value: sample.value, text: sample.text,
                    provenance: sample.provenance, metadata: metadata, lag: sample.lag)
            ]
            others.append(deleted)
        }
    }
}
