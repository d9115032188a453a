// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// A block of rows for one table that update a shard's days to those of the store.
package struct DayBlock: Sendable {
    /// The table, `cells` or `durations`.
    package let table: WarehouseTable
    /// The rows in the format of ``RowBinaryWriter``.
    package let rows: [UInt8]
    /// The number of rows.
    package let count: Int
    /// The numbers of the days of the rows.
    package let days: Set<UInt16>
}

/// The difference between a shard's days of a participant and those of the store: new or changed days, and empty rows for removed
/// days.
///
/// All days are computed and compared by their digests. This takes less time than determining the days that a change can affect,
/// and detects the remains of an interrupted push. Another home time zone changes all digests. The days of one type, from one
/// snapshot of the store, are in memory at a time.
package struct DayDifference {
    /// The maximum number of rows of a block.
    package static let maximumRows = 4000
    /// Newer servers reject blocks with rows of more than 100 partitions, which are years.
    private static let maximumYears = 90
    /// The size in bytes at which a block is complete.
    private static let maximumBytes = 16 << 20

    private let database: HealthDatabase
    private let days: HomeDays
    private let participant: String
    private let version: UInt64
    private var known: KnownDays
    /// The remaining types, the next one last; nil before the first.
    private var types: (cells: [String], durations: [String])?
    private var table = WarehouseTable.cells
    private var rows = RowBinaryWriter()
    private var count = 0
    private var years: Set<Int> = []
    /// The numbers of the days of the rows.
    private var numbers: Set<UInt16> = []
    private var blocks: [DayBlock] = []

    /// The number of samples or readings of each type that aren't on any day, because they start before 1970, after 2105 or on
    /// days that don't consist of whole quarters of an hour. It is complete after ``next()`` has returned all blocks.
    package private(set) var leftOut: [String: Int] = [:]

    /// Creates a difference.
    /// - Parameters:
    ///   - zone: The participant's home time zone.
    ///   - version: The version of the rows, which is greater than those of the participant's rows on the shard.
    ///   - known: The days on the shard.
    package init(_ database: HealthDatabase, zone: TimeZone, participant: String, version: UInt64, known: KnownDays) {
        self.database = database
        self.participant = participant
        self.version = version
        self.known = known
        days = HomeDays(zone: zone)
    }

    /// Returns the next block, or nil after the last block. Rows are in order of the tables' keys. Waits for the store.
    /// - Throws: A `StoreError`.
    package mutating func next() throws -> DayBlock? {
        while blocks.isEmpty, try advance() {}
        return blocks.isEmpty ? nil : blocks.removeFirst()
    }

    /// Compares the days of the next type.
    /// - Returns: Whether there was a type or a remaining block.
    private mutating func advance() throws -> Bool {
        var types = try types ?? (types(.quantity, known.cells), types(.category, known.durations))
        defer { self.types = types }
        if let type = types.cells.popLast() {
            try compareCells(type)
        } else if let type = types.durations.popLast() {
            if table.name != WarehouseTable.durations.name { endBlock() }
            table = .durations
            try compareDurations(type)
        } else {
            endBlock()
            return !blocks.isEmpty
        }
        return true
    }

    /// Returns the types to compare, the first one last. Days of types from another version of the vocabulary are ignored.
    private func types(_ kind: HealthTypeDescription.Kind, _ known: [String: [KnownDays.Entry]]) throws -> [String] {
        let there = try database.typesWithSamples(kind)
        let sent = known.keys.filter { HealthTypes.named($0)?.kind == kind }
        return Set(there).union(sent).sorted(by: >)
    }

    private mutating func compareCells(_ type: String) throws {
        let style = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type)).aggregationStyle
        var comparison = Comparison(known: known.cells.removeValue(forKey: type) ?? []) { day, content in
            CellDay(type: type, day: day, start: 0, finish: 0, figures: CellDay.Figures(), quarters: [])
                .writeContent(to: &content, style: style)
        }
        var content = RowBinaryWriter()
        let (database, days) = (database, days)
        let left = try database.forEachCellDay(type: type, in: days) { day in
            content.removeAll()
            day.writeContent(to: &content, style: style)
            take(day.day, content, type, &comparison)
        }
        if left > 0 { leftOut[type] = left }
        emptyDays(type, before: .max, &comparison)
    }

    private mutating func compareDurations(_ type: String) throws {
        var comparison = Comparison(known: known.durations.removeValue(forKey: type) ?? []) { day, content in
            DurationDay(type: type, day: day, values: []).writeContent(to: &content)
        }
        let (found, left) = try database.durationDays(type: type, in: days.zone)
        var content = RowBinaryWriter()
        for day in found {
            content.removeAll()
            day.writeContent(to: &content)
            take(day.day, content, type, &comparison)
        }
        if left > 0 { leftOut[type] = left }
        emptyDays(type, before: .max, &comparison)
    }

    /// The progress of comparing the days of a type with those of the shard.
    private struct Comparison {
        let known: [KnownDays.Entry]
        /// Writes the contents of a removed day.
        let writeEmpty: (CohortDay, inout RowBinaryWriter) -> Void
        var place = 0

        init(known: [KnownDays.Entry], writeEmpty: @escaping (CohortDay, inout RowBinaryWriter) -> Void) {
            self.known = known
            self.writeEmpty = writeEmpty
        }
    }

    private mutating func take(
        _ day: CohortDay, _ content: RowBinaryWriter, _ type: String, _ comparison: inout Comparison
    ) {
        emptyDays(type, before: Int(day.number), &comparison)
        let digest = content.digest
        if comparison.place < comparison.known.count, comparison.known[comparison.place].day == day.number {
            comparison.place += 1
            if comparison.known[comparison.place - 1].digest == digest { return }
        }
        add(type, day, content, digest)
    }

    /// Adds empty rows for the days that only the shard has.
    private mutating func emptyDays(_ type: String, before number: Int, _ comparison: inout Comparison) {
        while comparison.place < comparison.known.count, comparison.known[comparison.place].day < number {
            let entry = comparison.known[comparison.place]
            comparison.place += 1
            guard let day = CohortDay(number: Int(entry.day)) else { continue }
            var content = RowBinaryWriter()
            comparison.writeEmpty(day, &content)
            let digest = content.digest
            if entry.digest != digest { add(type, day, content, digest) }
        }
    }

    private mutating func add(_ type: String, _ day: CohortDay, _ content: RowBinaryWriter, _ digest: UInt64) {
        rows.writeDay(
            participant: participant, type: type, day: day, version: version, content: content, digest: digest)
        count += 1
        years.insert(day.civil.year)
        numbers.insert(day.number)
        if count >= Self.maximumRows || rows.bytes.count >= Self.maximumBytes || years.count >= Self.maximumYears {
            endBlock()
        }
    }

    private mutating func endBlock() {
        guard count > 0 else { return }
        blocks.append(DayBlock(table: table, rows: rows.bytes, count: count, days: numbers))
        rows = RowBinaryWriter()
        count = 0
        years = []
        numbers = []
    }
}
