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
    var receipt = ImportReceipt()
    var insert: SampleInsert
    let reader: StoredRowReader
    /// The origins and metadata of stored samples.
    let records: RecordReader

    /// The first position in the order of changes that this import can use.
    var firstID: Int64
    /// The next free position.
    var nextID: Int64
    /// The samples from before the import that a record of this import matches.
    var matched = SampleSet()
    /// The samples that a nested record matches.
    var linked: Set<Int64> = []

    /// The state of a type of the input.
    struct TypeState {
        var identifier: String
        var number: Int64
        var hash: ContentHash
        /// The kind of a type whose samples are more than plain records; nil for other types.
        var otherKind: HealthTypeDescription.Kind?
        /// The latest start date of the type from before the import; minus infinity if there was none.
        var latestBefore: Double
        /// The unit of stored values; nil for types without one.
        var canonical: HKUnit?
        var read = 0
        var added = 0
        /// The number of stored samples that were replaced by later versions.
        var replaced = 0
        /// The number of stored samples that are better informed now.
        var updated = 0
        /// Whether the values of the samples add up.
        var isCumulative: Bool
        /// Whether the samples are foods and drinks, or the nutrients of one.
        var isFood: Bool
        /// The kind of the episodes that the samples are; nil for other types.
        var episode: EpisodeKind?
        /// Whether samples of other parties that start in another second are compared.
        var nearKind: NearStarts.Kind
        /// The time of which a device has one reading; nil for types with several.
        var readingTime: ReadingTime?
    }
    var types: [TypeState] = []
    private var typeIndices: [String: Int] = [:]
    /// The indices in ``types`` of the types of the input, by the reader's numbers.
    private var typesOfInput: [Int] = []

    /// The state of a provenance of the input.
    struct ProvenanceState {
        var number: Int64
        var identity: SharedRows.Identity
    }
    var provenances: [ProvenanceState] = []

    /// The numbers of metadata by index in the input; the first has the index `metadataBase`.
    private var metadata: [Int64] = []
    private var metadataBase: Int32 = 0

    private let latestStarts = LatestStarts()
    var large = LargeGroups()
    /// Whether the store had samples that lack facts before the import; see ``StartGroup/partial(_:canonical:_:isComplete:known:allowed:isSame:)``.
    let hasPartial: Bool
    /// Whether the store had samples of pushes before the import.
    let hasPushed: Bool
    /// The numbers of metadata with typed values by those of metadata in text.
    var typedMetadata: [Int64: Int64] = [:]
    /// The stored items that lacked facts and that the import completes.
    var completed: Set<Int64> = []
    /// The push that is being stored; nil for imports.
    var push: PushState?
    /// The import in parts; nil if the import has one transaction.
    let unfinished: UnfinishedImport?
    /// Whether a part is being stored.
    var isPart: Bool
    /// The records and items of parts that the last transaction stores.
    var postponed = Postponed()

    /// The names of the sources of the input.
    var sourceNames: Set<String> = []
    /// The earliest start date and the latest end date of the input's records.
    var range: (start: Double, end: Double) = (.infinity, -.infinity)
    /// The earliest start date and the latest end date of the input's workouts.
    var workoutRange: (start: Double, end: Double) = (.infinity, -.infinity)
    /// The earliest start date and the latest end date of the stored samples that are better informed now.
    var improved: (start: Double, end: Double) = (.infinity, -.infinity)

    var runs: ChangeRuns
    /// The durations of samples, for queries that match samples overlapping a range.
    var extents = TypeExtents()
    /// The sources of each type, for the order of the sources.
    var sources = TypeSources()
    var details: DetailInserts
    var pendingMembers: [PendingMember] = []
    /// The routes whose points are in a file that hasn't been read yet. Several routes can refer to one file.
    var routesOfFile: [String: [(id: Int64, isNew: Bool)]] = [:]
    var clinicalRecords = ClinicalRecordIndex()
    /// The samples of items by type and start date.
    var items = ItemGroups()
    /// The units of the input's records.
    var units = UnitCounts()
    /// Implausible values and dates.
    var remarks = ValueRemarks()
    /// The numbers of the input by those of the store, of the types and provenances of counts of days.
    var typesOfCounts: [Int64: Int32] = [:]
    var provenancesOfCounts: [Int64: Int32] = [:]
    /// Whether the input has files of devices, which contain readings repeatedly; see ``ReadingTime``.
    private(set) var hasRepeats = false
    /// The changed topics other than samples.
    var topics: Set<ChangeRange.Topic> = []

    /// Begins an import.
    /// - Parameter inParts: Whether the transaction is the first of several.
    /// - Throws: A ``StoreError``: `busy` if another import is unfinished.
    init(_ db: Database, limits: FactLimits = FactLimits(), inParts: Bool = false) throws {
        self.db = db
        facts = try SharedRows(db, limits: limits)
        hasPartial = try SharedRows.hasPartial(db)
        hasPushed =
            try hasPartial
            || Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM provenance WHERE app IS NOT NULL)") ?? false
        insert = try SampleInsert(db)
        reader = try StoredRowReader(db)
        records = RecordReader(db)
        let last = try StoredNumber.checked(
            Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'change'") ?? 0, of: "counter",
            "the position of the last change")
        if !inParts { try UnfinishedImport.refuse(db) }
        unfinished = try inParts ? UnfinishedImport(beginningIn: db, after: last) : nil
        isPart = inParts
        firstID = unfinished?.first ?? last + 1
        nextID = firstID
        runs = try ChangeRuns(db, keeps: inParts)
        details = try DetailInserts(db)
    }

    /// Stores a batch.
    func take(_ batch: SampleBatch) throws {
        try takeDictionaries(batch)
        hasRepeats = batch.hasRepeats
        let batch = removingFaults(from: batch)
        for case .characteristics(let pairs) in batch.items { remarks.take(pairs) }
        try takeRows(batch)
        try takeCounts(batch.counts)
        for item in batch.items where !postpone(item) { try take(item, texts: batch.texts) }
        receipt.diagnostics += batch.diagnostics
        receipt.take(batch.tally)
    }

    /// Adds the new entries of a batch to the dictionaries.
    func takeDictionaries(_ batch: SampleBatch) throws {
        for identifier in batch.newTypes { typesOfInput.append(try typeIndex(identifier)) }
        for var provenance in batch.newProvenances {
            if let push { provenance.missing = (provenance.missing ?? []).union(push.missing) }
            let number = try facts.provenance(provenance, app: push?.app)
            try facts.note(sourceName: provenance.sourceName, isNew: sourceNames.insert(provenance.sourceName).inserted)
            provenances.append(ProvenanceState(number: number, identity: try facts.identity(ofProvenance: number)))
        }
        if batch.oldestMetadata > metadataBase {
            metadata.removeFirst(min(metadata.count, Int(batch.oldestMetadata - metadataBase)))
            metadataBase = batch.oldestMetadata
        }
        for pairs in batch.newMetadata {
            remarks.add(pairs)
            metadata.append(try facts.metadata(pairs) ?? -1)
        }
    }

    /// Sets the numbers of the metadata that the next records and items refer to.
    /// - Parameter first: The index of the first one.
    func setMetadata(_ numbers: [Int64], first: Int32 = 0) {
        (metadata, metadataBase) = (numbers, first)
    }

    /// Adds a diagnostic for a problem of the input that is detected only when it is stored.
    func diagnose(_ diagnostic: ImportDiagnostic) {
        receipt.add(diagnostic)
    }

    /// Returns the index in ``types`` of a type of the input, adding it if necessary.
    func typeIndex(_ identifier: String) throws -> Int {
        if let known = typeIndices[identifier] { return known }
        let number = try facts.type(identifier)
        let latest = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(start) FROM sample WHERE type = ?"), arguments: [number])
        var hash = ContentHash.empty
        hash.combine(identifier)
        let quantity = HKObjectType.named(identifier) as? HKQuantityType
        types.append(
            TypeState(
                identifier: identifier, number: number, hash: hash,
                otherKind: HealthTypes.otherKind(identifier, than: HealthTypes.plainKinds),
                latestBefore: latest ?? -.infinity, canonical: quantity?.canonicalUnit,
                isCumulative: quantity?.aggregationStyle == .cumulative,
                isFood: HealthTypes.isFood(identifier)
                    || identifier == HKCorrelationTypeIdentifier.food.rawValue,
                episode: EpisodeKind(identifier),
                nearKind: NearStarts.Kind(identifier), readingTime: ReadingTime(identifier)))
        typeIndices[identifier] = types.count - 1
        return types.count - 1
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
        try insert.flush()
        return try reader.rows(type: type, from: start, to: StartSecond(start).last, limit: limit)
    }

    /// Records the time of the better-informed samples, whose workouts can be other efforts now.
    func noteEfforts() throws {
        if improved.start <= improved.end { try EffortTable.noteChange(db, from: improved.start, to: improved.end) }
    }

    /// Returns the index in ``types`` of the type of a row.
    func typeIndex(of row: SampleRow) -> Int { typesOfInput[Int(row.type)] }

    /// Returns the number in the store of a type of the input.
    func typeNumber(ofInput type: Int32) -> Int64 { types[typesOfInput[Int(type)]].number }

    /// Counts a nested record that isn't a copy of a record at the top level.
    func countNested(at index: Int, added: Bool) {
        types[index].read += 1
        if added { types[index].added += 1 }
    }

    private func metadataNumber(_ index: Int32) -> Int64 { index < 0 ? -1 : metadata[Int(index - metadataBase)] }

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
                let index = typesOfInput[Int(type)]
                var to = from + 1
                while to < order.count, rows[Int(order[to])].type == type { to += 1 }
                try takeRun(
                    rows, order[from..<to], type: index, texts: batch.texts, beats: beatsOfRow,
                    hasRepeats: batch.hasRepeats)
                if !again {
                    units.add(rows, order[from..<to], type: types[index].identifier)
                    remarks.add(rows, order[from..<to], type: types[index].identifier)
                }
                from = to
            }
        }
        try runs.flush()
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
        var (added, later) = (0, 0)
        for position in order {
            let record = self.record(rows[Int(position)], texts)
            if record.row.start < range.start { range.start = record.row.start }
            range.end = max(range.end, Self.knownEnd(record.row.start, record.row.end))
            var found = try matcher.find(
                record, allowed: { $0 < self.firstID && !self.matched.contains($0) },
                isSame: { try self.sameText($0, record) })
            if comparesNear, case .new = found, let near = try nearSample(record, type: type) { found = .partial(near) }
            var replaced: [StoredRow] = []
            if hasRepeats, case .new = found {
                switch try repeated(record, among: matcher.candidateRows, type: type) {
                case .none: break
                case .known: continue
                case .better(let rows): replaced = rows
                }
            }
            // The last part replaces samples, since others can see them.
            if try isPart && !replaced.isEmpty || postpones(found, matcher.candidateRows) {
                postponed.records.append(Postponed.Record(record, beats: beats[position] ?? []))
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
                if !replaced.isEmpty { added -= try removeReplaced(replaced, type: number) }
                let row = try add(record, type: number, ordinal: ordinal)
                try matcher.add(row)
                added += 1
                if !beats.isEmpty, let list = beats[position] { try details.addBeats(row.id, list) }
            }
        }
        matcher.finish()
        types[type].read += order.count - later
        types[type].added += added
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
            rows, order, provenances, type: type, latestBefore: latestBefore, latestStarts: latestStarts, large: large)
        if !starts.isEmpty { try insert.flush() }
        return RecordMatcher(
            facts, type: type, canonical: types[type].canonical, hasPartial: hasPartial, latestBefore: latestBefore,
            latestStarts: latestStarts, large: large,
            candidates: try Candidates(reader, type: types[type].number, starts: starts))
    }

    /// Returns a record of the input with the values of its indices.
    /// - Parameter texts: The strings of the batch.
    @inline(__always)
    func record(_ row: SampleRow, _ texts: [String]) -> IngestRecord {
        IngestRecord(
            row: row, text: row.text >= 0 ? texts[Int(row.text)] : nil, provenance: provenances[Int(row.provenance)],
            metadata: metadataNumber(row.metadata))
    }

    /// Returns whether a stored sample and a record have the same string as value, or both have none.
    func sameText(_ id: Int64, _ record: IngestRecord) throws -> Bool {
        try insert.flush()
        let stored = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM sample WHERE type = ? AND start = ? AND id = ?"),
            arguments: [types[typeIndex(of: record.row)].number, record.row.start, id])
        return (stored?[0] as String?) == record.text
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
        let id = try add(sample, text: record.text, source: record.provenance.identity.sourceNumber)
        return StoredRow(
            id: id, start: row.start, end: row.end, value: row.value, text: record.textHash,
            provenance: sample.provenance, metadata: sample.metadata, ordinal: ordinal)
    }

    /// Adds a sample, and updates the tables for queries.
    /// - Parameter source: The number of the source.
    /// - Returns: The position in the order of changes.
    @inline(__always)
    func add(_ sample: StoredSampleRow, text: String? = nil, source: Int64) throws -> Int64 {
        let id = nextID
        nextID += 1
        try insert.run(sample, id: id, text: text)
        try runs.add(id: id, type: sample.type, start: sample.start)
        extents.note(type: sample.type, start: sample.start, end: sample.end)
        sources.note(type: sample.type, source: source, start: sample.start, end: sample.end, place: id)
        return id
    }
}
