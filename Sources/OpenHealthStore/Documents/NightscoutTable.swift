// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The documents that an app sent to Nightscout's interface.
package struct NightscoutTable {
    let db: Database
    let app: Int64
    /// The identifiers of the connection and of the earlier connections of its phone.
    private let connections: Set<String>
    /// The identifiers of all connections of its phone; see ``PushReach/phone``.
    private let phone: Set<String>
    private let now: Int64
    private var latest: Int64?
    /// The dates without documents in the collection that was saved to last.
    private var free: FreeDates?

    /// A stored document.
    package struct Entry: FetchableRecord {
        fileprivate enum Columns: String, SelectedColumns {
            case id, collection, name, identity, kind, date, valid, json, modified
        }

        /// The number of the row.
        package var id: Int64
        package var document: NightscoutDocument
        /// The time of the last change, in milliseconds since 1970.
        package var modified: Int64

        /// Creates an entry from a row.
        /// - Throws: A ``StoreError`` if the row is damaged.
        package init(row: Row) throws {
            guard let collection = NightscoutCollection(rawValue: try row.value(of: Columns.collection)),
                let json = JSONValue(try row.value(of: Columns.json))
            else { throw StoreError.inconsistent("a document of Nightscout is damaged") }
            id = try row.value(of: Columns.id)
            document = NightscoutDocument(
                collection, json, name: try row.value(of: Columns.name), identity: try row.value(of: Columns.identity),
                date: try row.value(of: Columns.date), kind: try row.value(of: Columns.kind),
                isValid: try row.value(Int.self, of: Columns.valid) != 0)
            modified = try row.value(of: Columns.modified)
        }
    }

    /// Creates a table of an app.
    /// - Parameters:
    ///   - app: The number of the app.
    ///   - identifier: The identifier of the app.
    package init(_ db: Database, app: Int64, identifier: String, now: Date) throws {
        self.db = db
        self.app = app
        let reach = try PushReach(db, app: identifier)
        (connections, phone) = (reach.apps, reach.phone)
        self.now = Int64(exactly: (now.timeIntervalSince1970 * 1000).rounded()) ?? 0
    }

    /// The time of the last change that this table has made, in milliseconds since 1970.
    package var lastChange: Int64? { latest }

    static let columns = Entry.Columns.selection

    // MARK: - Saving

    /// A document that was saved.
    package struct Saved {
        /// The number of the row.
        package var id: Int64
        /// The document with its identifier. A late copy is not valid.
        package var document: NightscoutDocument
        /// The earlier version; nil for a new document.
        package var earlier: NightscoutDocument?
        /// Whether another sender has sent the same, so that the stored document was not changed.
        package var isRepeated = false
        /// The content of a new document as JSON in UTF-8, as it is stored; nil for others.
        package var json: [UInt8]?
    }

    /// Saves a document, which replaces its earlier version: the one with its identifier, or with its identity.
    /// - Parameter restoresDeleted: Whether a document that its sender deleted is restored by one with the same content, which can be a late copy.
    package mutating func save(_ document: NightscoutDocument, restoresDeleted: Bool) throws -> Saved {
        var document = document
        let isFree = hasFreeDate(document)
        var known = try document.name.flatMap { try entry($0, in: document.collection) }
        if known == nil, !isFree { known = try entry(identifiedAs: document) }
        if let known {
            if !restoresDeleted, known.document.isDeleted(asCopy: document) {
                return Saved(id: known.id, document: known.document, earlier: known.document)
            }
            if isInstant(document), document.name == nil, isInstant(known.document),
                known.document.isRepeated(by: document)
            {
                return Saved(id: known.id, document: known.document, earlier: known.document, isRepeated: true)
            }
            if !document.isValid { document = document.deleted(after: known.document) }
            document.name = known.document.name
            if !known.document.identity.hasPrefix(NightscoutDocument.instantMark) {
                document.identity = known.document.identity
            }
            document = document.keepingVersion3(of: known.document)
            document.json = document.named
            try write(document, at: known.id)
            return Saved(id: known.id, document: document, earlier: known.document)
        }
        try noteDate(of: document, isFree: isFree)
        document.name = document.name ?? Self.usualName(for: document)
        let modified = try nextModification()
        var number = 0
        while true {
            document.json = document.named
            let json = document.json.bytes
            if let id = try insert(document, json, modified: modified) {
                return Saved(id: id, document: document, json: json)
            }
            number += 1
            document.name = Self.usualName(for: document, number)
        }
    }

    /// Inserts a document, and returns the number of its row; nil if another document has its identifier.
    private func insert(_ document: NightscoutDocument, _ json: [UInt8], modified: Int64) throws -> Int64? {
        let statement = try BoundStatement(
            db,
            sql: """
                INSERT INTO nightscout_document (app, collection, name, identity, kind, date, modified, valid, json)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (app, collection, name) DO NOTHING
                """)
        statement.bind(1, app)
        statement.bind(2, document.collection.rawValue)
        statement.bind(3, document.name ?? "")
        statement.bind(4, document.identity)
        statement.bind(5, document.kind)
        statement.bind(6, document.date)
        statement.bind(7, modified)
        statement.bind(8, Int64(document.isValid ? 1 : 0))
        statement.bind(9, json: json)
        try statement.run()
        return db.changesCount > 0 ? db.lastInsertedRowID : nil
    }

    // MARK: - Free dates

    /// Returns whether a document, whose identity contains no identifier, has a date at about which the collection certainly has no documents.
    private mutating func hasFreeDate(_ document: NightscoutDocument) -> Bool {
        if free?.collection != document.collection { free = FreeDates(document.collection) }
        return isInstant(document) && free?.contains(document.date) == true
    }

    /// Notes the date of a new document.
    /// - Parameter isFree: Whether it is known to be free.
    private mutating func noteDate(of document: NightscoutDocument, isFree: Bool) throws {
        guard !isFree, isInstant(document), free?.isUseful == true else {
            free?.add(document.date)
            return
        }
        func nearest(_ function: String, _ condition: String) throws -> Double? {
            try Double.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT \(function)(date) FROM nightscout_document
                        WHERE app = ? AND collection = ? AND date \(condition) ?
                        """), arguments: [app, document.collection.rawValue, document.date])
        }
        free?.start(
            at: document.date, after: try nearest("max", "<="), before: try nearest("min", ">="))
    }

    /// Returns the identifier that a document without one gets, unless another document of its collection has it.
    /// - Parameter number: The number of identifiers that other documents have.
    package static func usualName(for document: NightscoutDocument, _ number: Int = 0) -> String {
        NightscoutDocument.name(from: [document.collection.rawValue, document.identity, "\(number)"])
    }

    /// Replaces the content of a stored document.
    package mutating func write(_ document: NightscoutDocument, at id: Int64) throws {
        free?.add(document.date)
        let modified = try nextModification()
        try db.cachedStatement(
            sql: """
                UPDATE nightscout_document
                SET identity = ?, kind = ?, date = ?, modified = ?, valid = ?, json = ? WHERE id = ?
                """
        ).execute(
            arguments: [
                document.identity, document.kind, document.date, modified, document.isValid, document.named.text, id,
            ])
    }

    /// Returns a time that no document of the app has.
    private mutating func nextModification() throws -> Int64 {
        let last =
            try latest
            ?? Int64.fetchOne(
                db.cachedStatement(sql: "SELECT max(modified) FROM nightscout_document WHERE app = ?"),
                arguments: [app]) ?? 0
        let next = max(
            now, try StoredNumber.checked(last, of: "nightscout_document", "the date of a change") + 1)
        latest = next
        return next
    }

    /// Removes the oldest documents of a collection that are more than ``NightscoutCollection/keptDocuments``.
    package func trim(_ collection: NightscoutCollection) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM nightscout_document WHERE id IN (
                    SELECT id FROM nightscout_document WHERE app = ? AND collection = ?
                    ORDER BY date DESC LIMIT -1 OFFSET ?)
                """
        ).execute(arguments: [app, collection.rawValue, collection.keptDocuments])
    }

    // MARK: - Finding

    /// Returns the document with an identifier.
    package func entry(_ name: String, in collection: NightscoutCollection) throws -> Entry? {
        try Entry.fetchOne(
            db.cachedStatement(
                sql: "SELECT \(Self.columns) FROM nightscout_document WHERE app = ? AND collection = ? AND name = ?"),
            arguments: [app, collection.rawValue, name]
        )
    }

    /// Returns the document that one with another identifier, or without one, is a version of.
    private func entry(identifiedAs document: NightscoutDocument) throws -> Entry? {
        // A sensor has one reading at a time. Other documents of one time and type differ by their identifiers.
        guard isInstant(document) else { return try entry(identity: document.identity, in: document.collection) }
        if document.name != nil, document.collection != .entries { return nil }
        let known = try entry(ofInstant: document)
        if known != nil || document.name != nil { return known }
        // A treatment that a client of version 3 sent under an identifier.
        return try entries(at: document.date, kind: document.kind, in: document.collection).first {
            $0.document.isOfVersion3 && $0.document.hasSameValues(as: document)
        }
    }

    private func isInstant(_ document: NightscoutDocument) -> Bool {
        document.identity.hasPrefix(NightscoutDocument.instantMark)
    }

    /// Returns the document with the same identity, which contains no identifier. A document of the same sender comes first.
    private func entry(ofInstant document: NightscoutDocument) throws -> Entry? {
        let known = try Entry.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document WHERE app = ? AND collection = ? AND identity = ?
                    ORDER BY valid DESC, id DESC LIMIT ?
                    """),
            arguments: [app, document.collection.rawValue, document.identity, Self.comparedDocuments]
        )
        return known.first { $0.document.isValid && $0.document.sender == document.sender }
            ?? known.first { document.isVersion(of: $0.document) }
    }

    /// Returns the newest document with an identity.
    private func entry(identity: String, in collection: NightscoutCollection) throws -> Entry? {
        try Entry.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document WHERE app = ? AND collection = ? AND identity = ?
                    ORDER BY id DESC LIMIT 1
                    """),
            arguments: [app, collection.rawValue, identity]
        )
    }

    /// The maximum number of documents of one time and type that are compared.
    private static let comparedDocuments = 32

    /// Returns documents of a time and type, the newest first.
    private func entries(at date: Double, kind: String, in collection: NightscoutCollection) throws -> [Entry] {
        try Entry.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document
                    WHERE app = ? AND collection = ? AND kind = ? AND date BETWEEN ? AND ? AND valid ORDER BY id DESC LIMIT ?
                    """),
            arguments: [
                app, collection.rawValue, kind, date - 0.0005, date + 0.0005, Self.comparedDocuments,
            ]
        )
    }

    /// Returns the document with an identifier of version 3, the sender's or that of `_id`.
    package func entry(identifier: String, in collection: NightscoutCollection) throws -> Entry? {
        let known = try entry(identity: identifier, in: collection)
        if let known, known.document.identifier == identifier { return known }
        return try entry(identifier, in: collection) ?? known
    }

    /// Returns the document that a client of version 1 sent without an identifier, and a client of version 3 now sends with one.
    package func entry(withoutIdentifierLike document: NightscoutDocument) throws -> Entry? {
        if document.collection == .settings { return nil }
        return try entries(at: document.date, kind: document.kind, in: document.collection).first {
            document.canReplace($0.document)
        }
    }

    /// Calls a closure with the documents of a collection that were changed after a time, also deleted ones, in the order of their changes,
    /// until it returns false.
    package func forEachChange(
        in collection: NightscoutCollection, after modified: Int64, _ body: (Entry) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document INDEXED BY nightscout_document_modified
                    WHERE app = ? AND modified > ? AND collection = ? ORDER BY modified
                    """), arguments: [app, modified, collection.rawValue])
        while let row = try rows.next() {
            guard try body(Entry(row: row)) else { return }
        }
    }

    /// Returns the time of the last change of a collection, in milliseconds since 1970; nil if it is empty.
    package func lastModified(_ collection: NightscoutCollection) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT max(modified) FROM nightscout_document WHERE app = ? AND collection = ?"),
            arguments: [app, collection.rawValue])
    }

    /// Removes a document, of which no sample is left.
    package func remove(_ id: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM nightscout_document WHERE id = ?").execute(arguments: [id])
    }

    /// Calls a closure with the documents of a collection in the order of their dates, until it returns false.
    package func forEach(
        in collection: NightscoutCollection, dates: ClosedRange<Double>, ascending: Bool = false,
        _ body: (Entry) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM nightscout_document
                    WHERE app = ? AND collection = ? AND date BETWEEN ? AND ? AND valid
                    ORDER BY date \(ascending ? "ASC" : "DESC"), id \(ascending ? "ASC" : "DESC")
                    """),
            arguments: [
                app, collection.rawValue, max(dates.lowerBound, -1e15), min(dates.upperBound, 1e15),
            ])
        while let row = try rows.next() {
            guard try body(Entry(row: row)) else { return }
        }
    }

    // MARK: - Samples

    /// Returns the UUIDs of the samples of a document.
    package func parts(of id: Int64) throws -> [NightscoutPart: UUID] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT part, uuid FROM nightscout_part WHERE document = ?"), arguments: [id])
        var parts: [NightscoutPart: UUID] = [:]
        for row in rows { try Self.add(row, to: &parts) }
        return parts
    }

    private static func add(_ row: Row, to parts: inout [NightscoutPart: UUID]) throws {
        guard let part = NightscoutPart(rawValue: try row.value(of: "part")),
            let uuid = UUID(bytes: try row.value(of: "uuid"))
        else { return }
        parts[part] = uuid
    }

    /// Records the samples of a document that the store has, and removes the values of those that the person has deleted.
    package mutating func setParts(_ parts: [NightscoutPart: UUID], of id: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM nightscout_part WHERE document = ?").execute(arguments: [id])
        let absent = try parts.filter { try !isPresent($0.value) }
        for (part, uuid) in parts where absent[part] == nil {
            try db.cachedStatement(sql: "INSERT INTO nightscout_part (document, part, uuid) VALUES (?, ?, ?)")
                .execute(arguments: [id, part.rawValue, uuid.bytes])
        }
        try removeUnwanted(absent, of: id)
    }

    /// Records the samples of a document that are stored later, if they are others than before; see ``removeAbsentParts(of:)``.
    package func expectParts(
        _ parts: [NightscoutPart: UUID], insteadOf earlier: [NightscoutPart: UUID], of id: Int64
    ) throws {
        if parts == earlier { return }
        if !earlier.isEmpty {
            try db.cachedStatement(sql: "DELETE FROM nightscout_part WHERE document = ?").execute(arguments: [id])
        }
        if parts.isEmpty { return }
        let statement = try BoundStatement(
            db, sql: "INSERT INTO nightscout_part (document, part, uuid) VALUES (?, ?, ?)")
        for (part, uuid) in parts {
            statement.bind(1, id)
            statement.bind(2, part.rawValue)
            statement.bind(3, uuid)
            try statement.run()
        }
    }

    /// Removes the samples of documents that the store does not have, and the values of those that the person has deleted.
    /// - Parameter ids: The first and the last number of consecutive rows.
    package mutating func removeAbsentParts(of ids: ClosedRange<Int64>) throws {
        let apps = Array(connections)
        let marks = databaseQuestionMarks(count: apps.count)
        let absent = """
            FROM nightscout_part WHERE document BETWEEN ? AND ?
            AND NOT EXISTS (SELECT 1 FROM sample_uuid AS u WHERE u.uuid = nightscout_part.uuid AND u.app IN (\(marks)))
            AND NOT EXISTS (SELECT 1 FROM pushed_copy AS c WHERE c.uuid = nightscout_part.uuid AND c.app IN (\(marks)))
            """
        let range: StatementArguments = [ids.lowerBound, ids.upperBound]
        let arguments = range + StatementArguments(apps) + StatementArguments(apps)
        var parts: [Int64: [NightscoutPart: UUID]] = [:]
        if try hasUnwanted() {
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT document, part, uuid \(absent)"), arguments: arguments)
            for row in rows { try Self.add(row, to: &parts[row.value(of: "document"), default: [:]]) }
        }
        try db.cachedStatement(sql: "DELETE \(absent)").execute(arguments: arguments)
        for (id, parts) in parts.sorted(by: { $0.key < $1.key }) { try removeUnwanted(parts, of: id) }
    }

    /// Returns whether the person has deleted a sample of a connection of the phone.
    private func hasUnwanted() throws -> Bool {
        try phone.contains { connection in
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM unwanted_record WHERE app = ?)"),
                arguments: [connection]) ?? false
        }
    }

    /// Removes from a document the values of samples that a push has left out because the person has deleted them.
    /// - Parameter absent: The samples that the document states and the store does not have.
    private mutating func removeUnwanted(_ absent: [NightscoutPart: UUID], of id: Int64) throws {
        let unwanted = try absent.filter { part, uuid in
            guard let type = try RecordReader.typeNumber(db, of: part.type.rawValue) else { return false }
            return try phone.contains { connection in
                try UnwantedRecords.contains(db, app: connection, type: type, uuid.bytes, content: nil)
            }
        }
        if !unwanted.isEmpty { try removeValues(of: unwanted.keys, at: id) }
    }

    /// Removes the values of deleted samples from a document. A document without any other part is deleted.
    private mutating func removeValues(of removed: some Sequence<NightscoutPart>, at id: Int64) throws {
        guard var document = try entry(at: id)?.document else { return }
        let left = try parts(of: id)
        let gone = NightscoutPart.withoutValue(removed, left: left.keys)
        if gone.isEmpty { return }
        document.remove(gone)
        try write(left.isEmpty ? document.deleted : document, at: id)
    }

    /// Returns the identifier and the identity of a stored document, and whether it is valid.
    package func facts(of id: Int64) throws -> (name: String?, identity: String, isValid: Bool)? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT name, identity, valid FROM nightscout_document WHERE id = ?"),
            arguments: [id]
        ).map { (try $0.value(of: "name"), try $0.value(of: "identity"), try $0.value(Int.self, of: "valid") != 0) }
    }

    /// Returns whether the store has the sample with a UUID, or a copy of it, that the connection pushed.
    package func isPresent(_ uuid: UUID) throws -> Bool {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT app FROM sample_uuid WHERE uuid = ?1 AND app IS NOT NULL
                    UNION ALL SELECT app FROM pushed_copy WHERE uuid = ?1
                    """), arguments: [uuid.bytes]
        ).contains(where: connections.contains)
    }

    /// Returns whether a sample is a part of one of the app's documents.
    ///
    /// The order of the tables is stated, because SQLite would otherwise go through all documents of the app.
    /// - Parameter sample: The position of the sample in the order of changes.
    package func containsSample(_ sample: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM (
                        SELECT uuid FROM sample_uuid WHERE id = ?2 UNION ALL SELECT uuid FROM pushed_copy WHERE sample = ?2) AS u
                    CROSS JOIN nightscout_part AS p ON p.uuid = u.uuid
                    CROSS JOIN nightscout_document AS d ON d.id = p.document AND d.app = ?1 AND d.valid)
                    """), arguments: [app, sample]) ?? false
    }

    /// Removes from the documents what the person has deleted since ``noteChanges()`` was last called. A document without any other part
    /// is deleted.
    package mutating func removeDeletedParts() throws {
        let types = NightscoutPart.allCases.map { "'\($0.type.rawValue)'" }.joined(separator: ", ")
        let hasDeletions = try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM deletion
                    WHERE id > ifnull((SELECT place FROM nightscout_place WHERE app = ?), 0)
                    AND type IN (SELECT id FROM sample_type WHERE identifier IN (\(types))))
                    """), arguments: [app])
        guard hasDeletions == true else { return }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT p.document, p.part FROM nightscout_part AS p JOIN nightscout_document AS d ON d.id = p.document
                    WHERE d.app = ? AND NOT EXISTS (SELECT 1 FROM sample_uuid AS u WHERE u.uuid = p.uuid)
                    AND NOT EXISTS (SELECT 1 FROM pushed_copy AS c WHERE c.uuid = p.uuid)
                    """), arguments: [app])
        for row in rows {
            let (id, name): (Int64, String) = (try row.value(of: "document"), try row.value(of: "part"))
            try db.cachedStatement(sql: "DELETE FROM nightscout_part WHERE document = ? AND part = ?").execute(
                arguments: [id, name])
            if let part = NightscoutPart(rawValue: name) { try removeValues(of: [part], at: id) }
        }
    }

    /// Records the position in the order of changes up to which the documents agree with the samples.
    package func noteChanges() throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO nightscout_place (app, place) VALUES (?, ?)").execute(
            arguments: [app, HealthDatabase.latestChange(db)])
    }

    /// Returns the document with the number of its row.
    package func entry(at id: Int64) throws -> Entry? {
        try Entry.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM nightscout_document WHERE id = ?"), arguments: [id]
        )
    }
}
