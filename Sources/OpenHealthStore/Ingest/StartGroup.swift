// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The samples of one type in one second, or with the same start date if that is not a whole second, searchable by the properties that identify a sample.
///
/// There are usually one or two samples, and comparing a record with each of them is fastest. For many more, an index keeps the
/// work for each record independent of their number.
struct StartGroup {
    /// The search criteria for a record.
    struct Wanted {
        var end: Double
        /// The value; NaN if there is no value or it is a string.
        var value: Double
        /// The hash of the string; see ``StoredRow/text``.
        var text: UInt64
        var identity: SharedRows.Identity
        /// The number of the metadata, or -1 for no metadata.
        var metadata: Int64
    }

    private(set) var rows: [StoredRow]
    private var index: StartIndex?

    /// The maximum number of samples that are compared one by one.
    static let maximumListLength = 32

    /// The maximum numbers of samples of one type that start in one second: of all samples, and of the samples of one connection with a
    /// phone. A push of the connection reads all of the latter.
    static let (maximumForImport, maximumForPush) = (1 << 18, 1 << 14)
    private let limit: Int

    /// Whether the samples have an index.
    var isLarge: Bool { index != nil }

    /// The maximum distance between the values of one sample in two units, relative to the larger value.
    ///
    /// Phones write six digits. Files from other programs have one or two decimal places, where a unit in the last place is up to
    /// two hundredths of values such as 0.35 mi or 5.5 mmol/L. A large tolerance is harmless: each stored sample is matched once,
    /// the closest first, and no source has two readings in one second that differ by less.
    static let roundingTolerance = 0.02

    /// Creates a group of samples.
    /// - Throws: A ``StoreError``: `tooManyFacts` if there are more samples than the limit.
    init(_ rows: [StoredRow], _ facts: SharedRows, limit: Int = Self.maximumForImport) throws {
        self.rows = rows
        self.limit = limit
        try Self.check(rows.count, limit)
        if rows.count > Self.maximumListLength { index = try StartIndex(rows, facts) }
    }

    /// Adds a sample.
    mutating func add(_ row: StoredRow, _ facts: SharedRows) throws {
        rows.append(row)
        try Self.check(rows.count, limit)
        if index != nil {
            try index?.add(row, at: rows.count - 1, facts)
        } else if rows.count > Self.maximumListLength {
            index = try StartIndex(rows, facts)
        }
    }

    /// Returns the sample that matches a record: It has the same end date, source, device and metadata, and the same value if
    /// both have the same unit. Fractions of seconds of stored samples are ignored if the record has none, since exports contain
    /// whole seconds; metadata is compared as text. Values in different units are rounded differently, so in this case the closest value within
    /// ``roundingTolerance`` matches.
    /// - Parameters:
    ///   - search: The kind of search; a sample that was taken by one kind can still be found by another.
    ///   - allowed: Returns whether a sample can match. After it has returned false for a sample, it must not return true for the
    ///     same sample in the same kind of search.
    ///   - isSame: Returns whether a sample without a number has the same text.
    mutating func best(
        _ wanted: Wanted, for search: StartIndex.Search, _ facts: SharedRows, allowed: (Int64) -> Bool,
        isSame: (Int64) throws -> Bool
    ) throws -> Int64? {
        if index != nil {
            return try index?.best(wanted, for: search, in: rows, facts, allowed: allowed, isSame: isSame)
        }
        var best: (id: Int64, distance: Double)?
        for candidate in rows
        where StartSecond.isSameEnd(wanted.end, candidate) && allowed(candidate.id) {
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
            guard try facts.isSameText(candidate.metadata, wanted.metadata) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate.id, distance) }
            if distance == 0 { break }
        }
        return best?.id
    }

    /// Returns the ordinal that distinguishes a new sample from equal samples: those of the same source with the same end date
    /// and value.
    /// - Parameter value: The value; nil if equal samples can have any value.
    func nextOrdinal(end: Double, value: Double?, source: ContentHash, _ facts: SharedRows) throws -> Int64 {
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

    /// Checks that a number of samples of one type in one second does not exceed a limit.
    /// - Throws: A ``StoreError``: `tooManyFacts` if it does.
    static func check(_ count: Int, _ limit: Int) throws {
        guard count > limit else { return }
        throw StoreError(
            .tooManyFacts,
            message: "more than \(limit) samples of one type start in the same second; real sources have a few",
            remedy: "check the dates of the samples; nothing was stored")
    }

    @inline(__always)
    static func sameValue(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }

    /// Returns the distance between two values, or nil if it exceeds ``roundingTolerance``.
    static func distance(_ a: Double, _ b: Double) -> Double? {
        let distance = (a - b).magnitude
        return distance <= roundingTolerance * max(a.magnitude, b.magnitude) ? distance : nil
    }
}

/// The properties that samples of one start date share if only their ordinals or details differ.
struct OrdinalKey: Hashable {
    private var end: UInt64
    private var value: UInt64?
    private var source: ContentHash

    /// - Parameter value: The value; nil for any value.
    init(end: Double, value: Double?, source: ContentHash) {
        self.end = end.keyBits
        self.value = value.map(\.keyBits)
        self.source = source
    }
}

extension Double {
    /// The bits of the number, which are equal for equal numbers and for all NaNs.
    var keyBits: UInt64 { isNaN ? .max : (self + 0).bitPattern }
}
