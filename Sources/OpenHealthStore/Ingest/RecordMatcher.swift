// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Determines which records of one type of a batch the store already contains.
///
/// A record is searched only if the store can contain it. Two dates decide that: the latest start date of the type from
/// before the import, and the latest one that the import has added for the type and identity. A record after both is new.
/// The samples at the dates that need a search are read at once. Records must be in order of their start dates.
struct RecordMatcher {
    private let facts: SharedRows
    private let latestStarts: LatestStarts
    private let large: LargeGroups
    /// The index of the type in the import.
    private let type: Int
    /// The unit of stored values; nil for types without one.
    private let canonical: HKUnit?
    /// Whether the store has samples that lack facts.
    private let hasPartial: Bool
    /// The latest start date of the type from before the import.
    private let latestBefore: Double
    private var candidates: Candidates

    /// The start date of the record searched last.
    private var start = Double.nan
    /// The samples added at ``start`` before the first search there.
    private var recent: [StoredRow] = []
    /// The samples at ``start``; nil before the first search there.
    private var group: StartGroup?

    /// The identity of the record searched last; nil before the first record.
    private var identity: Int32?
    /// The latest start date that the import has added for ``identity``; written to ``latestStarts`` when the identity changes.
    private var latestAdded = -Double.infinity

    /// Creates a matcher for the records of a type.
    /// - Parameters:
    ///   - type: The index of the type in the import.
    ///   - canonical: The unit of stored values; nil for types without one.
    ///   - hasPartial: Whether the store has samples that lack facts.
    ///   - latestBefore: The latest start date of the type from before the import.
    ///   - large: The samples at dates with many samples that previous batches have read.
    ///   - candidates: The stored samples at the dates of ``startsToSearch(_:_:_:type:latestBefore:latestStarts:large:)``.
    init(
        _ facts: SharedRows, type: Int, canonical: HKUnit?, hasPartial: Bool, latestBefore: Double,
        latestStarts: LatestStarts, large: LargeGroups, candidates: Candidates
    ) {
        self.facts = facts
        self.latestStarts = latestStarts
        self.large = large
        self.type = type
        self.canonical = canonical
        self.hasPartial = hasPartial
        self.latestBefore = latestBefore
        self.candidates = candidates
    }

    /// Returns the start dates at which samples have to be read, in order. A date can occur several times.
    /// - Parameters:
    ///   - order: The indices of the records among the rows, in order of their start dates.
    ///   - provenances: The provenances of the input.
    static func startsToSearch(
        _ rows: UnsafeBufferPointer<SampleRow>, _ order: ArraySlice<Int32>,
        _ provenances: [InputProvenance], type: Int, latestBefore: Double, latestStarts: LatestStarts,
        large: LargeGroups
    ) -> [Double] {
        var starts: [Double] = []
        for position in order {
            let row = rows[Int(position)]
            if large.contains(type, row.start) { continue }
            if row.start <= latestBefore {
                starts.append(row.start)
            } else if row.start <= latestStarts[type, provenances[Int(row.provenance)].identity.number] {
                starts.append(row.start)
            }
        }
        return starts
    }

    /// Returns the stored sample that matches a record, or the ordinal of a new sample. The caller then adds a new sample with
    /// ``add(_:)``.
    /// - Parameters:
    ///   - allowed: Returns whether a sample can match. After it has returned false for a sample, it must not return true for the
    ///     same sample.
    ///   - isSame: Returns whether a sample without a number has the same text.
    @inline(__always)
    mutating func find(
        _ record: IngestRecord, allowed: (Int64) -> Bool, isSame: (Int64) throws -> Bool
    ) throws -> Ingestion.Found {
        if identity != record.provenance.identity.number { change(to: record.provenance.identity.number) }
        if start != record.row.start { move(to: record.row.start) }
        guard start <= latestBefore || start <= latestAdded else { return .new(ordinal: 0) }
        return try search(record, allowed: allowed, isSame: isSame)
    }

    /// The samples that the record searched last can be.
    var candidateRows: [StoredRow] { group?.rows ?? [] }

    /// Adds the sample of a record that is new.
    @inline(__always)
    mutating func add(_ row: StoredRow) throws {
        latestAdded = max(latestAdded, row.start)
        if group == nil { recent.append(row) } else { try group?.add(row, facts) }
    }

    /// Ends the records of the type.
    mutating func finish() {
        noteLatest()
        keepGroup()
    }

    private func noteLatest() {
        if let identity { latestStarts[type, identity] = latestAdded }
    }

    private mutating func keepGroup() {
        if let group, group.isLarge { large.keep(group, type, start) }
        group = nil
    }

    private mutating func change(to next: Int32) {
        noteLatest()
        identity = next
        latestAdded = latestStarts[type, next]
    }

    @inline(__always)
    private mutating func move(to next: Double) {
        if group != nil { keepGroup() }
        start = next
        group = large.take(type, next)
        if !recent.isEmpty { recent.removeAll(keepingCapacity: true) }
    }

    /// Searches the samples with the start date of a record.
    private mutating func search(
        _ record: IngestRecord, allowed: (Int64) -> Bool, isSame: (Int64) throws -> Bool
    ) throws -> Ingestion.Found {
        if group == nil {
            let rows = candidates.rows(at: start) + recent
            try large.noteReading(rows.count)
            group = try StartGroup(Array(rows), facts)
        }
        if let found = try group?.best(record.wanted, for: .record, facts, allowed: allowed, isSame: isSame) {
            return .present(found)
        }
        if hasPartial,
            let found = try group?.partial(
                record.wanted, canonical: canonical, facts, allowed: { allowed($0.id) }, isSame: isSame)
        {
            return .partial(found)
        }
        return .new(
            ordinal: try group?.nextOrdinal(
                end: record.row.end, value: record.row.value, source: record.provenance.identity.source, facts) ?? 0)
    }
}

/// The samples at start dates with many samples, which are kept between the batches of an import. Each of them is therefore read
/// once, unless there are more than fit in memory.
final class LargeGroups {
    private struct Place: Hashable {
        var type: Int
        var start: UInt64

        init(_ type: Int, _ start: Double) {
            self.type = type
            self.start = start.keyBits
        }
    }

    private var groups: [Place: StartGroup] = [:]
    /// The number of samples in ``groups``.
    private var count = 0
    /// The number of samples that were read for large groups.
    private var read = 0
    private let (maximumKept, maximumRead): (Int, Int)

    /// - Parameters:
    ///   - maximumKept: The maximum number of samples that are kept.
    ///   - maximumRead: The maximum number of samples that an import reads, if it reads some repeatedly.
    init(maximumKept: Int = 1 << 19, maximumRead: Int = 1 << 24) {
        (self.maximumKept, self.maximumRead) = (maximumKept, maximumRead)
    }

    /// Returns whether the samples at a start date are kept.
    @inline(__always)
    func contains(_ type: Int, _ start: Double) -> Bool { !groups.isEmpty && groups[Place(type, start)] != nil }

    /// Removes and returns the samples at a start date.
    @inline(__always)
    func take(_ type: Int, _ start: Double) -> StartGroup? {
        guard !groups.isEmpty, let group = groups.removeValue(forKey: Place(type, start)) else { return nil }
        count -= group.rows.count
        return group
    }

    /// Keeps the samples at a start date.
    func keep(_ group: StartGroup, _ type: Int, _ start: Double) {
        if count + group.rows.count > maximumKept {
            groups = [:]
            count = 0
        }
        groups[Place(type, start)] = group
        count += group.rows.count
    }

    /// Forgets the samples, and the number that was read.
    func removeAll() { (groups, count, read) = ([:], 0, 0) }

    /// Counts the samples that were read for a start date.
    /// - Throws: A ``StoreError``: `tooManyFacts` if an import has read too many.
    func noteReading(_ rows: Int) throws {
        guard rows > StartGroup.maximumListLength else { return }
        read += rows
        guard read > maximumRead else { return }
        throw StoreError(
            .tooManyFacts,
            message: "too many seconds have more than \(StartGroup.maximumListLength) samples of one type, in no order",
            remedy: "sort the records of the file by type and start date; nothing was stored")
    }
}
