// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A set of positions, in pieces of 4096, so that neither millions of positions nor an implausible one need much memory.
struct PlaceSet {
    private var pieces: [Int64: [UInt64]] = [:]

    /// Inserts a position, and returns whether it was new.
    mutating func insert(_ place: Int64) -> Bool {
        let (word, bit) = (Int(place >> 6 & 63), UInt64(1) << UInt64(place & 63))
        var isNew = true
        Self.update(&pieces[place >> 12, default: [UInt64](repeating: 0, count: 64)]) { piece in
            isNew = piece[word] & bit == 0
            piece[word] |= bit
        }
        return isNew
    }

    /// Returns whether the set contains a position.
    func contains(_ place: Int64) -> Bool {
        guard let piece = pieces[place >> 12] else { return false }
        return piece[Int(place >> 6 & 63)] >> UInt64(place & 63) & 1 == 1
    }

    private static func update(_ piece: inout [UInt64], _ body: (inout [UInt64]) -> Void) { body(&piece) }
}

/// The runs of the order of changes, in memory.
struct RunTable {
    private var runs: [(first: Int64, last: Int64, type: Int64, from: Double, to: Double)] = []
    /// The faults of the runs themselves.
    private(set) var faults: [String] = []

    init(_ db: Database) throws {
        var overlaps = FaultList(rest: "ranges of the order of changes overlap")
        let rows = try Row.fetchCursor(
            db, sql: "SELECT first, last, type, min_start, max_start FROM change_run ORDER BY first")
        while let row = try rows.next() {
            let (first, last): (Int64, Int64) = (try row.value(of: "first"), try row.value(of: "last"))
            if last < first || (runs.last.map { $0.last >= first } ?? false) {
                overlaps.add("the range \(first) to \(last) of the order of changes is reversed or overlaps another")
            }
            runs.append(
                (first, last, try row.value(of: "type"), try row.value(of: "min_start"), try row.value(of: "max_start"))
            )
        }
        faults = overlaps.lines
    }

    /// Returns whether the run of a sample's position has its type and contains its start date.
    func holds(_ sample: RawSample) -> Bool {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].first <= sample.id { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return false }
        let run = runs[low - 1]
        return sample.id <= run.last && run.type == sample.type && sample.start >= run.from && sample.start <= run.to
    }
}

/// The sources of each type, in memory.
struct SourceTable {
    private struct Key: Hashable {
        var type: Int64
        var source: Int64
    }
    private var latest: [Key: Double] = [:]
    private var sources: [Int64: Int64] = [:]
    private var last = (type: Int64(-1), provenance: Int64(-1), latest: -Double.infinity)

    init(_ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT id, source FROM provenance") {
            sources[try row.value(of: "id")] = try row.value(Int64.self, of: "source")
        }
        for row in try Row.fetchAll(db, sql: "SELECT type, source, latest FROM type_source") {
            latest[Key(type: try row.value(of: "type"), source: try row.value(of: "source"))] =
                try row.value(Double.self, of: "latest")
        }
    }

    /// Returns whether the table contains the source of a sample for its type, with a latest start date that isn't before the
    /// sample's.
    mutating func covers(_ sample: RawSample) -> Bool {
        if sample.type != last.type || sample.provenance != last.provenance {
            // A missing provenance is another fault.
            var limit = Double.infinity
            if let source = sources[sample.provenance] {
                limit = latest[Key(type: sample.type, source: source)] ?? -.infinity
            }
            last = (sample.type, sample.provenance, limit)
        }
        return !(sample.start > last.latest) && last.latest > -.infinity
    }
}

/// The stored extents of durations, in memory.
struct ExtentTable {
    private var extents: [Int64: (longest: Double, from: Double, to: Double)] = [:]

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT type, class, longest, min_start, max_start FROM type_extent")
        while let row = try rows.next() {
            extents[(try row.value(Int64.self, of: "type")) * 256 + (try row.value(Int64.self, of: "class"))] = (
                try row.value(of: "longest"), try row.value(of: "min_start"), try row.value(of: "max_start")
            )
        }
    }

    /// Returns whether a query for samples that overlap the range of a sample begins early enough to find it.
    func covers(_ sample: RawSample) -> Bool {
        let duration = sample.end - sample.start
        guard duration > 0 else { return true }
        guard let extent = extents[sample.type * 256 + Int64(TypeExtents.durationClass(duration))] else { return false }
        return duration <= extent.longest && sample.start >= extent.from && sample.start <= extent.to
    }
}
