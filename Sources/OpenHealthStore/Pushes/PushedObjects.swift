// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The storage of pushed samples that exports do not contain, such as states of mind and doses of medications.
///
/// An object with a known UUID and other content replaces the earlier one, as records do; see ``SampleRevision``. An object of another party
/// with the same UUID is another object.
struct PushedObjects {
    private let db: Database
    private let app: String
    private let now: Date
    private let reader: RecordReader
    private let reach: PushReach
    /// The names of the deleted records that the push can repeat; see ``UnwantedRecords``.
    private let unwantedNames: [String]
    private let restoresDeleted: Bool

    /// - Parameters:
    ///   - app: The identifier of the connection.
    ///   - restoresDeleted: Whether to save the objects that the person deleted.
    init(_ db: Database, app: String, now: Date, restoresDeleted: Bool) throws {
        self.db = db
        self.app = app
        self.now = now
        reader = RecordReader(db)
        reach = try PushReach(db, app: app)
        self.restoresDeleted = restoresDeleted
        unwantedNames = try restoresDeleted ? [] : UnwantedRecords.names(db, app: app, reach)
    }

    /// Saves the objects that the connection has not pushed before, or with other content. Of several versions in one push, the last counts.
    func save(_ objects: [PushedObject], _ receipt: inout PushedReceipt) throws {
        if objects.isEmpty { return }
        let last = Dictionary(objects.indices.map { (objects[$0].sample.uuid, $0) }) { $1 }
        var sessions: [ProvenanceData: [PushedObject]] = [:]
        var revisions: [UUID: SampleRevision] = [:]
        for (index, object) in objects.enumerated() {
            let uuid = object.sample.uuid
            var counts = PushedReceipt.Counts(known: 1)
            if last[uuid] == index {
                let stored = try own(uuid)
                if stored == nil {
                    if try isDeleted(object) {
                        receipt.late += 1
                    } else if try isUnwanted(object) {
                        receipt.unwanted += 1
                    } else {
                        counts = .init(added: 1)
                    }
                }
                if let stored, try isChanged(stored, object) {
                    revisions[uuid] = try remove(stored)
                    counts = .init(replaced: 1)
                }
                if counts.known == 0 {
                    var source = object.source
                    source.missing = source.missing ?? []
                    sessions[source, default: []].append(object)
                }
            }
            let type = object.sample.sampleType.identifier
            receipt.samples[type, default: .init()] = receipt.samples[type, default: .init()] + counts
        }
        for (source, objects) in sessions.sorted(by: { $0.key.sourceName < $1.key.sourceName }) {
            try save(objects, source, revisions)
        }
    }

    private func save(_ objects: [PushedObject], _ source: ProvenanceData, _ revisions: [UUID: SampleRevision]) throws {
        let first = try HealthDatabase.latestChange(db) + 1
        let session = try SaveTransaction(db, source: source, app: app, now: now, find: own)
        _ = try session.save(objects.map(\.sample))
        try session.finish()
        // The app can delete what it has pushed.
        try db.cachedStatement(sql: "UPDATE sample_uuid SET app = ? WHERE id >= ?").execute(arguments: [app, first])
        for object in objects {
            guard let sample = try own(object.sample.uuid) else { continue }
            try note(object.content, of: sample)
            let row = StoredRow(
                id: sample.id, start: sample.start, end: sample.end, value: sample.value,
                provenance: sample.provenance, metadata: sample.metadata, ordinal: sample.ordinal)
            try revisions[object.sample.uuid]?.note(db, newSample: row, type: sample.type, at: now)
        }
    }

    /// Returns the sample with a UUID that the connection pushed.
    private func own(_ uuid: UUID) throws -> RawSample? {
        try SampleLookup.all(uuid, reader).first { sample in
            try reach.isOwn(PushReach.holder(of: sample, reader))
        }
    }

    /// Returns whether an object differs from what the connection pushed. The content of samples that were stored before hashes were is unknown;
    /// they are taken as equal.
    private func isChanged(_ sample: RawSample, _ object: PushedObject) throws -> Bool {
        let content = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM sample_uuid WHERE id = ?"), arguments: [sample.id])
        if content == nil { try note(object.content, of: sample) }
        return content.map { $0 != object.content } ?? false
    }

    /// Returns whether the person deleted the sample of an object; see ``UnwantedRecords``.
    private func isUnwanted(_ object: PushedObject) throws -> Bool {
        guard let type = try reader.number(ofType: object.sample.sampleType.identifier) else { return false }
        return try unwantedNames.contains { app in
            try UnwantedRecords.contains(
                db, app: app, type: type, object.sample.uuid.bytes, content: object.content)
        }
    }

    /// Returns whether an object is a late copy of one that the connection has deleted.
    private func isDeleted(_ object: PushedObject) throws -> Bool {
        guard !restoresDeleted, let type = try reader.number(ofType: object.sample.sampleType.identifier) else {
            return false
        }
        return try UnwantedRecords.deleters(db, reach, type: type).contains { name in
            try UnwantedRecords.contains(db, app: name, type: type, object.sample.uuid.bytes, content: nil)
        }
    }

    private func note(_ content: Int64, of sample: RawSample) throws {
        try db.cachedStatement(sql: "UPDATE sample_uuid SET content = ? WHERE id = ?").execute(
            arguments: [content, sample.id])
    }

    private func remove(_ sample: RawSample) throws -> SampleRevision {
        var revision = SampleRevision(reason: .identifier)
        try revision.add(sample, db)
        let place = try HealthDatabase.latestChange(db) + 1
        try SampleDeletion.delete(sample, reader: reader, place: place)
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'change'").execute(arguments: [place])
        return revision
    }
}
