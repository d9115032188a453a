// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

/// A store in a temporary folder.
struct PushStore {
    let folder: URL
    let database: HealthDatabase

    /// Creates a store with a generated participant, or an empty one.
    init(_ number: Int? = 1, days: Int = 20) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        database = try HealthDatabase(url: folder.appending(path: "health.db"))
        if let number { try DemoParticipant(number, days: days).add(to: database) }
    }

    /// Creates another copy of a store, such as a backup.
    init(copy other: PushStore) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "health.db")
        try other.database.backup(to: file)
        database = try HealthDatabase(url: file)
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The source of samples that are saved in tests.
    static let source = ProvenanceData(sourceName: "Test", bundleIdentifier: "org.example.test")

    /// Saves a sample of each type with a value per day.
    @discardableResult
    func addSamples(days: Range<Int>, value: Double = 1) throws -> [UUID] {
        try addSamples(at: days.map { 1_740_000_000 + Double($0) * 86_400 }, value: value)
    }

    /// Saves a sample of each of these types at each of some times, in seconds since 1970.
    @discardableResult
    func addSamples(at times: [Double], value: Double = 1) throws -> [UUID] {
        let samples = times.flatMap { time in
            let start = Date(timeIntervalSince1970: time)
            return [
                HKQuantitySample.fixture(.stepCount, 100 * value, start: start, end: start + 600) as HKObject,
                HKQuantitySample.fixture(.heartRate, 60 + value, start: start, end: start),
                HKCategorySample.fixture(.headache, Int(value), start: start),
            ]
        }
        return try database.save(samples, source: Self.source)
    }
}

extension Warehouse {
    /// Returns the number in the only field of the only row of a result.
    func number<Number: LosslessStringConvertible>(_ sql: String) async throws -> Number {
        try ResultTable.number(try await ask(sql).rows[0][0])
    }

    /// Returns the number of rows of a participant's samples or deletions in a table, including unmerged ones. The place 0 is
    /// used for the start of a push.
    func rawRows(_ table: WarehouseTable, of participant: Pseudonym) async throws -> Int {
        try await number("SELECT count() FROM \(names.all(table)) WHERE participant = '\(participant)' AND place > 0")
    }

    /// Returns the existing samples in the order of their places.
    func samples(of participant: Pseudonym) async throws -> [[String]] {
        try await ask(
            """
            SELECT type, start, end, place, day, value, source, metadata_keys, metadata_values
            FROM \(names.all(.samples)) FINAL
            WHERE participant = '\(participant)' AND \(names.isNotDeleted) ORDER BY place
            """
        ).rows
    }

    /// Returns the number of rows of each table, including unmerged ones.
    func rows() async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in WarehouseTable.all {
            counts[table.name] = try await number("SELECT count() FROM \(names.all(table))")
        }
        return counts
    }

    /// Returns the contents of all tables of the participants on the servers, including unmerged rows, as one string.
    func everything() async throws -> String {
        var text = ""
        for table in WarehouseTable.all {
            let result = try await ask("SELECT * FROM \(names.all(table))")
            text += result.rows.map { $0.joined(separator: "\t") }.joined(separator: "\n") + "\n"
        }
        return text
    }

    /// Checks that the cohort has exactly the data of a participant's store.
    func expectSame(
        as store: PushStore, _ participant: Pseudonym, _ comment: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sent = try await ask(
            """
            SELECT type, start, end, place, value FROM \(names.all(.samples)) FINAL
            WHERE participant = '\(participant)' AND \(names.isNotDeleted) ORDER BY place
            """
        ).rows
        let kept = try store.database.changes(after: 0).added
        #expect(sent.map { Int64($0[3]) } == kept.map(\.id), comment, sourceLocation: sourceLocation)
        #expect(sent.map { $0[0] } == kept.map(\.type), comment, sourceLocation: sourceLocation)
        #expect(
            sent.map { Double($0[1]) } == kept.map(\.start.timeIntervalSince1970), comment,
            sourceLocation: sourceLocation)
        #expect(
            sent.map { Double($0[2]) } == kept.map(\.end.timeIntervalSince1970), comment,
            sourceLocation: sourceLocation)
        #expect(
            sent.map { Double($0[4]).flatMap { $0.isNaN ? nil : $0 } } == kept.map(\.value), comment,
            sourceLocation: sourceLocation)
        let row = try #require(
            try await ask(
                """
                SELECT time_zone, anchor, toUInt16(first_day) AS first, toUInt16(last_day) AS last
                FROM \(names.all(.participants)) FINAL WHERE participant = '\(participant)'
                """
            ).rows.first, comment, sourceLocation: sourceLocation)
        #expect(try Int64(row[1]) == store.database.latestChange(), comment, sourceLocation: sourceLocation)
        let zone = try #require(TimeZone(identifier: row[0]))
        let starts = kept.map(\.start).sorted()
        #expect(row[2] == Self.number(ofDay: starts.first, in: zone), comment, sourceLocation: sourceLocation)
        #expect(row[3] == Self.number(ofDay: starts.last, in: zone), comment, sourceLocation: sourceLocation)
        var states: [KnownDays] = []
        for shard in layout.shards {
            let days = try await knownDays(of: participant.description, on: shard)
            if !days.cells.isEmpty || !days.durations.isEmpty { states.append(days) }
        }
        // A participant is on only one shard.
        #expect(states.count <= 1, comment, sourceLocation: sourceLocation)
        var difference = DayDifference(
            store.database, zone: zone, participant: participant.description, version: .max,
            known: states.first ?? KnownDays())
        let block = try difference.next()
        #expect(block == nil, comment, sourceLocation: sourceLocation)
    }

    /// Returns the number of days from 1970-01-01 to an instant in a zone, in the range of the cohort's days.
    private static func number(ofDay instant: Date?, in zone: TimeZone) -> String {
        guard let instant else { return "0" }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let civil = calendar.dateComponents([.year, .month, .day], from: instant)
        calendar.timeZone = .gmt
        let midnight = calendar.date(from: civil) ?? .distantPast
        return "\(min(max(Int(midnight.timeIntervalSince1970 / 86_400), 0), 49_672))"
    }
}
