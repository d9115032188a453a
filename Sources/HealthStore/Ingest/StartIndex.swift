// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// An index of many samples that start at one moment; see ``StartGroup``.
struct StartIndex {
    /// What samples are searched for. Each search takes a sample once.
    enum Search: Int {
        case record, correlation, workout
    }

    /// What equal samples have in common.
    private struct Exact: Hashable {
        var end: UInt64
        var value: UInt64
        var text: UInt64
        var identity: Int32
        var metadata: Int64
    }
    /// What samples of equal source, device and metadata have in common.
    private struct Similar: Hashable {
        var end: UInt64
        var identity: Int32
        var metadata: Int64
    }
    /// What samples have in common that ordinals tell apart.
    private struct Numbered: Hashable {
        var end: UInt64
        /// Nil for any value.
        var value: UInt64?
        var source: ContentHash
    }
    /// Samples in the order in which they were added, and how many of the first are taken, by search.
    private struct Line {
        var positions: [Int] = []
        var taken = SIMD4<Int>(repeating: 0)
    }
    /// Samples by value.
    private struct Values {
        var sorted: [(value: Double, id: Int64, unit: String?)] = []
    }

    private var exact: [Exact: Line] = [:]
    private var similar: [Similar: Values] = [:]
    private var ordinals: [Numbered: Int64] = [:]

    /// The most samples that are looked at one by one, of those that fit but for their text or their taking. What lies beyond is
    /// taken for a new sample; no source has as many in one second.
    private static let mostLooks = 64

    init(_ rows: [StoredRow], _ facts: SharedFacts) throws {
        for (position, row) in rows.enumerated() {
            try add(row, at: position, facts)
            guard !row.value.isNaN else { continue }
            let identity = try facts.identity(ofProvenance: row.provenance)
            let key = Similar(end: Self.bits(row.end), identity: identity.number, metadata: row.metadata)
            similar[key, default: Values()].sorted.append((row.value, row.id, identity.unit))
        }
        for place in similar.indices { similar.values[place].sorted.sort { ($0.value, $0.id) < ($1.value, $1.id) } }
    }

    /// Adds a sample of this import, which no record in another unit is taken for.
    mutating func add(_ row: StoredRow, at position: Int, _ facts: SharedFacts) throws {
        let identity = try facts.identity(ofProvenance: row.provenance)
        let (end, value) = (Self.bits(row.end), Self.bits(row.value))
        let key = Exact(end: end, value: value, text: row.text, identity: identity.number, metadata: row.metadata)
        exact[key, default: Line()].positions.append(position)
        for value in [value, nil] {
            let key = Numbered(end: end, value: value, source: identity.source)
            ordinals[key] = max(ordinals[key] ?? 0, row.ordinal + 1)
        }
    }

    /// Returns the sample that a record is; see ``StartGroup/best(_:for:_:allowed:isSame:)``.
    mutating func best(
        _ wanted: StartGroup.Wanted, for search: Search, in rows: [StoredRow], allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        let end = Self.bits(wanted.end)
        let key = Exact(
            end: end, value: Self.bits(wanted.value), text: wanted.text, identity: wanted.identity.number,
            metadata: wanted.metadata)
        if let place = exact.index(forKey: key),
            let id = try Self.first(
                of: &exact.values[place], search, rows, allowed, isSame: { try !wanted.value.isNaN || isSame($0) })
        {
            return id
        }
        let others = similar[Similar(end: end, identity: wanted.identity.number, metadata: wanted.metadata)]
        return wanted.value.isNaN ? nil : others.flatMap { Self.closest(in: $0, to: wanted, allowed) }
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
        for position in line.positions[line.taken[search.rawValue]...].prefix(mostLooks) {
            let id = rows[position].id
            if allowed(id), try isSame(id) { return id }
        }
        return nil
    }

    /// The closest value of those that were written in another unit.
    private static func closest(
        in values: Values, to wanted: StartGroup.Wanted, _ allowed: (Int64) -> Bool
    ) -> Int64? {
        var (low, high) = (0, values.sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if values.sorted[middle].value < wanted.value { low = middle + 1 } else { high = middle }
        }
        var best: (id: Int64, distance: Double)?
        for place in max(0, low - mostLooks)..<min(values.sorted.count, low + mostLooks) {
            let candidate = values.sorted[place]
            guard candidate.unit != wanted.identity.unit, allowed(candidate.id),
                let distance = StartGroup.distance(candidate.value, wanted.value)
            else { continue }
            if best.map({ (distance, candidate.id) < ($0.distance, $0.id) }) ?? true { best = (candidate.id, distance) }
        }
        return best?.id
    }

    /// Returns the ordinal that tells a new sample from its equals; see ``StartGroup/nextOrdinal(end:value:source:_:)``.
    func nextOrdinal(end: Double, value: Double?, source: ContentHash) -> Int64 {
        ordinals[Numbered(end: Self.bits(end), value: value.map(Self.bits), source: source)] ?? 0
    }

    /// The bits of a number, the same for numbers that are equal and for all that are none.
    private static func bits(_ number: Double) -> UInt64 {
        number.isNaN ? .max : (number + 0).bitPattern
    }
}
