// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// The samples of one type that start at one moment, searched by what identifies a sample.
///
/// Usually these are one or two, and comparing a record with each of them is fastest. An input can have a hundred thousand; then each
/// record is searched in an index, so that the work for a record does not grow with their number.
struct StartGroup {
    /// What an import looks for.
    struct Wanted {
        var end: Double
        /// NaN where there is none or it is text.
        var value: Double
        /// ``StoredRow/text``.
        var text: UInt64
        var identity: SharedFacts.Identity
        /// -1 for none.
        var metadata: Int64
    }

    private(set) var rows: [StoredRow]
    private var index: StartIndex?

    /// The most samples that are compared one by one.
    static let longestList = 32

    /// How far apart two values may be, in parts of the larger, that one sample was written as in two units.
    ///
    /// Phones write six digits; files that passed through other programs have one or two decimals, of which a unit in
    /// the last place is up to two hundredths of values such as 0.35 mi or 5.5 mmol/L. Wide is harmless: each stored
    /// sample is matched once, the closest first, and no source has two readings in one second that differ by less.
    static let roundingTolerance = 0.02

    /// Creates a group of samples.
    init(_ rows: [StoredRow], _ facts: SharedFacts) throws {
        self.rows = rows
        if rows.count > Self.longestList { index = try StartIndex(rows, facts) }
    }

    /// Adds a sample.
    mutating func add(_ row: StoredRow, _ facts: SharedFacts) throws {
        rows.append(row)
        if index != nil {
            try index?.add(row, at: rows.count - 1, facts)
        } else if rows.count > Self.longestList {
            index = try StartIndex(rows, facts)
        }
    }

    /// Returns the sample that a record is: same end, source, device and metadata, and the same value if both were written in the
    /// same unit. Written in different units they were rounded differently, so there the closest value within
    /// ``roundingTolerance`` counts.
    /// - Parameters:
    ///   - search: what the record is searched for; samples that one search has taken, another may still find.
    ///   - allowed: whether a sample can be the one. It must not become possible again after it has been refused in the same search.
    ///   - isSame: whether a sample without a number has the same text.
    mutating func best(
        _ wanted: Wanted, for search: StartIndex.Search, _ facts: SharedFacts, allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        if index != nil { return try index?.best(wanted, for: search, in: rows, allowed: allowed, isSame: isSame) }
        var best: (id: Int64, distance: Double)?
        for candidate in rows
        where candidate.end == wanted.end && candidate.metadata == wanted.metadata && allowed(candidate.id) {
            let identity = try facts.identity(ofProvenance: candidate.provenance)
            guard identity.number == wanted.identity.number else { continue }
            let distance: Double
            if Self.sameValue(candidate.value, wanted.value) {
                if candidate.value.isNaN, candidate.text != wanted.text { continue }
                if candidate.value.isNaN, try !isSame(candidate.id) { continue }
                distance = 0
            } else if identity.unit != wanted.identity.unit, let apart = Self.distance(candidate.value, wanted.value) {
                distance = apart
            } else {
                continue
            }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate.id, distance) }
            if distance == 0 { break }
        }
        return best?.id
    }

    /// Returns the ordinal that tells a new sample from its equals: those of the same source with the same end and value.
    /// - Parameter value: nil where equals may have any value.
    func nextOrdinal(end: Double, value: Double?, source: ContentHash, _ facts: SharedFacts) throws -> Int64 {
        if let index { return index.nextOrdinal(end: end, value: value, source: source) }
        var ordinal: Int64 = 0
        for candidate in rows where candidate.end == end && candidate.ordinal >= ordinal {
            if let value, !Self.sameValue(candidate.value, value) { continue }
            if try facts.identity(ofProvenance: candidate.provenance).source == source {
                ordinal = candidate.ordinal + 1
            }
        }
        return ordinal
    }

    @inline(__always)
    static func sameValue(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }

    /// How far two values are apart; nil if that is more than rounding explains.
    static func distance(_ a: Double, _ b: Double) -> Double? {
        let distance = abs(a - b)
        return distance <= roundingTolerance * max(abs(a), abs(b)) ? distance : nil
    }
}
