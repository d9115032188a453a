// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// Large requests to Nightscout's interface, whose documents are read one after the other.
extension AppAccess {
    /// Calls a closure with each document of a request; it reads the request anew each time.
    package typealias DocumentSource = (_ body: (NightscoutDocument) throws -> Void) throws -> Void

    /// Saves the documents of a large request and their samples in one transaction, with the result of ``save(_:read:)``.
    ///
    /// The samples of new entries are read with them. Treatments, and further versions of documents, are read twice: they are stored first, and
    /// then their samples are, because the insulin of a temporary basal rate depends on the next one and on the stops of the pump. Of each
    /// document, only the number of its row is kept.
    /// - Parameters:
    ///   - collection: The collection of the documents.
    ///   - pages: The mapped bytes of the request; nil for bytes in memory.
    ///   - size: The number of samples from which a batch is complete.
    ///   - restoresDeleted: Whether a document that the app has deleted is restored by one with the same content.
    ///   - source: Reads the documents.
    ///   - reader: Returns a reader of samples that passes batches on.
    ///   - receive: A closure that receives each document with its identifier, in order, and the same as JSON in UTF-8 if it is known.
    /// - Throws: The errors of the closures, and as ``ingest(_:)``.
    package func save(
        in collection: NightscoutCollection, pages: MappedBytes? = nil, size: Int = PushSink.usualSize,
        restoresDeleted: Bool = false, _ source: @escaping DocumentSource,
        reader: (PushSink) -> any NightscoutSampleReader,
        receive: (NightscoutDocument, _ json: [UInt8]?) throws -> Void
    ) throws -> PushedReceipt {
        // The errors of the closures are no errors of the store.
        var unreadable: (any Error)?
        func each(_ body: (NightscoutDocument) throws -> Void) throws {
            var failure: (any Error)?
            do {
                try source { document in
                    do {
                        try body(document)
                    } catch {
                        failure = error
                        throw error
                    }
                }
            } catch {
                if failure == nil { unreadable = error }
                throw error
            }
        }
        do {
            return try write(as: .save, ingests: true) { db in
                let ingest = PushIngest(self, db, size: size)
                let work = StoreWork.current
                let sink = PushSink(size: size, pages: pages, checking: { try work?.check() }) { try ingest.take($0) }
                var samples = reader(sink)
                let saving = try DocumentSaving(self, db, in: collection, restoresDeleted: restoresDeleted)
                try each { document in
                    let saved = try saving.store(document) { samples.read($0) }
                    try sink.check()
                    do {
                        try receive(saved.document, saved.json)
                    } catch {
                        unreadable = error
                        throw error
                    }
                }
                saving.sortNumbers()
                if saving.hasUnread {
                    try saving.readChangedBasals { samples.read($0) }
                    try each { document in
                        try saving.read(document) { samples.read($0) }
                        try sink.check()
                    }
                }
                var last = samples.end()
                last.deletions += saving.deletions
                try ingest.take(last)
                let receipt = try ingest.finish(changed: saving.changed)
                try saving.finish()
                return receipt
            }
        } catch {
            throw unreadable ?? error
        }
    }
}

/// The documents of a large request that are being saved.
private final class DocumentSaving {
    /// The state of a stored document.
    private enum State: UInt8 {
        /// Its samples have been read.
        case read
        /// Its samples have not been read.
        case unread
        /// As ``unread``, and the document is new, with its usual identifier.
        case unreadNew
        /// Another sender has sent the same, so that the stored document was not changed.
        case repeated
    }

    private let access: AppAccess
    private let db: Database
    private let collection: NightscoutCollection
    private var table: NightscoutTable
    private let refused: [NightscoutPart]
    private let restoresDeleted: Bool
    /// The numbers of the rows of the stored documents, in their order.
    private var ids: [Int64] = []
    /// Their states.
    private var states: [State] = []
    /// Whether there are documents whose samples have not been read.
    private(set) var hasUnread = false
    /// The numbers of the documents with the state ``State/read``, in ascending order, once all are stored; empty if ``hasUnread`` is false.
    private var readIDs: [Int64] = []
    /// The numbers of all documents but repeated ones in ascending order, once all are stored.
    private var sorted: [Int64] = []
    /// The starts of samples that were read and then changed by a later version in the request, by their UUIDs; NaN for those that are no longer
    /// a part of the document.
    private(set) var changed: [UUID: Double] = [:]
    /// The indices in ``ids`` of the last versions of documents with several versions in the request, by number of the row.
    private var last: [Int64: Int] = [:]
    /// The dates at which temporary basal rates start or have started.
    private var temporaryBasals: Set<Double> = []
    /// The dates at which a pump stops or starts, or has done so in earlier versions.
    private var pumpEvents: Set<Double> = []
    /// The numbers of temporary basal rates that the request changes, but does not contain.
    private var changedBasals: Set<Int64> = []
    private var next = 0
    private var documentsWithoutSamples = 0
    /// The UUIDs of the samples that earlier versions of the documents had.
    private(set) var deletions: [UUID] = []

    init(
        _ access: AppAccess, _ db: Database, in collection: NightscoutCollection, restoresDeleted: Bool
    ) throws {
        self.access = access
        self.collection = collection
        self.restoresDeleted = restoresDeleted
        self.db = db
        table = try access.documentTable(db)
        refused = try NightscoutPart.allCases.filter { try !access.mayPush(db, $0.type.rawValue) }
        try table.removeDeletedParts()
    }

    /// Whether the samples of a new document depend on no other document, so that they are read when it is stored.
    private var readsNew: Bool { collection != .treatments }

    /// Stores a document.
    /// - Parameter read: Reads the samples of a document.
    /// - Returns: The document with its identifier, and the same as JSON in UTF-8 if it is known.
    func store(
        _ document: NightscoutDocument, _ read: (NightscoutDocument) -> [NightscoutPart: UUID]
    ) throws -> (document: NightscoutDocument, json: [UInt8]?) {
        guard document.fault == nil else {
            if readsNew { readRefused(document, read) } else { hasUnread = true }
            return (document, nil)
        }
        var kept = document.isValid ? document : document.deleted
        kept.remove(refused)
        let row = try table.save(kept, restoresDeleted: restoresDeleted)
        ids.append(row.id)
        var full = document
        (full.name, full.identity, full.isValid) = (row.document.name, row.document.identity, row.document.isValid)
        if row.isRepeated {
            states.append(.repeated)
        } else if readsNew, row.json != nil {
            states.append(.read)
            try readParts(of: full, row.id, isNew: true, read)
        } else {
            hasUnread = true
            let isNew = row.json != nil && full.name == document.name ?? NightscoutTable.usualName(for: document)
            states.append(isNew ? .unreadNew : .unread)
        }
        for version in [full, row.earlier].compactMap({ $0 }) {
            if version.isTemporaryBasal { temporaryBasals.insert(version.date) }
            if version.isPumpEvent { pumpEvents.insert(version.date) }
        }
        return (full, refused.isEmpty && document.isValid ? row.json : nil)
    }

    private func readRefused(
        _ document: NightscoutDocument, _ read: (NightscoutDocument) -> [NightscoutPart: UUID]
    ) {
        documentsWithoutSamples += 1
        _ = read(document)
    }

    /// Sorts the numbers of the documents, all of which have been stored.
    func sortNumbers() {
        sorted = zip(ids, states).filter { $0.1 != .repeated }.map(\.0)
        sorted.sort()
        // New documents have ascending numbers.
        if hasUnread { readIDs = zip(ids, states).filter { $0.1 == .read }.map(\.0) }
        let several = Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map { $0.0 })
        if several.isEmpty { return }
        for (index, id) in ids.enumerated() where several.contains(id) && states[index] != .repeated {
            last[id] = index
        }
    }

    /// Reads the samples of the stored temporary basal rates that the request changes: that it ends or no longer ends, or that a stopped pump does
    /// not deliver. All documents have been stored.
    func readChangedBasals(_ read: (NightscoutDocument) -> [NightscoutPart: UUID]) throws {
        for date in temporaryBasals.sorted() {
            guard let before = try table.temporaryBasal(before: date), !contains(before.id),
                changedBasals.insert(before.id).inserted
            else { continue }
            try readParts(of: before.document, before.id, read)
        }
        for date in pumpEvents.sorted() {
            for id in try table.temporaryBasals(changedAt: date) where !contains(id) {
                guard changedBasals.insert(id).inserted, let basal = try table.entry(at: id) else { continue }
                try readParts(of: basal.document, id, read)
            }
        }
    }

    private func contains(_ id: Int64) -> Bool { Self.contains(id, in: sorted) }

    /// Returns whether a number is one of some numbers in ascending order.
    private static func contains(_ id: Int64, in sorted: [Int64]) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == id
    }

    /// Reads the samples of the next document, unless they were read or the request has a later version of it.
    func read(_ document: NightscoutDocument, _ read: (NightscoutDocument) -> [NightscoutPart: UUID]) throws {
        guard document.fault == nil else {
            if !readsNew { readRefused(document, read) }
            return
        }
        let index = next
        next += 1
        let id = ids[index]
        if states[index] == .repeated || states[index] == .read { return }
        if let last = last[id], last != index { return }
        var full = document
        if states[index] == .unreadNew {
            full.name = document.name ?? NightscoutTable.usualName(for: document)
            return try readParts(of: full, id, isNew: true, read)
        }
        guard let stored = try table.facts(of: id) else {
            throw StoreError.inconsistent("a document that was stored is missing")
        }
        (full.name, full.identity, full.isValid) = stored
        try readParts(of: full, id, read)
    }

    private func readParts(
        of document: NightscoutDocument, _ id: Int64, isNew: Bool = false,
        _ read: (NightscoutDocument) -> [NightscoutPart: UUID]
    ) throws {
        let parts = read(try table.completed(document))
        let earlier = isNew ? [:] : try table.parts(of: id)
        if parts.isEmpty { documentsWithoutSamples += 1 }
        let kept = Set(parts.values)
        if !isNew, Self.contains(id, in: readIDs) {
            for uuid in earlier.values { changed[uuid] = kept.contains(uuid) ? document.date : .nan }
        } else {
            deletions += earlier.values.filter { !kept.contains($0) }
        }
        try table.expectParts(parts, insteadOf: earlier, of: id)
    }

    /// Records which samples are stored, and removes old documents.
    func finish() throws {
        for id in changedBasals { try table.removeAbsentParts(of: id...id) }
        var rest = sorted[...]
        while let first = rest.popFirst() {
            var last = first
            while let next = rest.first, next <= last + 1 {
                last = next
                rest.removeFirst()
            }
            try table.removeAbsentParts(of: first...last)
        }
        try table.noteChanges()
        if access.hasQuotas {
            try QuotaTable.count(
                db, samples: documentsWithoutSamples, app: access.app.identifier, at: access.clock())
        }
        try table.trim(collection)
    }
}
