// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The documents of Nightscout's interface. An app reads those that it sent; samples that came otherwise become documents when they are read.
extension AppAccess {
    /// Returns the samples of some documents, which are stored or in the request.
    package typealias DocumentReader = ([NightscoutDocument]) -> NightscoutReading

    /// Saves documents and their samples in one transaction. A document replaces its earlier version, with its samples.
    ///
    /// The permissions are those of a push; see ``ingest(_:)``. The values of types that the app may not save are left out of the documents.
    /// - Parameters:
    ///   - restoresDeleted: Whether a document that the app has deleted is restored by one with the same identifier and content. It can be a
    ///     late copy otherwise, and is left out.
    ///   - read: Returns the samples of the documents, and of temporary basal rates that the documents end.
    /// - Returns: The documents with their identifiers, in their order, and the receipt of the push.
    /// - Throws: As ``ingest(_:)``.
    package func save(
        _ documents: [NightscoutDocument], restoresDeleted: Bool = false, read: DocumentReader
    ) throws -> (documents: [NightscoutDocument], receipt: PushedReceipt) {
        try write(as: .save, ingests: true) { db in
            var table = try documentTable(db)
            try table.removeDeletedParts()
            let refused = try NightscoutPart.allCases.filter { try !mayPush(db, $0.type.rawValue) }
            var update = DocumentUpdate()
            var saved: [NightscoutDocument] = []
            for document in documents {
                guard document.fault == nil else {
                    update.refused.append(document)
                    saved.append(document)
                    continue
                }
                saved.append(
                    try Self.keep(
                        document, in: &table, without: refused, restoresDeleted: restoresDeleted, &update))
            }
            let (receipt, others) = try apply(db, &table, update, read)
            if hasQuotas { try QuotaTable.count(db, samples: others, app: app.identifier, at: clock()) }
            for collection in Set(documents.map(\.collection)) { try table.trim(collection) }
            return (saved, receipt)
        }
    }

    /// Stores a document without values of some types.
    /// - Returns: The whole document with its identifier.
    private static func keep(
        _ document: NightscoutDocument, in table: inout NightscoutTable, without refused: [NightscoutPart],
        restoresDeleted: Bool, _ update: inout DocumentUpdate
    ) throws -> NightscoutDocument {
        var kept = document.isValid ? document : document.deleted
        kept.remove(refused)
        let row = try table.save(kept, restoresDeleted: restoresDeleted)
        var full = document
        (full.name, full.identity, full.isValid) = (row.document.name, row.document.identity, row.document.isValid)
        if !row.isRepeated { update.add(full, row.id, earlier: row.earlier) }
        return full
    }

    /// The change of one document that a request asks for.
    package enum DocumentAction: Sendable {
        /// The document is stored, as a version of the one that was found.
        case save(NightscoutDocument)
        /// The samples of the document are deleted. Clients can still ask which document was deleted.
        case delete
        /// The document and its samples are deleted.
        case remove
        /// Nothing is changed.
        case nothing
    }

    /// Changes one document that the app sent, and its samples, in one transaction.
    ///
    /// The permissions are those of a push; see ``ingest(_:)``. The values of types that the app may not save are left out of the document.
    /// - Parameters:
    ///   - decide: Returns the stored document, if there is one, and what is changed.
    ///   - read: Returns the samples of the document, and of temporary basal rates that it ends.
    /// - Returns: The time of the change in milliseconds since 1970, and the receipt of the push; nil if nothing was changed.
    /// - Throws: As ``ingest(_:)``.
    package func changeDocument(
        in collection: NightscoutCollection, as operation: AppOperation,
        decide: (NightscoutTable) throws -> (found: NightscoutTable.Entry?, action: DocumentAction),
        read: DocumentReader
    ) throws -> (modified: Int64, receipt: PushedReceipt)? {
        try write(as: operation, ingests: true) { db in
            var table = try documentTable(db)
            try table.removeDeletedParts()
            let (found, action) = try decide(table)
            var update = DocumentUpdate()
            var removed: Int64?
            switch (action, found) {
            case (.nothing, _), (.delete, nil), (.remove, nil): return nil
            case (.save(var document), let found):
                document.name = found?.document.name ?? document.name
                let refused = try NightscoutPart.allCases.filter { try !mayPush(db, $0.type.rawValue) }
                // A client of version 3 can restore a document only in this way.
                _ = try Self.keep(document, in: &table, without: refused, restoresDeleted: true, &update)
            case (.delete, let found?), (.remove, let found?):
                var deleted = found.document
                deleted.isValid = false
                if case .object(let entries) = deleted.json {
                    deleted.json = .object(entries.filter { $0.key != "isValid" } + [("isValid", .bool(false))])
                }
                try table.write(deleted, at: found.id)
                update.add(deleted, found.id, earlier: found.document)
                if case .remove = action { removed = found.id }
            }
            let (receipt, others) = try apply(db, &table, update, read)
            if let removed {
                try table.remove(removed)
            } else if hasQuotas, operation == .save {
                try QuotaTable.count(db, samples: others, app: app.identifier, at: clock())
            }
            try table.trim(collection)
            return (table.lastChange ?? 0, receipt)
        }
    }

    /// Deletes documents that the app sent, and their samples, in one transaction.
    /// - Returns: The number of deleted documents.
    /// - Throws: As ``ingest(_:)``.
    package func deleteDocuments(
        in collection: NightscoutCollection, _ selection: NightscoutSelection, read: DocumentReader
    ) throws -> Int {
        try write(as: .delete, ingests: true) { db in
            var table = try documentTable(db)
            var found: [NightscoutTable.Entry] = []
            try forEachDocument(table, in: collection, selection) { entry, _ in
                found.append(entry)
                return true
            }
            if found.isEmpty { return 0 }
            var update = DocumentUpdate()
            for entry in found {
                let deleted = entry.document.deletedBySender
                try table.write(deleted, at: entry.id)
                update.add(deleted, entry.id, earlier: entry.document)
            }
            _ = try apply(db, &table, update, read)
            return found.count
        }
    }

    func documentTable(_ db: Database) throws -> NightscoutTable {
        try NightscoutTable(db, app: checkMayPush(db), identifier: app.identifier, now: clock())
    }

    /// Stores the samples of changed documents, and of the temporary basal rates that they change: that end or no longer end with them, or that
    /// a stopped pump does not deliver.
    /// - Returns: The receipt of the push, and the number of documents without samples.
    private func apply(
        _ db: Database, _ table: inout NightscoutTable, _ update: DocumentUpdate, _ read: DocumentReader
    ) throws -> (receipt: PushedReceipt, others: Int) {
        var update = update
        for date in update.temporaryBasals.sorted() {
            guard let before = try table.temporaryBasal(before: date) else { continue }
            update.addUnchanged(before.document, before.id)
        }
        for date in update.pumpEvents.sorted() {
            for id in try table.temporaryBasals(changedAt: date) where !update.contains(id) {
                if let basal = try table.entry(at: id) { update.addUnchanged(basal.document, id) }
            }
        }
        for index in update.documents.indices {
            update.documents[index] = try table.completed(update.documents[index])
        }
        let reading = read(update.documents + update.refused)
        var push = reading.push
        let earlier = try update.ids.map { try table.parts(of: $0) }
        let kept = Set(reading.parts.flatMap(\.values))
        push.deletions += earlier.flatMap(\.values).filter { !kept.contains($0) }
        let receipt = try ingest(db, push)
        for (id, parts) in zip(update.ids, reading.parts) { try table.setParts(parts, of: id) }
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
    ///   - render: Returns the response for a document that the app sent, with the time of its last change.
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
                let visible = visibleDocument(db, table)
                try forEachDocument(
                    table, in: collection, selection, ascending: ascending, visible: visible, render: render
                ) { entry, json in
                    found.addOwn(entry.document, json)
                    return found.own.count < limit && found.ownBytes < FoundDocuments.maximumBytes
                }
            }
            if selection.includesSamples, selection.name == nil || found.own.isEmpty {
                try addSamples(db, &found, table, selection, types, make)
            }
            found.merge()
            return found
        }.response
    }

    /// A document with an identifier.
    package enum FoundDocument: Sendable {
        /// The response for the document as JSON in UTF-8, and the time of its last change in milliseconds since 1970.
        case document([UInt8], modified: Int64)
        /// The document was deleted.
        case deleted
    }

    /// Returns the document with an identifier of version 3: one that the app sent, or of another sample that it can read; nil if there is none.
    /// - Parameters:
    ///   - types: The types of samples that become documents.
    ///   - render: Returns the response for a document that the app sent, with the time of its last change.
    ///   - make: Returns the document of a sample.
    package func document(
        _ identifier: String, in collection: NightscoutCollection, samples types: [HKQuantityTypeIdentifier],
        render: (NightscoutDocument, Int64) -> JSONValue, _ make: (HKQuantitySample) -> JSONValue?
    ) throws -> FoundDocument? {
        let (found, isDeleted) = try read(noting: { $0.found.notes }) {
            db -> (found: FoundDocuments, isDeleted: Bool) in
            var found = FoundDocuments(limit: 1, ascending: false)
            let number = try PermissionTable.number(db, app: app.identifier)
            let table = try number.map {
                try NightscoutTable(db, app: $0, identifier: app.identifier, now: clock())
            }
            if let table, let entry = try table.entry(identifier: identifier, in: collection) {
                if !entry.document.isValid { return (found: found, isDeleted: true) }
                if let entry = try visibleDocument(db, table)(entry) {
                    found.addOwn(entry.document, render(entry.document, entry.modified), modified: entry.modified)
                }
            } else {
                let selection = NightscoutSelection { $0["identifier"]?.string == identifier }
                try addSamples(db, &found, table, selection, types, make)
            }
            found.merge()
            return (found: found, isDeleted: false)
        }
        if isDeleted { return .deleted }
        return found.response.first.map { .document($0, modified: found.lastModified ?? 0) }
    }

    /// Returns documents that were changed after a time, in the order of their changes, as JSON in UTF-8: those that the app sent, also
    /// deleted ones, and those of other samples that it can read and that start later.
    /// - Parameters:
    ///   - modified: The time, in milliseconds since 1970.
    ///   - limit: The maximum number of documents.
    ///   - types: The types of samples that become documents.
    ///   - render: Returns the response for a document that the app sent, with the time of its last change.
    ///   - make: Returns the document of a sample.
    /// - Returns: The documents, and the time of the last of these changes; nil if there are none.
    package func changedDocuments(
        in collection: NightscoutCollection, after modified: Int64, limit: Int,
        samples types: [HKQuantityTypeIdentifier], render: (NightscoutDocument, Int64) -> JSONValue,
        _ make: (HKQuantitySample) -> JSONValue?
    ) throws -> (documents: [[UInt8]], modified: Int64?) {
        let found = try read(noting: \.notes) { db in
            var found = FoundDocuments(limit: limit, ascending: true)
            let number = try PermissionTable.number(db, app: app.identifier)
            let table = try number.map {
                try NightscoutTable(db, app: $0, identifier: app.identifier, now: clock())
            }
            if let table {
                let visible = visibleDocument(db, table)
                try table.forEachChange(in: collection, after: modified) { entry in
                    guard let entry = try visible(entry) else { return true }
                    found.addOwn(entry.document, render(entry.document, entry.modified), modified: entry.modified)
                    return found.own.count < limit && found.ownBytes < FoundDocuments.maximumBytes
                }
            }
            let start = Double(modified) / 1000
            let selection = NightscoutSelection(dates: start...(.infinity)) { json in
                json["srvModified"]?.double.map { $0 > Double(modified) } ?? false
            }
            try addSamples(db, &found, table, selection, types, make)
            found.merge()
            return found
        }
        return (found.response, found.lastModified)
    }

    /// Returns the time of the last change of the app's documents of a collection, or of the newest other sample that it can read, in
    /// milliseconds since 1970; nil if there are none.
    /// - Parameters:
    ///   - types: The types of samples that become documents.
    ///   - make: Returns the document of a sample.
    package func lastModified(
        _ collection: NightscoutCollection, samples types: [HKQuantityTypeIdentifier],
        _ make: (HKQuantitySample) -> JSONValue?
    ) throws -> Int64? {
        let (own, found) = try read(noting: { $0.found.notes }) { db -> (own: Int64?, found: FoundDocuments) in
            var found = FoundDocuments(limit: 1, ascending: false)
            let number = try PermissionTable.number(db, app: app.identifier)
            let table = try number.map {
                try NightscoutTable(db, app: $0, identifier: app.identifier, now: clock())
            }
            let own = try table?.lastModified(collection)
            found.bound = own.map { Double($0) / 1000 }
            try addSamples(db, &found, table, NightscoutSelection(), types, make)
            found.merge()
            return (own: own, found: found)
        }
        return [own, found.lastModified].compactMap { $0 }.max()
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
        let bound = found.bound
        try reader.forEachCandidate(newestFirst: !found.ascending) { sample, filter in
            left -= 1
            guard left > 0 else { return false }
            if let bound, found.ascending ? sample.start > bound : sample.start < bound { return false }
            if try table?.containsSample(sample.id) == true { return true }
            guard let object = try filter.object(sample) as? HKQuantitySample, let json = make(object),
                selection.matches(json)
            else { return true }
            count += 1
            found.addSample(object, json)
            return count < found.limit && found.sampleBytes < FoundDocuments.maximumBytes
        }
    }

    /// Calls a closure with the selected documents of the app and their responses, in the order of their dates, until it returns false.
    /// - Parameters:
    ///   - visible: Returns the part of a document that the app can see; nil if it sees nothing of it.
    ///   - render: Returns the response for a document, which the conditions are about.
    private func forEachDocument(
        _ table: NightscoutTable, in collection: NightscoutCollection, _ selection: NightscoutSelection,
        ascending: Bool = false,
        visible: (NightscoutTable.Entry) throws -> NightscoutTable.Entry? = { $0 },
        render: (NightscoutDocument, Int64) -> JSONValue = { document, _ in document.named },
        _ body: (NightscoutTable.Entry, JSONValue) throws -> Bool
    ) throws {
        func consider(_ entry: NightscoutTable.Entry) throws -> Bool {
            guard let entry = try visible(entry) else { return true }
            let json = render(entry.document, entry.modified)
            guard selection.matches(json) else { return true }
            return try body(entry, json)
        }
        if let name = selection.name {
            // The name is the value of `_id`, or an identifier of the sender.
            let entry = try table.entry(name, in: collection) ?? table.entry(identifier: name, in: collection)
            if let entry, entry.document.isValid { _ = try consider(entry) }
        } else {
            try table.forEach(in: collection, dates: selection.dates, ascending: ascending, consider)
        }
    }

    /// Returns a closure that returns a document without the values that the app cannot see; nil if it sees nothing of it.
    private func visibleDocument(
        _ db: Database, _ table: NightscoutTable
    ) -> (NightscoutTable.Entry) throws -> NightscoutTable.Entry? {
        var known: [NightscoutPart: SampleAccess] = [:]
        func isReadable(_ part: NightscoutPart, _ date: Double) throws -> Bool {
            let access = try known[part] ?? self.access(db, HKQuantityType(part.type))
            known[part] = access
            return switch access {
            case .all: true
            case .own: false
            case .since(let start): date >= start.timeIntervalSince1970
            }
        }
        return { entry in
            var entry = entry
            let date = entry.document.date
            guard entry.document.isValid else {
                // Its samples are deleted, but not what the app stated.
                if entry.document.collection.hasSamples {
                    entry.document.remove(try NightscoutPart.allCases.filter { try !isReadable($0, date) })
                }
                return entry
            }
            let parts = try table.parts(of: entry.id)
            let hidden = try parts.filter { part, uuid in try !isReadable(part, date) || !table.isPresent(uuid) }
            if !parts.isEmpty, hidden.count == parts.count { return nil }
            let left = parts.keys.filter { hidden[$0] == nil }
            entry.document.remove(NightscoutPart.withoutValue(hidden.keys, left: left))
            return entry
        }
    }
}

/// The documents that a request adds or changes.
private struct DocumentUpdate {
    private(set) var ids: [Int64] = []
    private var places: [Int64: Int] = [:]
    var documents: [NightscoutDocument] = []
    /// The documents that cannot be kept.
    var refused: [NightscoutDocument] = []
    /// The dates at which temporary basal rates start or have started.
    private(set) var temporaryBasals: Set<Double> = []
    /// The dates at which a pump stops or starts, or has done so in earlier versions.
    private(set) var pumpEvents: Set<Double> = []

    /// Adds a document, which replaces its earlier version in the same request.
    mutating func add(_ document: NightscoutDocument, _ id: Int64, earlier: NightscoutDocument?) {
        for version in [document, earlier].compactMap({ $0 }) {
            if version.isTemporaryBasal { temporaryBasals.insert(version.date) }
            if version.isPumpEvent { pumpEvents.insert(version.date) }
        }
        if let index = places[id] {
            documents[index] = document
        } else {
            append(document, id)
        }
    }

    /// Returns whether the document with a number is among them.
    func contains(_ id: Int64) -> Bool { places[id] != nil }

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

/// The documents of a response.
private struct FoundDocuments {
    /// The maximum number of samples that are searched for a response.
    static let searchedSamples = 100_000
    /// The number of bytes of a response. A response that reaches it ends with the document that does. It is greater than that of other pages,
    /// because clients have no cursors and ask for the readings of months at once.
    static let maximumBytes = 16 << 20

    /// A document as it is answered, with the types of its values.
    struct Document {
        var date: Double
        var bytes: [UInt8]
        var types: [HKQuantityType]
        /// The place in the order of the response: the date, or the time of the change.
        var order: Double
        /// The time of the last change, in milliseconds since 1970, if the response is in this order.
        var modified: Int64?
    }

    let limit: Int
    let ascending: Bool
    /// The place in the order of the response beyond which samples are not needed; nil if all can be.
    var bound: Double?
    private(set) var own: [Document] = []
    /// The numbers of bytes of the documents of both kinds and of the response.
    private(set) var (ownBytes, sampleBytes, responseBytes) = (0, 0, 0)
    private var samples: [Document] = []
    private(set) var response: [[UInt8]] = []
    /// The time of the last change of a document of the response, in milliseconds since 1970.
    private(set) var lastModified: Int64?
    /// The notes for the access log.
    private(set) var notes: [AccessNote] = []

    init(limit: Int, ascending: Bool) {
        self.limit = limit
        self.ascending = ascending
    }

    mutating func addOwn(_ document: NightscoutDocument, _ response: JSONValue, modified: Int64? = nil) {
        var types: [HKQuantityType] = []
        if document.collection.hasSamples, case .object(let entries) = document.json {
            let keys = Set(entries.map(\.key))
            let parts = NightscoutPart.allCases.filter { !$0.keys.isDisjoint(with: keys) }
            for type in parts.map({ HKQuantityType($0.type) }) where !types.contains(type) { types.append(type) }
        }
        own.append(
            Document(
                date: document.date, bytes: response.bytes, types: types,
                order: modified.map { Double($0) / 1000 } ?? document.date, modified: modified))
        ownBytes += own.last?.bytes.count ?? 0
        if own.count >= limit || ownBytes >= Self.maximumBytes { bound = own.last?.order }
    }

    mutating func addSample(_ sample: HKQuantitySample, _ response: JSONValue) {
        let date = sample.startDate.timeIntervalSince1970
        samples.append(
            Document(
                date: date, bytes: response.bytes, types: [sample.quantityType], order: date,
                modified: Int64(exactly: (date * 1000).rounded())))
        sampleBytes += samples.last?.bytes.count ?? 0
    }

    /// Determines the response: the first documents of both kinds in the order of their dates.
    mutating func merge() {
        var (first, second) = (own[...], samples[...])
        while response.count < limit, responseBytes < Self.maximumBytes {
            guard let left = first.first else {
                guard let document = second.popFirst() else { return }
                take(document)
                continue
            }
            if let right = second.first, ascending ? right.order < left.order : right.order > left.order {
                take(second.removeFirst())
            } else {
                take(first.removeFirst())
            }
        }
    }

    private mutating func take(_ document: Document) {
        response.append(document.bytes)
        responseBytes += document.bytes.count
        lastModified = [lastModified, document.modified].compactMap { $0 }.max()
        for type in document.types {
            if let index = notes.firstIndex(where: { $0.type == type.identifier }) {
                notes[index].add(count: 1, dates: document.date...document.date)
            } else {
                notes.append(AccessNote(type, count: 1, dates: document.date...document.date))
            }
        }
    }
}
