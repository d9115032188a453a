// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Deletes samples and their details in one transaction. The members of correlations, and the samples and routes of workouts,
    /// are kept. A push that repeats a record of a deleted sample does not add it again.
    /// - Throws: A ``StoreError``: `notFound` with the first UUID that doesn't exist, `invalidArgument` with the first UUID that
    ///   several samples have.
    public func delete(_ uuids: [UUID]) throws { try delete(uuids, of: nil) }

    /// Deletes samples as ``delete(_:)`` does.
    /// - Parameter party: The party whose samples are deleted; see ``SampleParty``. Nil if each UUID is that of one sample.
    package func delete(_ uuids: [UUID], of party: String?) throws {
        if uuids.isEmpty { return }
        try write { db in
            let reader = RecordReader(db)
            let facts = try SharedRows(db)
            var place = try Self.latestChange(db)
            var done: Set<UUID> = []
            for uuid in uuids where done.insert(uuid).inserted {
                // The samples of an unfinished import have later places.
                guard let sample = try SampleParty.sample(uuid, of: party, reader), sample.id <= place else {
                    throw StoreError(
                        .notFound,
                        message: "there is no sample with the UUID \(uuid)" + (party.map { " of \($0)" } ?? ""),
                        remedy: "list samples with `health samples TYPE`; nothing was deleted")
                }
                place += 1
                try UnwantedRecords.note(sample, facts, reader)
                try SampleDeletion.delete(sample, reader: reader, place: place)
            }
            try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
        }
        removeUnusedAttachments()
    }

    /// Removes the files of attachments whose sample has been deleted. If this fails, a later call removes them.
    package func removeUnusedAttachments() {
        let folder = AttachmentFolder(self)
        guard FileManager.default.fileExists(atPath: folder.url.path) else { return }
        try? write { db in folder.removeOthers(than: try AttachmentFolder.attachments(db)) }
    }
}

extension AttachmentFolder {
    /// Returns the attachments of the store.
    package static func attachments(_ db: Database) throws -> Set<UUID> {
        Set(try Data.fetchAll(db, sql: "SELECT uuid FROM attachment").compactMap(UUID.init(bytes:)))
    }
}

/// The party that a sample came from: the identifier of the app that saved it or of the connection that pushed it, or the name of its source
/// if an import contained it.
///
/// Two parties can have samples with the same UUID.
package enum SampleParty {
    /// Returns the sample with a UUID, or nil if there is no such sample.
    /// - Parameter party: The party; nil if the UUID is that of one sample.
    /// - Throws: A ``StoreError``: `invalidArgument` if there are several.
    package static func sample(_ uuid: UUID, of party: String?, _ reader: RecordReader) throws -> RawSample? {
        var found = try SampleLookup.all(uuid, reader)
        if let party { found = try found.filter { try name(of: $0, reader) == party } }
        guard found.count > 1 else { return found.first }
        // The error has no values.
        let candidates = try found.prefix(most).map { sample in
            let origin = try reader.origin(sample.provenance)
            let type = try reader.type(sample.type).identifier
            let start = Date(timeIntervalSince1970: sample.start).formatted(.iso8601)
            return "\(type) at \(start) from \(origin.name) (\(try name(of: sample, reader)))"
        }
        throw StoreError(
            .invalidArgument,
            message: "\(found.count) samples have the UUID \(uuid): " + candidates.joined(separator: ", "),
            remedy: "name the one in parentheses with --app")
    }

    /// The maximum number of samples in an error.
    private static let most = 10

    private static func name(of sample: RawSample, _ reader: RecordReader) throws -> String {
        let origin = try reader.origin(sample.provenance)
        return switch try PushReach.holder(of: sample, reader) {
        case .connection(let app): app
        case .app: origin.bundleIdentifier ?? origin.name
        case .imports: origin.name
        }
    }
}

extension HealthDatabase {
    /// Deletes the samples of a source and their details in one transaction. As with ``delete(_:)``, the members of correlations,
    /// and the samples and routes of workouts, are kept unless they are of the same source. The source keeps its number and its
    /// position in the source orders of types.
    /// - Parameters:
    ///   - source: The number of the source.
    ///   - types: The identifiers of the types; nil for all types.
    /// - Returns: The number of deleted samples.
    /// - Throws: A ``StoreError``: `notFound` if the source or a type doesn't exist.
    @discardableResult
    public func deleteSamples(ofSource source: Int64, types: [String]? = nil) throws -> Int {
        let count = try ingesting { try write { db in try Self.deleteSamples(db, ofSource: source, types) } }
        removeUnusedAttachments()
        checkpoint()
        return count
    }

    private static func deleteSamples(_ db: Database, ofSource source: Int64, _ types: [String]?) throws -> Int {
        try UnfinishedImport.refuse(db)
        try checkSource(db, source)
        let reader = RecordReader(db)
        var numbers = try Int64.fetchAll(
            db, sql: "SELECT type FROM type_source WHERE source = ? ORDER BY type", arguments: [source])
        if let types {
            let named = try Set(types.compactMap { try number(reader, ofDeletedType: $0) })
            numbers.removeAll { !named.contains($0) }
        }
        let facts = try SharedRows(db)
        let before = try latestChange(db)
        var place = before
        for number in numbers {
            try UnwantedRecords.noteAll(ofSource: source, type: number, facts, reader)
            place = try SampleDeletion.deleteAll(ofSource: source, type: number, reader: reader, after: place)
        }
        try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
        return Int(place - before)
    }

    private static func number(_ reader: RecordReader, ofDeletedType type: String) throws -> Int64? {
        if let number = try reader.number(ofType: type) { return number }
        guard HealthTypes.named(type) == nil else { return nil }
        throw StoreError(
            .notFound, message: "there is no type \(type)",
            remedy: "list the stored types with `health types`; nothing was deleted")
    }
}
