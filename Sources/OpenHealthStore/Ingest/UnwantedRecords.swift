// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The pushed records whose samples the person deleted. Phones send the same days again and again, so a push that repeats such a record does
/// not add it again; with other content it is another record.
///
/// The table also has the records of HealthKit that a connection deleted itself. HealthKit gives no other object the UUID of a deleted one, so a
/// record with it is a late copy, whatever its content is.
enum UnwantedRecords {
    /// The name under which the samples of imports are noted. Only the phone of the imports sends them again.
    static let imports = ""
    /// The beginning of the names under which the files are stored that the person gives to the tool.
    static let files = "file."
    /// The beginning of the names under which the records are noted that a connection deleted itself.
    private static let deletions = "deleted by "

    /// Returns the name under which the records are noted that a connection deleted itself.
    static func deletions(by app: String) -> String { deletions + app }

    /// Returns the names of the deleted records that a push can repeat. A connection can repeat those of its phone, and the phone of
    /// the imports those of imports and files, too. A file that the person gives to the tool can repeat all.
    static func names(_ db: Database, app: String, _ reach: PushReach) throws -> [String] {
        let isFile = app.hasPrefix(files)
        guard isFile || reach.includesImports else { return reach.phone.sorted() }
        // One step in the index for each name.
        let noted = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    WITH RECURSIVE name (app) AS (
                        SELECT min(app) FROM unwanted_record
                        UNION ALL SELECT (SELECT min(app) FROM unwanted_record AS r WHERE r.app > name.app) FROM name
                        WHERE name.app IS NOT NULL)
                    SELECT app FROM name WHERE app IS NOT NULL
                    """))
        let phone = reach.phone
        return noted.filter {
            !$0.hasPrefix(deletions)
                && (isFile || phone.contains($0) || $0 == imports || $0.hasPrefix(files))
        }
    }

    /// Notes that a connection deletes a record of HealthKit.
    static func noteDeletion(_ db: Database, by app: String, type: Int64, _ uuid: UUID) throws {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO unwanted_record (app, type, identity) VALUES (?, ?, ?)"
        ).execute(arguments: [deletions(by: app), type, uuid.bytes])
    }

    /// Returns the names under which the connection, and other connections of its phone, have noted deleted records of a type.
    static func deleters(_ db: Database, _ reach: PushReach, type: Int64) throws -> [String] {
        try reach.phone.sorted().map(deletions).filter { name in
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM unwanted_record WHERE app = ? AND type = ?)"),
                arguments: [name, type]) ?? false
        }
    }

    /// Notes that the person deletes a sample.
    static func note(_ sample: RawSample, _ facts: SharedRows, _ reader: RecordReader) throws {
        let db = reader.db
        func add(_ app: String, _ identity: Data, _ content: Int64? = nil) throws {
            try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO unwanted_record (app, type, identity, content) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [app, sample.type, identity, content])
        }
        func identity(
            _ end: Double, _ value: Double, _ text: String?, _ provenance: Int64, start: Double? = nil
        ) throws -> Data {
            self.identity(
                start: start ?? sample.start, end: end, value: value, text: text.map(StoredRow.hash) ?? 0,
                source: try facts.identity(ofProvenance: provenance).source)
        }
        let named =
            sample.ordinal >= 0
            ? nil
            : try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT app, uuid, content FROM sample_uuid WHERE id = ? AND app IS NOT NULL"),
                arguments: [sample.id])
        if let named { try add(named.value(of: "app"), named.value(of: "uuid"), named.value(of: "content")) }
        switch try PushReach.holder(of: sample, reader) {
        case .connection(let app):
            if named == nil {
                try add(app, identity(sample.end, sample.value, sample.text, sample.provenance))
            }
        case .imports where try hasPhoneOfImports(db):
            try add(imports, identity(sample.end, sample.value, sample.text, sample.provenance))
        case .imports, .app: break
        }
        // A reading of glucose ends when it starts, which can be up to a second before or after the sample.
        let isGlucose = try NearStarts.Kind(reader.type(sample.type).identifier) == .glucose
        for copy in try PushedCopy.all(db, of: sample.id) {
            try add(
                copy.app,
                copy.uuid?.bytes
                    ?? identity(
                        copy.end, copy.value, copy.text, copy.provenance, start: isGlucose ? copy.end : nil))
        }
    }

    /// Notes that the person deletes all samples of a type and source.
    static func noteAll(ofSource source: Int64, type: Int64, _ facts: SharedRows, _ reader: RecordReader) throws {
        let samples = try Row.fetchCursor(
            reader.db,
            sql: """
                SELECT start, id FROM sample
                WHERE type = ?1 AND provenance IN (SELECT id FROM provenance WHERE source = ?2) AND (
                    ?3 OR provenance IN (SELECT id FROM provenance WHERE source = ?2 AND app IS NOT NULL)
                    OR id IN (SELECT id FROM sample_uuid WHERE type = ?1 AND app IS NOT NULL)
                    OR id IN (SELECT sample FROM pushed_copy WHERE type = ?1))
                ORDER BY start, id
                """, arguments: [type, source, try hasPhoneOfImports(reader.db)])
        while let row = try samples.next() {
            let sample = try SampleLookup.sample(
                reader.db, type: type, start: row.value(of: "start"), id: row.value(of: "id"))
            if let sample { try note(sample, facts, reader) }
        }
    }

    private static func hasPhoneOfImports(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM app WHERE pushes = ?)"),
            arguments: [PushPermission.connectionAndImports.rawValue]) ?? false
    }

    /// Returns whether the person deleted the sample of a record.
    /// - Parameters:
    ///   - app: The connection, or ``imports``.
    ///   - identity: The UUID of the record, or its ``identity(start:end:value:text:source:)``.
    ///   - content: The hash of the content of a record with a UUID; nil for others.
    static func contains(
        _ db: Database, app: String, type: Int64, _ identity: Data, content: Int64?
    ) throws -> Bool {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT content FROM unwanted_record WHERE app = ? AND type = ? AND identity = ?"),
            arguments: [app, type, identity])
        guard let row else { return false }
        let known: Int64? = try row.value(of: "content")
        return known == nil || content == nil || known == content
    }

    /// Returns the identity of a record without a UUID. Values are rounded, because imports and pushes write different numbers of digits.
    static func identity(start: Double, end: Double, value: Double, text: UInt64, source: ContentHash) -> Data {
        var hash = ContentHash.empty
        for word in [start.rounded(.down).bitPattern, end.rounded(.down).bitPattern, text, source.low, source.high] {
            hash.combine(word)
        }
        hash.combine(value.isNaN ? "" : String(format: "%.5g", value))
        return SharedRows.blob(hash)
    }
}

/// The records of a push that are left out because their samples were deleted.
final class LeftOutRecords {
    /// The UUIDs of HealthKit that the push deletes.
    let deleted: Set<UUID>
    /// The names of the deleted records that the push can repeat; nil before they were needed. See ``UnwantedRecords``.
    fileprivate var names: [String]?
    /// The names under which the connection has noted deleted records, by type. See ``UnwantedRecords/deleters(_:_:type:)``.
    fileprivate var deleters: [Int64: [String]] = [:]
    /// The number of records that were left out because the person deleted their samples.
    fileprivate(set) var unwanted = 0
    /// The number of records that were left out because the connection has deleted them.
    fileprivate(set) var late = 0

    init(deleted: Set<UUID> = []) { self.deleted = deleted }
}

extension Ingestion {
    /// Returns whether a record of a push is one whose sample the person deleted.
    /// - Parameters:
    ///   - type: The number of the type.
    ///   - identity: The identity of the record.
    func isUnwanted(_ wanted: StartGroup.Wanted, start: Double, type: Int64, _ identity: PushedIdentity) throws -> Bool
    {
        guard let push, !push.restoresDeleted else { return false }
        let names =
            try push.leftOut.names
            ?? UnwantedRecords.names(db, app: push.app, push.reach).filter { name in
                try Bool.fetchOne(
                    db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM unwanted_record WHERE app = ?)"),
                    arguments: [name]) ?? false
            }
        push.leftOut.names = names
        if names.isEmpty { return false }
        lazy var hash = UnwantedRecords.identity(
            start: start, end: wanted.end, value: wanted.value, text: wanted.text, source: wanted.identity.source)
        for name in names {
            let uuid = name == UnwantedRecords.imports ? nil : identity.uuid
            let isNoted = try UnwantedRecords.contains(
                db, app: name, type: type, uuid?.bytes ?? hash, content: uuid == nil ? nil : identity.content)
            guard isNoted else { continue }
            push.leftOut.unwanted += 1
            return true
        }
        return false
    }

    /// Returns whether a record of a push is a late copy of one that the connection has deleted, or another connection of its phone, or one
    /// that the push itself deletes.
    /// - Parameter type: The number of the type.
    func isDeleted(_ identity: PushedIdentity, type: Int64) throws -> Bool {
        guard let push, let uuid = identity.uuid else { return false }
        if push.leftOut.deleted.contains(uuid) {
            try UnwantedRecords.noteDeletion(db, by: push.app, type: type, uuid)
            push.leftOut.late += 1
            return true
        }
        if push.restoresDeleted { return false }
        let names: [String]
        if let known = push.leftOut.deleters[type] {
            names = known
        } else {
            names = try UnwantedRecords.deleters(db, push.reach, type: type)
            push.leftOut.deleters[type] = names
        }
        let isNoted = try names.contains {
            try UnwantedRecords.contains(db, app: $0, type: type, uuid.bytes, content: nil)
        }
        if isNoted { push.leftOut.late += 1 }
        return isNoted
    }
}
