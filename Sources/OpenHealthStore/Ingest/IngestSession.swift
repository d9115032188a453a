// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// One import on its way into the store: takes batches inside one transaction, and ends with a receipt.
///
/// Each record is looked for before it is added. That costs a lookup only where it can be there: the store
/// knows the latest start of each type from before the import, and the import knows the latest start that it has
/// added of each type and source; a record after both is new. Where lookups are needed, they are made for a whole
/// stretch of a batch at once.
final class IngestSession {
    let db: Database
    let facts: SharedFacts
    var receipt = ImportReceipt()
    var insert: SampleInsert
    let reader: StoredRowReader

    /// The first place in the order of changes that this import may use.
    let firstID: Int64
    /// The next free place.
    var nextID: Int64
    /// The samples from before the import that a record of this import has been found to be.
    var matched = SampleSet()
    /// The samples that a nested record has been found to be.
    var linked: Set<Int64> = []

    /// What the import knows of a type of its input.
    struct TypeState {
        var identifier: String
        var number: Int64
        var hash: ContentHash
        /// The kind of a type whose samples are more than plain records; nil for other types.
        var otherKind: HealthTypeDescription.Kind?
        /// The latest start of the type from before the import; minus infinity where there was none.
        var latestBefore: Double
        var read = 0
        var added = 0
    }
    private(set) var types: [TypeState] = []
    private var typeIndices: [String: Int] = [:]
    /// The indices in ``types`` of the types of the input, by the reader's numbers.
    private var typesOfInput: [Int] = []

    /// What the import knows of a provenance of its input.
    struct ProvenanceState {
        var number: Int64
        var identity: SharedFacts.Identity
    }
    var provenances: [ProvenanceState] = []

    /// The numbers of metadata by their index in the input; the first has index `metadataBase`.
    private var metadata: [Int64] = []
    private var metadataBase: Int32 = 0

    /// The latest start that this import has added, by type and identity.
    private var latestAdded: [UInt64: Double] = [:]

    /// The names of the sources of the input.
    var sourceNames: Set<String> = []
    /// The earliest start and the latest end of the input's records.
    var range: (start: Double, end: Double) = (.infinity, -.infinity)

    var runs: ChangeRuns
    /// How long samples last, for queries of what overlaps a range.
    var extents = TypeExtents()
    /// Which sources each type has, for their order.
    var sources = TypeSources()
    var details: DetailInserts
    var pendingMembers: [PendingMember] = []
    /// The routes whose points stand in a file that is still to come. Several routes can name one file.
    var routesOfFile: [String: [(id: Int64, isNew: Bool)]] = [:]
    var clinicalRecords = ClinicalRecordIndex()
    /// The samples of items by type and start date.
    var items = ItemGroups()
    /// The units of the records that were read.
    var units = UnitCounts()
    /// Values and dates that are hardly meant.
    var remarks = ValueRemarks()
    /// What else than samples has changed.
    var topics: Set<ChangeRange.Topic> = []

    init(_ db: Database, limits: FactLimits = FactLimits()) throws {
        self.db = db
        facts = try SharedFacts(db, limits: limits)
        insert = try SampleInsert(db)
        reader = try StoredRowReader(db)
        let last = try Int64.fetchOne(db, sql: "SELECT value FROM counter WHERE name = 'change'") ?? 0
        firstID = last + 1
        nextID = last + 1
        runs = try ChangeRuns(db)
        details = try DetailInserts(db)
    }

    /// Takes a batch.
    func take(_ batch: SampleBatch) throws {
        for identifier in batch.newTypes { typesOfInput.append(try typeIndex(identifier)) }
        for provenance in batch.newProvenances {
            let number = try facts.provenance(provenance)
            sourceNames.insert(provenance.sourceName)
            provenances.append(ProvenanceState(number: number, identity: try facts.identity(ofProvenance: number)))
        }
        if batch.oldestMetadata > metadataBase {
            metadata.removeFirst(min(metadata.count, Int(batch.oldestMetadata - metadataBase)))
            metadataBase = batch.oldestMetadata
        }
        for pairs in batch.newMetadata { metadata.append(try facts.metadata(pairs) ?? -1) }
        for case .characteristics(let pairs) in batch.items { remarks.take(pairs) }
        try takeRows(batch)
        for item in batch.items { try take(item, texts: batch.texts) }
        receipt.diagnostics += batch.diagnostics
        receipt.take(batch.tally)
    }

    /// Adds a diagnostic for a problem of the input that is found only when it is stored.
    func diagnose(_ diagnostic: ImportDiagnostic) {
        receipt.add(diagnostic)
    }

    /// The index in ``types`` of a type that the input names.
    func typeIndex(_ identifier: String) throws -> Int {
        if let known = typeIndices[identifier] { return known }
        let number = try facts.type(identifier)
        let latest = try Double.fetchOne(
            db.cachedStatement(sql: "SELECT max(start) FROM sample WHERE type = ?"), arguments: [number])
        var hash = ContentHash.empty
        hash.combine(identifier)
        types.append(
            TypeState(
                identifier: identifier, number: number, hash: hash,
                otherKind: HealthTypes.otherKind(identifier, than: HealthTypes.plainKinds),
                latestBefore: latest ?? -.infinity))
        typeIndices[identifier] = types.count - 1
        return types.count - 1
    }

    /// The samples of a type that start at a moment, those of this import included.
    func samples(type: Int64, at start: Double) throws -> [StoredRow] {
        try insert.flush()
        return try reader.rows(type: type, from: start, to: start) ?? []
    }

    /// The index in ``types`` of the type of a row.
    func typeIndex(of row: SampleRow) -> Int { typesOfInput[Int(row.type)] }

    /// Counts a nested record that is no copy of one at the top level.
    func countNested(at index: Int, added: Bool) {
        types[index].read += 1
        if added { types[index].added += 1 }
    }

    func metadataNumber(_ index: Int32) -> Int64 { index < 0 ? -1 : metadata[Int(index - metadataBase)] }

    // MARK: Records

    private func takeRows(_ batch: SampleBatch) throws {
        guard !batch.rows.isEmpty else { return }
        items.removeAll()
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
                try takeRun(rows, order[from..<to], type: index, texts: batch.texts, beats: beatsOfRow)
                units.add(rows, order[from..<to], type: types[index].identifier)
                remarks.add(rows, order[from..<to], type: types[index].identifier)
                from = to
            }
        }
        try runs.flush()
    }

    /// The positions of the rows, by type and start. Inputs are mostly in this order already.
    private static func order(_ rows: [SampleRow]) -> [Int32] {
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

    @inline(__always)
    private func latestKey(_ type: Int, _ identity: Int32) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: type)) << 32 | UInt64(UInt32(bitPattern: identity))
    }

    /// Takes the rows of one type, in order of their start.
    private func takeRun(
        _ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, type: Int, texts: [String],
        beats: [Int32: [Beat]]
    ) throws {
        var state = types[type]
        try state.checkPlain()
        let starts = lookups(rows, order, state: state, type: type)
        if !starts.isEmpty { try insert.flush() }
        var candidates = try Candidates(reader, type: state.number, starts: starts)
        // The samples that this run has added at the current start date, until the first lookup there.
        var recent: [StoredRow] = []
        var group: StartGroup?
        var currentStart = Double.nan
        var lastKey: UInt64 = .max
        var lastLatest = -Double.infinity
        for position in order {
            let row = rows[Int(position)]
            let provenance = provenances[Int(row.provenance)]
            let metadata = metadataNumber(row.metadata)
            state.read += 1
            if row.start < range.start { range.start = row.start }
            if row.end > range.end { range.end = row.end }
            var ordinal: Int64 = 0
            let key = latestKey(type, provenance.identity.number)
            if key != lastKey {
                if lastKey != .max { latestAdded[lastKey] = lastLatest }
                lastKey = key
                lastLatest = latestAdded[key] ?? -.infinity
            }
            if currentStart != row.start {
                currentStart = row.start
                group = nil
                if !recent.isEmpty { recent.removeAll(keepingCapacity: true) }
            }
            let text = row.text >= 0 ? texts[Int(row.text)] : nil
            if row.start <= state.latestBefore || row.start <= lastLatest {
                if group == nil { group = try StartGroup(candidates.rows(at: row.start) + recent, facts) }
                switch try match(row, text, provenance, metadata, &group) {
                case .present: continue
                case .new(let found): ordinal = found
                }
            }
            let id = nextID
            nextID += 1
            let inserted = StoredSampleRow(
                type: state.number, start: row.start, end: row.end, value: row.value,
                provenance: provenance.number, metadata: metadata, created: row.created, ordinal: ordinal)
            try insert.run(inserted, id: id, text: text)
            try runs.add(id: id, type: state.number, start: row.start)
            extents.note(type: state.number, start: row.start, end: row.end)
            sources.note(
                type: state.number, source: provenance.identity.sourceNumber, start: row.start, end: row.end, place: id)
            state.added += 1
            lastLatest = max(lastLatest, row.start)
            let added = StoredRow(
                id: id, start: row.start, end: row.end, value: row.value, text: text.map(StoredRow.hash) ?? 0,
                provenance: provenance.number, metadata: metadata, ordinal: ordinal)
            if group == nil { recent.append(added) } else { try group?.add(added, facts) }
            if !beats.isEmpty, let list = beats[position] { try details.addBeats(id, list) }
        }
        if lastKey != .max { latestAdded[lastKey] = lastLatest }
        types[type] = state
    }

    /// The starts that have to be looked up, in order.
    private func lookups(
        _ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>, state: TypeState, type: Int
    ) -> [Double] {
        var starts: [Double] = []
        for position in order {
            let row = rows[Int(position)]
            if row.start <= state.latestBefore {
                starts.append(row.start)
            } else {
                let identity = provenances[Int(row.provenance)].identity.number
                if row.start <= latestAdded[latestKey(type, identity)] ?? -.infinity { starts.append(row.start) }
            }
        }
        return starts
    }

    /// What became of a record that was looked up.
    enum Match {
        /// It is in the store already.
        case present
        /// It is new; the ordinal tells it from its equals.
        case new(ordinal: Int64)
    }

    /// Looks for a record among the samples that start when it does.
    private func match(
        _ row: SampleRow, _ text: String?, _ provenance: ProvenanceState, _ metadata: Int64, _ group: inout StartGroup?
    ) throws -> Match {
        let found = try group?.best(
            wanted(row, text, provenance, metadata), for: .record, facts,
            allowed: { $0 < self.firstID && !self.matched.contains($0) }, isSame: { try sameText($0, row, text) })
        if let found {
            matched.insert(found)
            return .present
        }
        return .new(
            ordinal: try group?.nextOrdinal(
                end: row.end, value: row.value, source: provenance.identity.source, facts) ?? 0)
    }

    /// Returns the search criteria for a record.
    func wanted(
        _ row: SampleRow, _ text: String?, _ provenance: ProvenanceState, _ metadata: Int64
    ) -> StartGroup.Wanted {
        StartGroup.Wanted(
            end: row.end, value: row.value, text: text.map(StoredRow.hash) ?? 0, identity: provenance.identity,
            metadata: metadata)
    }

    /// Whether the text that a stored sample has for a value, or its lack of one, is that of a record.
    func sameText(_ id: Int64, _ row: SampleRow, _ text: String?) throws -> Bool {
        try insert.flush()
        let stored = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM sample WHERE type = ? AND start = ? AND id = ?"),
            arguments: [types[typeIndex(of: row)].number, row.start, id])
        return (stored?[0] as String?) == text
    }
}
