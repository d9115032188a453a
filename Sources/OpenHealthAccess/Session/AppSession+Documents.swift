// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The documents of Nightscout's interface. An app reads those that it sent; samples that came otherwise become documents when they are read.
extension AppSession {
    /// Returns the samples of some documents, which are stored or in the request.
    package typealias DocumentReader = ([NightscoutDocument]) -> NightscoutReading

    /// Saves documents and their samples in one transaction. A document replaces its earlier version, with its samples.
    ///
    /// The permissions are those of a push; see ``ingest(_:)``. The values of types that the app may not save are left out of the documents.
    /// - Parameter read: Returns the samples of the documents, and of temporary basal rates that the documents end.
    /// - Returns: The documents with their identifiers, in their order, and the receipt of the push.
    /// - Throws: As ``ingest(_:)``.
    package func save(
        _ documents: [NightscoutDocument], read: DocumentReader
    ) throws -> (documents: [NightscoutDocument], receipt: PushedReceipt) {
        try write(as: .save) { db in
            var table = try documentTable(db)
            try table.removeDeletedParts()
            let refused = try NightscoutPart.allCases.filter { try !mayPush(db, $0.type.rawValue) }
            var changes = DocumentChanges()
            var saved: [NightscoutDocument] = []
            for document in documents {
                guard document.fault == nil else {
                    changes.refused.append(document)
                    saved.append(document)
                    continue
                }
                var kept = document.isValid ? document : document.deleted
                kept.remove(refused)
                let row = try table.save(kept)
                var full = document
                (full.name, full.identity) = (row.document.name, row.document.identity)
                changes.add(full, row.id, earlier: row.earlier)
                saved.append(full)
            }
            let (receipt, others) = try apply(db, &table, changes, read)
            if hasQuotas { try QuotaTable.count(db, samples: others, app: app.identifier, at: clock()) }
            for collection in Set(documents.map(\.collection)) { try table.trim(collection) }
            return (saved, receipt)
        }
    }

    /// Deletes documents that the app sent, and their samples, in one transaction.
    /// - Returns: The number of deleted documents.
    /// - Throws: As ``ingest(_:)``.
    package func deleteDocuments(
        in collection: NightscoutCollection, _ selection: NightscoutSelection, read: DocumentReader
    ) throws -> Int {
        try write(as: .delete) { db in
            var table = try documentTable(db)
            var found: [NightscoutTable.Entry] = []
            try forEachDocument(table, in: collection, selection) { entry in
                found.append(entry)
                return true
            }
            if found.isEmpty { return 0 }
            var changes = DocumentChanges()
            for entry in found {
                let deleted = entry.document.deleted
                try table.write(deleted, at: entry.id)
                changes.add(deleted, entry.id, earlier: entry.document)
            }
            _ = try apply(db, &table, changes, read)
            return found.count
        }
    }

    func documentTable(_ db: Database) throws -> NightscoutTable {
        try NightscoutTable(db, app: checkMayPush(db), identifier: app.identifier, now: clock())
    }

    /// Stores the samples of changed documents, and of the temporary basal rates that they end or no longer end.
    /// - Returns: The receipt of the push, and the number of documents without samples.
    private func apply(
        _ db: Database, _ table: inout NightscoutTable, _ changes: DocumentChanges, _ read: DocumentReader
    ) throws -> (receipt: PushedReceipt, others: Int) {
        var changes = changes
        for date in changes.temporaryBasals.sorted() {
            guard let before = try table.temporaryBasal(before: date) else { continue }
            changes.addUnchanged(before.document, before.id)
        }
        for index in changes.documents.indices where changes.documents[index].isTemporaryBasal {
            changes.documents[index].next = try table.temporaryBasal(after: changes.documents[index].date)
        }
        let reading = read(changes.documents + changes.refused)
        var push = reading.push
        let earlier = try changes.ids.map { try table.parts(of: $0) }
        let kept = Set(reading.parts.flatMap(\.values))
        push.deletions += earlier.flatMap(\.values).filter { !kept.contains($0) }
        let receipt = try ingest(db, push)
        for (id, parts) in zip(changes.ids, reading.parts) { try table.setParts(parts, of: id) }
        try table.noteChanges()
        return (receipt, reading.parts.count { $0.isEmpty })
    }

    // MARK: - Reading

    /// Returns documents in the order of their dates, as JSON in UTF-8: those that the app sent, and those of other samples that it can read.
    ///
    /// A value whose sample the person has deleted, or whose type the app may not read, is left out; a document that consists of such
    /// values is left out as a whole.
    /// - Parameters:
    ///   - limit: The maximum number of documents.
    ///   - types: The types of samples that become documents.
    ///   - render: Returns the answer for a document that the app sent, with the time of its last change.
    ///   - make: Returns the document of a sample.
    package func documents(
        in collection: NightscoutCollection, _ selection: NightscoutSelection, limit: Int, ascending: Bool = false,
        samples types: [HKQuantityTypeIdentifier],
        render: (NightscoutDocument, Int64) -> JSONValue = { document, _ in document.named },
        _ make: (HKQuantitySample) -> JSONValue?
    ) throws -> [[UInt8]] {
        try read(noting: \.notes) { db in
            var found = FoundDocuments(limit: limit, ascending: ascending)
            let number = try PermissionTable.number(db, app: app.identifier)
            let table = try number.map {
                try NightscoutTable(db, app: $0, identifier: app.identifier, now: clock())
            }
            if let table {
                try forEachDocument(table, in: collection, selection, ascending: ascending, visible: db) { entry in
                    found.addOwn(entry.document, render(entry.document, entry.modified))
                    return found.own.count < limit && found.ownBytes < FoundDocuments.maximumBytes
                }
            }
            if selection.includesSamples, selection.name == nil || found.own.isEmpty {
                try addSamples(db, &found, table, selection, types, make)
            }
            found.merge()
            return found
        }.answer
    }

    private func addSamples(
        _ db: Database, _ found: inout FoundDocuments, _ table: NightscoutTable?, _ selection: NightscoutSelection,
        _ types: [HKQuantityTypeIdentifier], _ make: (HKQuantitySample) -> JSONValue?
    ) throws {
        if types.isEmpty { return }
        let dates = selection.dates
        let predicate: PredicateNode =
            dates.lowerBound.isInfinite && dates.upperBound.isInfinite
            ? .constant(true)
            : .interval(PredicateInterval(from: dates.lowerBound, to: dates.upperBound, isStartStrict: true))
        let reader = try SampleReader(
            db, types.map { SampleQuery.Part(HKQuantityType($0), predicate) }, for: self)
        var (count, left) = (0, FoundDocuments.searchedSamples)
        try reader.forEachCandidate(newestFirst: !found.ascending) { sample, filter in
            left -= 1
            guard left > 0 else { return false }
            if try table?.containsSample(sample.id) == true { return true }
            guard let object = try filter.object(sample) as? HKQuantitySample, let json = make(object),
                selection.matches(json)
            else { return true }
            count += 1
            found.addSample(object, json)
            return count < found.limit && found.sampleBytes < FoundDocuments.maximumBytes
        }
    }

    /// Calls a closure with the selected documents of the app in the order of their dates, until it returns false.
    /// - Parameter db: The database if values that the app cannot see are left out; nil for whole documents.
    private func forEachDocument(
        _ table: NightscoutTable, in collection: NightscoutCollection, _ selection: NightscoutSelection,
        ascending: Bool = false, visible db: Database? = nil, _ body: (NightscoutTable.Entry) throws -> Bool
    ) throws {
        var access: [NightscoutPart: SampleAccess] = [:]
        func visible(_ entry: NightscoutTable.Entry) throws -> NightscoutTable.Entry? {
            guard let db else { return entry }
            var entry = entry
            let parts = try table.parts(of: entry.id)
            let hidden = try parts.filter { part, uuid in
                let known = try access[part] ?? self.access(db, HKQuantityType(part.type))
                access[part] = known
                let isReadable =
                    switch known {
                    case .all: true
                    case .own: false
                    case .since(let date): entry.document.date >= date.timeIntervalSince1970
                    }
                return try !isReadable || !table.isPresent(uuid)
            }
            if !parts.isEmpty, hidden.count == parts.count { return nil }
            entry.document.remove(hidden.keys)
            return entry
        }
        func consider(_ entry: NightscoutTable.Entry) throws -> Bool {
            guard let entry = try visible(entry), selection.matches(entry.document.json) else { return true }
            return try body(entry)
        }
        if let name = selection.name {
            if let entry = try table.entry(name, in: collection), entry.document.isValid { _ = try consider(entry) }
        } else {
            try table.forEach(in: collection, dates: selection.dates, ascending: ascending, consider)
        }
    }
}

/// The documents that a request changes.
private struct DocumentChanges {
    private(set) var ids: [Int64] = []
    private var places: [Int64: Int] = [:]
    var documents: [NightscoutDocument] = []
    /// The documents that cannot be kept.
    var refused: [NightscoutDocument] = []
    /// The dates at which temporary basal rates start or have started.
    private(set) var temporaryBasals: Set<Double> = []

    /// Adds a document, which replaces its earlier version in the same request.
    mutating func add(_ document: NightscoutDocument, _ id: Int64, earlier: NightscoutDocument?) {
        for version in [document, earlier].compactMap({ $0 }) where version.isTemporaryBasal {
            temporaryBasals.insert(version.date)
        }
        if let index = places[id] {
            documents[index] = document
        } else {
            append(document, id)
        }
    }

    /// Adds a stored document whose samples depend on a changed one.
    mutating func addUnchanged(_ document: NightscoutDocument, _ id: Int64) {
        if places[id] == nil { append(document, id) }
    }

    private mutating func append(_ document: NightscoutDocument, _ id: Int64) {
        places[id] = ids.count
        ids.append(id)
        documents.append(document)
    }
}

/// The documents of an answer.
private struct FoundDocuments {
    /// The maximum number of samples that are searched for an answer.
    static let searchedSamples = 100_000
    /// The number of bytes of an answer. An answer that reaches it ends with the document that does. It is greater than that of other pages,
    /// because clients have no cursors and ask for the readings of months at once.
    static let maximumBytes = 16 << 20

    /// A document as it is answered, with the types of its values.
    struct Document {
        var date: Double
        var bytes: [UInt8]
        var types: [HKQuantityType]
    }

    let limit: Int
    let ascending: Bool
    private(set) var own: [Document] = []
    /// The numbers of bytes of the documents of both kinds and of the answer.
    private(set) var (ownBytes, sampleBytes, answerBytes) = (0, 0, 0)
    private var samples: [Document] = []
    private(set) var answer: [[UInt8]] = []
    /// The notes for the access log.
    private(set) var notes: [AccessNote] = []

    init(limit: Int, ascending: Bool) {
        self.limit = limit
        self.ascending = ascending
    }

    mutating func addOwn(_ document: NightscoutDocument, _ answer: JSONValue) {
        var types: [HKQuantityType] = []
        if document.collection.hasSamples, case .object(let entries) = document.json {
            let keys = Set(entries.map(\.key))
            types = NightscoutPart.allCases.filter { !$0.keys.isDisjoint(with: keys) }.map { HKQuantityType($0.type) }
        }
        own.append(Document(date: document.date, bytes: answer.bytes, types: types))
        ownBytes += own.last?.bytes.count ?? 0
    }

    mutating func addSample(_ sample: HKQuantitySample, _ answer: JSONValue) {
        samples.append(
            Document(
                date: sample.startDate.timeIntervalSince1970, bytes: answer.bytes, types: [sample.quantityType]))
        sampleBytes += samples.last?.bytes.count ?? 0
    }

    /// Determines the answer: the first documents of both kinds in the order of their dates.
    mutating func merge() {
        var (first, second) = (own[...], samples[...])
        while answer.count < limit, answerBytes < Self.maximumBytes {
            guard let left = first.first else {
                guard let document = second.popFirst() else { return }
                take(document)
                continue
            }
            if let right = second.first, ascending ? right.date < left.date : right.date > left.date {
                take(second.removeFirst())
            } else {
                take(first.removeFirst())
            }
        }
    }

    private mutating func take(_ document: Document) {
        answer.append(document.bytes)
        answerBytes += document.bytes.count
        for type in document.types {
            if let index = notes.firstIndex(where: { $0.type == type.identifier }) {
                notes[index].add(count: 1, dates: document.date...document.date)
            } else {
                notes.append(AccessNote(type, count: 1, dates: document.date...document.date))
            }
        }
    }
}
