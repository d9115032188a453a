// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// An import into the store, which adds batches and ends with a receipt, in one transaction or in parts; see
/// ``HealthDatabase/IngestOptions/takesTurns``.
///
/// A ``RecordMatcher`` determines for each record whether the store already contains it; only new records are added.
final class Ingestion {
    let db: Database
    let facts: SharedRows
    let reader: StoredRowReader
    /// The origins and metadata of stored samples.
    let records: RecordReader
    let writer: SampleWriter
    let details: DetailInserts
    let typedMetadata: TypedMetadata

    let types: InputTypes
    let dictionary = InputDictionary()
    let receipt = ReceiptBuilder()

    /// The samples from before the import that a record of this import matches.
    let matched = SampleSet()
    /// The samples of this import that replaced others, and have their places in correlations and workouts.
    let successors = SampleSet()
    private let latestStarts = LatestStarts()
    let large = LargeGroups()
    /// The samples of items by type and start date.
    let items = ItemGroups()
    let clinicalRecords = ClinicalRecordIndex()
    let members = PendingMembers()
    let routeFiles = RouteFiles()
    let countedInput = CountedInput()
    let nights = AccountNights()

    /// Whether the store had samples that lack facts before the import; see ``StartGroup/partial(_:canonical:_:isComplete:known:allowed:isSame:)``.
    let hasPartial: Bool
    /// Whether the store had samples of pushes before the import.
    let hasPushed: Bool
    /// The push that is being stored; nil for imports.
    let push: PushState?
    /// The parts of an import in parts; nil if the import has one transaction.
    let parts: ImportParts?

    /// Begins an import or a push.
    /// - Parameter inParts: Whether the transaction is the first of several.
    /// - Throws: A ``StoreError``: `busy` if another import is unfinished.
    init(_ db: Database, limits: FactLimits = FactLimits(), inParts: Bool = false, push: PushState? = nil) throws {
        self.db = db
        self.push = push
        facts = try SharedRows(db, limits: limits)
        hasPartial = try SharedRows.hasPartial(db)
        hasPushed =
            try hasPartial
            || Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM provenance WHERE app IS NOT NULL)") ?? false
        reader = try StoredRowReader(db)
        records = RecordReader(db)
        types = InputTypes(db, facts)
        typedMetadata = TypedMetadata(facts, records)
        let last = try StoredNumber.checked(
            Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'change'") ?? 0, of: "counter",
            "the position of the last change")
        if !inParts { try UnfinishedImport.refuse(db) }
        parts = try inParts ? ImportParts(UnfinishedImport(beginningIn: db, after: last)) : nil
        writer = try SampleWriter(
            db, records, first: parts?.unfinished.first ?? last + 1, keepsRuns: inParts)
        details = try DetailInserts(db)
    }

    /// Returns whether a sample is from before the import, and no record of the import has matched it yet.
    @inline(__always)
    func isUnmatched(_ id: Int64) -> Bool { id < writer.firstID && !matched.contains(id) }

    /// Stores a batch.
    func take(_ batch: SampleBatch) throws {
        try takeDictionaries(batch)
        let batch = removingFaults(from: batch)
        for case .characteristics(let pairs) in batch.items { receipt.take(characteristics: pairs) }
        nights.note(batch)
        try takeRows(batch)
        try takeCounts(batch.counts)
        for item in batch.items where !postpone(item) { try take(item, texts: batch.texts) }
        for version in batch.versions where StoreLimits.fault(.workout(version), batch.texts) == nil {
            try takeVersion(version)
        }
        receipt.takeReading(of: batch)
    }

    /// Adds the new entries of a batch to the dictionaries.
    func takeDictionaries(_ batch: SampleBatch) throws {
        for identifier in batch.newTypes { try types.addNext(identifier) }
        for var provenance in batch.newProvenances {
            if let push { provenance.missing = (provenance.missing ?? []).union(push.missing) }
            let number = try facts.provenance(provenance, app: push?.app)
            try facts.note(sourceName: provenance.sourceName, isNew: receipt.note(source: provenance.sourceName))
            dictionary.add(InputProvenance(number: number, identity: try facts.identity(ofProvenance: number)))
        }
        dictionary.removeMetadata(before: batch.oldestMetadata)
        for pairs in batch.newMetadata {
            receipt.examine(pairs)
            dictionary.add(metadata: try facts.metadata(pairs) ?? -1)
        }
    }

    /// Returns the samples of a type that a record with a start can be, including those of this import; see ``StartSecond``.
    /// - Throws: A ``StoreError``: `tooManyFacts` if there are more than ``StartGroup/maximumForImport``.
    func samples(type: Int64, at start: Double) throws -> [StoredRow] {
        let limit = StartGroup.maximumForImport
        if let rows = try fewSamples(type: type, at: start, limit: limit) { return rows }
        try StartGroup.check(limit + 1, limit)
        return []
    }

    /// Returns the samples of a type that a record with a start can be, or nil if there are more than a limit.
    func fewSamples(type: Int64, at start: Double, limit: Int = StartGroup.maximumPartialLength) throws -> [StoredRow]?
    {
        try writer.flush()
        return try reader.rows(type: type, from: start, to: StartSecond(start).last, limit: limit)
    }

    // MARK: Records

    /// Stores the records of a batch.
    /// - Parameter again: Whether the records were postponed, and are counted already.
    func takeRows(_ batch: SampleBatch, again: Bool = false) throws {
        guard !batch.rows.isEmpty else { return }
        var beatsOfRow: [Int32: [Beat]] = [:]
        for list in batch.beats { beatsOfRow[list.row] = list.beats }
        let order = Self.order(batch.rows)
        try batch.rows.withUnsafeBufferPointer { rows in
            var from = 0
            while from < order.count {
                let type = rows[Int(order[from])].type
                let index = types.index(ofInput: type)
                var to = from + 1
                while to < order.count, rows[Int(order[to])].type == type { to += 1 }
                try takeRun(
                    rows, order[from..<to], type: index, texts: batch.texts, beats: beatsOfRow,
                    hasRepeats: batch.hasRepeats)
                if !again { receipt.examine(rows, order[from..<to], type: types[index].identifier) }
                from = to
            }
        }
        try writer.endRun()
    }

    /// Returns the indices of the rows sorted by type and start date. Inputs are usually in this order already.
    static func order(_ rows: [SampleRow]) -> [Int32] {
        var order = Array(Int32(0)..<Int32(rows.count))
        rows.withUnsafeBufferPointer { rows in
            var sorted = true
            for index in 1..<max(1, rows.count) {
                let (a, b) = (rows[index - 1], rows[index])
                if a.type > b.type || (a.type == b.type && a.start > b.start) {
                    sorted = false
                    break
                }
            }
            if sorted { return }
            order.sort { left, right in
                let (a, b) = (rows[Int(left)], rows[Int(right)])
                if a.type != b.type { return a.type < b.type }
                if a.start != b.start { return a.start < b.start }
                return left < right
            }
        }
        return order
    }

    /// Stores the rows of one type, in order of their start dates.
    private func takeRun(
        _ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: Int, texts: [String],
        beats: [Int32: [Beat]], hasRepeats: Bool
    ) throws {
        try types[type].checkPlain()
        let number = types[type].number
        items.removeAll(of: number)
        var matcher = try makeMatcher(rows, order, type: type)
        let comparesNear = hasPushed && types[type].nearKind != .none
        let isSleep = types[type].identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        var (added, later) = (0, 0)
        for position in order {
            let record = dictionary.record(rows[Int(position)], texts)
            receipt.noteRecord(record.row.start, record.row.end)
            var found = try matcher.find(
                record, allowed: { self.isUnmatched($0) }, isSame: { try self.sameText($0, record) })
            if comparesNear, case .new = found, let near = try nearSample(record, type: type) { found = .partial(near) }
            var replaced: [StoredRow] = []
            if hasRepeats, case .new = found {
                switch try repeated(record, among: matcher.candidateRows, type: type) {
                case .none: break
                case .known: continue
                case .better(let rows): replaced = rows
                }
            }
            if isSleep, case .new = found {
                switch try repeatedNight(record, type: number) {
                case .none: break
                case .known: continue
                case .better(let rows): replaced += rows
                }
            }
            // The replacement of stored samples changes what others can see, so the last transaction does it.
            if try parts?.isPart == true && !replaced.isEmpty || postpones(found, matcher.candidateRows) {
                parts?.postpone(record, beats: beats[position] ?? [], hasRepeats: hasRepeats)
                later += 1
                continue
            }
            switch found {
            case .present(let id):
                matched.insert(id)
                if hasPushed, matcher.candidateRows.count <= StartGroup.maximumPartialLength,
                    let stored = matcher.candidateRows.first(where: { $0.id == id })
                {
                    let holder = try holder(of: stored)
                    if case .connection = holder { try improve(stored, type: number, with: OtherCopy(record)) }
                    try absorb(record, matcher.candidateRows, type: type, into: stored, holder: holder)
                }
            case .partial(let stored):
                matched.insert(stored.id)
                let holder = try holder(of: stored)
                try improve(stored, type: number, with: OtherCopy(record))
                try absorb(record, matcher.candidateRows, type: type, into: stored, holder: holder)
            case .new(let ordinal):
                let former = try replaced.isEmpty ? nil : removeReplaced(replaced, type: number)
                let row = try add(record, type: number, ordinal: ordinal)
                if let former {
                    added -= former.own
                    try succeed(former, row, type: number)
                }
                try matcher.add(row)
                added += 1
                if !beats.isEmpty, let list = beats[position] { try details.addBeats(row.id, list) }
            }
        }
        matcher.finish()
        types.count(type, read: order.count - later, added: added)
    }

    private func absorb(
        _ record: IngestRecord, _ rows: [StoredRow], type: Int, into stored: StoredRow, holder: SampleHolder
    ) throws {
        try absorb(
            record.wanted, rows, type: types[type].number, canonical: types[type].canonical, into: stored,
            holder: holder)
    }

    /// Creates a matcher for the rows of one type, and reads the samples that can match them.
    private func makeMatcher(
        _ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: Int
    ) throws -> RecordMatcher {
        let latestBefore = types[type].latestBefore
        let starts = RecordMatcher.startsToSearch(
            rows, order, dictionary.provenances, type: type, latestBefore: latestBefore, latestStarts: latestStarts,
            large: large)
        if !starts.isEmpty { try writer.flush() }
        return RecordMatcher(
            facts, type: type, canonical: types[type].canonical, hasPartial: hasPartial, latestBefore: latestBefore,
            latestStarts: latestStarts, large: large,
            candidates: try Candidates(reader, type: types[type].number, starts: starts))
    }

    /// Returns whether a stored sample and a record have the same string as value, or both have none.
    func sameText(_ id: Int64, _ record: IngestRecord) throws -> Bool {
        try writer.flush()
        let stored = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM sample WHERE type = ? AND start = ? AND id = ?"),
            arguments: [types[types.index(of: record.row)].number, record.row.start, id])
        return stored == record.text
    }

    // MARK: Adding

    /// Adds a record as a sample.
    /// - Parameter type: The number of the type in the store.
    @inline(__always)
    func add(_ record: IngestRecord, type: Int64, ordinal: Int64) throws -> StoredRow {
        let row = record.row
        let sample = StoredSampleRow(
            type: type, start: row.start, end: row.end, value: row.value, provenance: record.provenance.number,
            metadata: record.metadata, created: row.created, ordinal: ordinal)
        let id = try writer.add(sample, text: record.text, source: record.provenance.identity.sourceNumber)
        return StoredRow(
            id: id, start: row.start, end: row.end, value: row.value, text: record.textHash,
            provenance: sample.provenance, metadata: sample.metadata, ordinal: ordinal)
    }

    // MARK: Ending

    /// Writes the added samples to the tables for queries, and advances the order of changes.
    func finishAdding() throws {
        try writer.finish()
        try facts.createViews()
    }

    /// Ends the import and stores its receipt.
    package func finish(file: String, started: Date, timeZone: String?) throws -> ImportReceipt {
        try takePostponed()
        try finishCounts()
        try takePendingMembers()
        try PushedCopy.noteImport(db, isContained: matched.contains)
        try finishAdding()
        try receipt.storeUnits(db) { self.dictionary.provenances[Int($0)].identity.unit }
        let receipt = self.receipt.finish(file: file, types: types.all)
        let info = receipt.export
        let json = String(decoding: try JSONEncoder.sortedKeys.encode(receipt), as: UTF8.self)
        // The clock can be set back during an import.
        let finished = max(started, Date())
        try db.execute(
            sql: """
                INSERT INTO import
                    (file, started, finished, export_date, locale, version, offset, time_zone, first, last, receipt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                file, started.timeIntervalSince1970, finished.timeIntervalSince1970, info.exportDate, info.locale,
                info.version, info.offset, timeZone, writer.firstID, writer.nextID - 1, json,
            ])
        if let timeZone {
            try db.execute(
                sql: """
                    INSERT INTO setting (name, value) VALUES ('time_zone', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """,
                arguments: [timeZone])
        }
        return receipt
    }
}
