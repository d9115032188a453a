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

/// The start dates of the stored samples that a record can be.
///
/// Exports contain whole seconds. A record that starts at a whole second can therefore be the copy of any sample that starts
/// in that second; a record with a fraction is only a sample with the same start.
struct StartSecond {
    /// The start of the record.
    let first: Double
    /// The latest start of a sample that the record can be.
    let last: Double

    init(_ start: Double) {
        first = start
        last = Self.isWhole(start) ? (start + 1).nextDown : start
    }

    /// Whether a date has no fraction of a second.
    static func isWhole(_ date: Double) -> Bool { date == date.rounded(.down) }

    /// Returns whether the end of a stored sample is that of a record, which may have lost fractions of seconds.
    /// - Parameters:
    ///   - end: the end of the record.
    ///   - row: the stored sample.
    static func isSameEnd(_ end: Double, _ row: StoredRow) -> Bool {
        row.end == end || (hasFraction(row) && row.end.rounded(.down) == end)
    }

    /// Whether a stored sample has dates that exports cannot contain.
    static func hasFraction(_ row: StoredRow) -> Bool { !isWhole(row.start) || !isWhole(row.end) }
}

/// The stored samples of one type at the start dates of a section of an import.
struct Candidates {
    private var rows: [StoredRow] = []
    private var cursor = 0

    /// Loads the samples between the first and the last start date at once, unless there are so many that single lookups are
    /// cheaper.
    /// - Throws: A ``StoreError``: `tooManyFacts` if more samples than the limit start in one second.
    init(
        _ reader: borrowing StoredRowReader, type: Int64, starts: [Double], limit: Int = StartGroup.maximumForImport
    ) throws {
        guard let first = starts.first, let last = starts.last else { return }
        let end = StartSecond(last).last
        if let range = try reader.rows(type: type, from: first, to: end, limit: 16 * starts.count + 256) {
            rows = range
        } else {
            var seen = -Double.infinity
            for start in starts where start != seen {
                seen = start
                // The samples of a second may have been read with its beginning.
                let from = rows.last.map { max(start, $0.start.nextUp) } ?? start
                let found = try reader.rows(type: type, from: from, to: StartSecond(start).last, limit: limit)
                if found == nil { try StartGroup.check(limit + 1, limit) }
                rows += found ?? []
            }
        }
    }

    /// Returns the samples that a record with a start can be; see ``StartSecond``. Starts must be in order.
    mutating func rows(at start: Double) -> ArraySlice<StoredRow> {
        while cursor < rows.count, rows[cursor].start < start { cursor += 1 }
        var end = cursor
        let last = StartSecond(start).last
        while end < rows.count, rows[end].start <= last { end += 1 }
        return rows[cursor..<end]
    }

    /// Returns the samples that start in the second before a whole second, in it, or in the one after it.
    func rows(around second: Double) -> ArraySlice<StoredRow> {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = low + (high - low) / 2
            if rows[middle].start < second - 1 { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < rows.count, rows[end].start < second + 2 { end += 1 }
        return rows[low..<end]
    }
}

/// The latest start dates of the records that an import has added, by type and identity.
final class LatestStarts {
    private var starts: [UInt64: Double] = [:]

    /// The latest start date; minus infinity if no record has been added.
    /// - Parameters:
    ///   - type: The index of the type in the import.
    ///   - identity: The number of the source and device; see ``SharedRows/Identity``.
    subscript(type: Int, identity: Int32) -> Double {
        get { starts[Self.key(type, identity)] ?? -.infinity }
        set { starts[Self.key(type, identity)] = newValue }
    }

    @inline(__always)
    private static func key(_ type: Int, _ identity: Int32) -> UInt64 {
        UInt64(UInt32(truncatingIfNeeded: type)) << 32 | UInt64(UInt32(bitPattern: identity))
    }
}
