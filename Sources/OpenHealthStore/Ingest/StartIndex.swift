// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An index of many samples with the same start date; see ``StartGroup``.
struct StartIndex {
    /// The kind of a search. Each kind matches a sample only once.
    enum Search: Int {
        case record, correlation, workout
    }

    /// The properties that samples with different values can share; the identity is the source and device.
    private struct Similar: Hashable {
        var end: UInt64
        var identity: Int32
        /// The hash of the metadata as text.
        var metadata: ContentHash
    }
    /// The properties that equal samples share.
    private struct Exact: Hashable {
        var value: UInt64
        var text: UInt64
        var others: Similar
    }
    /// Samples in the order in which they were added, and the number of matched samples at the beginning by kind of search.
    private struct Line {
        var positions: [Int] = []
        var taken = SIMD4<Int>(repeating: 0)
    }
    /// Samples sorted by value.
    private struct Values {
        var sorted: [(value: Double, id: Int64, unit: String?)] = []
    }

    private var exact: [Exact: Line] = [:]
    private var similar: [Similar: Values] = [:]
    private var ordinals: [OrdinalKey: Int64] = [:]

    /// The maximum number of candidates that are compared one by one. If there are more, the record is treated as a new sample;
    /// no real source has as many in one second.
    private static let maximumLooks = 64

    init(_ rows: [StoredRow], _ facts: SharedRows) throws {
        for (position, row) in rows.enumerated() {
            try add(row, at: position, facts)
            guard !row.value.isNaN else { continue }
            let identity = try facts.identity(ofProvenance: row.provenance)
            let metadata = try facts.textHash(row.metadata)
            for end in Self.ends(row) {
                let key = Similar(end: end, identity: identity.number, metadata: metadata)
                similar[key, default: Values()].sorted.append((row.value, row.id, identity.unit))
            }
        }
        for place in similar.indices { similar.values[place].sorted.sort { ($0.value, $0.id) < ($1.value, $1.id) } }
    }

    /// Adds a sample of this import, which does not match records in other units.
    mutating func add(_ row: StoredRow, at position: Int, _ facts: SharedRows) throws {
        let identity = try facts.identity(ofProvenance: row.provenance)
        let value = row.value.keyBits
        let metadata = try facts.textHash(row.metadata)
        for end in Self.ends(row) {
            let others = Similar(end: end, identity: identity.number, metadata: metadata)
            exact[Exact(value: value, text: row.text, others: others), default: Line()].positions.append(position)
        }
        for value in [row.value, nil] {
            let key = OrdinalKey(end: row.end, value: value, source: identity.source)
            ordinals[key] = max(ordinals[key] ?? 0, row.ordinal + 1)
        }
    }

    /// Returns the sample that matches a record; see ``StartGroup/best(_:for:_:allowed:isSame:)``.
    mutating func best(
        _ wanted: StartGroup.Wanted, for search: Search, in rows: [StoredRow], _ facts: SharedRows,
        allowed: (Int64) -> Bool, isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        let others = Similar(
            end: wanted.end.keyBits, identity: wanted.identity.number,
            metadata: try facts.textHash(wanted.metadata))
        let key = Exact(value: wanted.value.keyBits, text: wanted.text, others: others)
        if let place = exact.index(forKey: key),
            let id = try Self.first(
                of: &exact.values[place], search, rows, allowed, isSame: { try !wanted.value.isNaN || isSame($0) })
        {
            return id
        }
        return wanted.value.isNaN ? nil : similar[others].flatMap { Self.closest(in: $0, to: wanted, allowed) }
    }

    /// Returns the ends under which a sample is found: its own, and without the fraction of a second that exports omit.
    private static func ends(_ row: StoredRow) -> [UInt64] {
        let (exact, whole) = (row.end.keyBits, row.end.rounded(.down).keyBits)
        return exact == whole || !StartSecond.hasFraction(row) ? [exact] : [exact, whole]
    }

    private static func first(
        of line: inout Line, _ search: Search, _ rows: [StoredRow], _ allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        while line.taken[search.rawValue] < line.positions.count,
            !allowed(rows[line.positions[line.taken[search.rawValue]]].id)
        {
            line.taken[search.rawValue] += 1
        }
        for position in line.positions[line.taken[search.rawValue]...].prefix(maximumLooks) {
            let id = rows[position].id
            if allowed(id), try isSame(id) { return id }
        }
        return nil
    }

    /// Returns the sample with the closest value among those in other units.
    private static func closest(
        in values: Values, to wanted: StartGroup.Wanted, _ allowed: (Int64) -> Bool
    ) -> Int64? {
        var (low, high) = (0, values.sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if values.sorted[middle].value < wanted.value { low = middle + 1 } else { high = middle }
        }
        var best: (id: Int64, distance: Double)?
        for place in max(0, low - maximumLooks)..<min(values.sorted.count, low + maximumLooks) {
            let candidate = values.sorted[place]
            guard candidate.unit != wanted.identity.unit, allowed(candidate.id),
                let distance = StartGroup.distance(candidate.value, wanted.value)
            else { continue }
            if best.map({ (distance, candidate.id) < ($0.distance, $0.id) }) ?? true { best = (candidate.id, distance) }
        }
        return best?.id
    }

    /// Returns the ordinal that distinguishes a new sample from equal samples; see ``StartGroup/nextOrdinal(end:value:source:_:)``.
    func nextOrdinal(end: Double, value: Double?, source: ContentHash) -> Int64 {
        ordinals[OrdinalKey(end: end, value: value, source: source)] ?? 0
    }
}
