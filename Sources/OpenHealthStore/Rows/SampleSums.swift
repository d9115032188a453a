// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite

/// Checksums of the rows of the table of samples, by type and by block of start dates.
///
/// SQLite has no page checksums, and most changes of a byte result in another readable sample. A block contains the number of its
/// rows and the exclusive or of their checksums, so rows can be added and removed in any order without reading the others.
struct SampleSums {
    private struct Block: Hashable {
        var type: Int64
        var number: Int64
    }
    private struct Sum: Equatable {
        var count: Int64 = 0
        var value: UInt64 = 0
    }
    private var sums: [Block: Sum] = [:]
    /// The block of the latest sample, and the changes to it that aren't in `sums` yet.
    private var current: Block?
    private var pending = Sum()

    /// The length of a block in seconds.
    private static let blockLength = 4_194_304.0

    // MARK: Adding and removing

    /// Adds a sample that is being stored.
    @inline(__always)
    mutating func note(_ row: StoredSampleRow, id: Int64, text: String?) {
        var checksum = RowChecksum()
        checksum.add(row.type)
        checksum.add(row.start)
        checksum.add(id)
        checksum.add(row.end)
        checksum.add(row.provenance)
        checksum.add(max(row.metadata, -1))
        // checked: dates are finite and have at most 13 digits
        checksum.add(row.created.isNaN ? Int64.min : Int64((row.created - row.start).rounded()))
        checksum.add(max(row.ordinal, -1))
        Self.add(text == nil ? row.value : .nan, text, to: &checksum)
        add(checksum.value, type: row.type, start: row.start, count: 1)
    }

    /// Adds a sample that is stored.
    mutating func note(_ sample: RawSample) {
        add(Self.checksum(sample), type: sample.type, start: sample.start, count: 1)
    }

    /// Removes a sample that is being deleted.
    mutating func remove(_ sample: RawSample) {
        add(Self.checksum(sample), type: sample.type, start: sample.start, count: -1)
    }

    /// Removes a sample that has been deleted from the stored sums.
    static func remove(_ sample: RawSample, _ db: Database) throws {
        var sums = SampleSums()
        sums.remove(sample)
        try sums.flush(db)
    }

    private static func checksum(_ sample: RawSample) -> UInt64 {
        var checksum = RowChecksum()
        checksum.add(sample.type)
        checksum.add(sample.start)
        checksum.add(sample.id)
        checksum.add(sample.end)
        checksum.add(sample.provenance)
        checksum.add(sample.metadata)
        checksum.add(sample.lag ?? Int64.min)
        checksum.add(sample.ordinal)
        add(sample.value, sample.text, to: &checksum)
        return checksum.value
    }

    private static func add(_ value: Double, _ text: String?, to checksum: inout RowChecksum) {
        guard let text else { return checksum.add(value) }
        Array(text.utf8).withUnsafeBytes { checksum.add($0) }
    }

    @inline(__always)
    private mutating func add(_ checksum: UInt64, type: Int64, start: Double, count: Int64) {
        let block = Block(type: type, number: Self.block(start))
        if block != current {
            settle()
            current = block
        }
        pending.count += count
        pending.value ^= checksum
    }

    private mutating func settle() {
        guard let current else { return }
        sums[current, default: Sum()].count += pending.count
        sums[current, default: Sum()].value ^= pending.value
        pending = Sum()
    }

    private static func block(_ start: Double) -> Int64 {
        // checked: clamped, and SQLite has no NaN
        Int64(min(max((start / blockLength).rounded(.down), -1e15), 1e15))
    }

    // MARK: The table

    /// Returns the sums of the samples that are stored. Reads all of them.
    static func computed(_ db: Database) throws -> SampleSums {
        var sums = SampleSums()
        try SampleRows.forEach(db) { sums.note($0) }
        return sums
    }

    /// Adds the sums to the stored sums, and resets them.
    mutating func flush(_ db: Database) throws {
        settle()
        // SQLite has no exclusive-or operator.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO sample_sum (type, block, count, sum) VALUES (?, ?, ?, ?)
                ON CONFLICT (type, block) DO UPDATE SET
                    count = count + excluded.count, sum = (sum | excluded.sum) - (sum & excluded.sum)
                """)
        for (block, sum) in sums where sum != Sum() {
            try statement.execute(
                arguments: [block.type, block.number, sum.count, Int64(bitPattern: sum.value)])
        }
        self = SampleSums()
    }

    // MARK: Checking

    /// Returns the types and time intervals, in seconds since 1970, whose stored sums differ from the sums of the samples.
    mutating func differingIntervals(_ db: Database) throws -> [(type: String, start: Double, end: Double)] {
        try differences(db).map { block, name in
            (name, Double(block.number) * Self.blockLength, Double(block.number + 1) * Self.blockLength)
        }
    }

    /// Replaces the stored sums with those of the current samples.
    /// - Returns: The number of blocks with different sums.
    static func repair(_ db: Database) throws -> Int {
        var sums = try computed(db)
        let count = try sums.differences(db).count
        guard count > 0 else { return 0 }
        try db.execute(sql: "DELETE FROM sample_sum")
        try sums.flush(db)
        return count
    }

    private mutating func differences(_ db: Database) throws -> [(block: Block, name: String)] {
        settle()
        (current, pending) = (nil, Sum())
        var rest = sums
        var found: [Block] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT type, block, count, sum FROM sample_sum")
        while let row = try rows.next() {
            let block = Block(type: try row.value(of: "type"), number: try row.value(of: "block"))
            let stored = Sum(count: try row.value(of: "count"), value: UInt64(bitPattern: try row.value(of: "sum")))
            if rest.removeValue(forKey: block) ?? Sum() != stored { found.append(block) }
        }
        found += rest.filter { $0.value != Sum() }.keys
        let names = Dictionary(
            try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type").map {
                (try $0.value(Int64.self, of: "id"), try $0.value(String.self, of: "identifier"))
            }, uniquingKeysWith: { first, _ in first })
        return found.sorted { ($0.type, $0.number) < ($1.type, $1.number) }.map {
            ($0, names[$0.type] ?? "type \($0.type)")
        }
    }
}
