// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics
import Synchronization
import Testing

@testable import OpenHealthStore

/// Tests of imports in parts, with writes of others between them.
@Suite struct IngestPartsTests {
    /// A source that runs a closure on its own thread before each batch and before its end.
    private struct StepSource: SampleBatchSource {
        var batches: [SampleBatch]
        var number = 0
        let step: @Sendable (Int) throws -> Void

        mutating func nextBatch() throws -> SampleBatch? {
            try step(number)
            number += 1
            return batches.isEmpty ? nil : batches.removeFirst()
        }
    }

    /// A store of a clock that moves with each batch by more than the duration of a part.
    private final class PartsStore: Sendable {
        let folder: URL
        let database: HealthDatabase
        private let clock = ManualClock()

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "healthstore-\(UUID().uuidString)", isDirectory: true)
            database = try HealthDatabase(url: folder.appendingPathComponent("health.db"), clock: AnyClock(clock))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Imports batches in parts.
        @discardableResult
        func ingest(
            _ batches: [SampleBatch], step: @escaping @Sendable (Int) throws -> Void = { _ in }
        ) throws -> ImportReceipt {
            var options = HealthDatabase.IngestOptions(file: "parts")
            options.takesTurns = true
            let clock = clock
            let source = StepSource(batches: batches) { number in
                try step(number)
                clock.advance(by: HealthDatabase.partDuration * 2)
            }
            return try database.ingest(source, options: options)
        }

        /// The numbers of all stored samples, with those that readers do not see, and of unfinished imports.
        func stored() throws -> [Int] {
            try DatabaseQueue(path: database.url.path).read { db in
                try ["sample", "heartbeats", "unfinished_import"].map { table in
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
                }
            }
        }
    }

    /// Returns the samples without their places and UUIDs, as lines.
    private static func contents(_ database: HealthDatabase) throws -> [String] {
        try database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT t.identifier, s.start, s.end, s.value, o.name, p.missing, p.app, d.name, m.entries,
                        h.beats, CASE WHEN s.ordinal IS NULL THEN NULL ELSE s.lag END, s.ordinal IS NULL
                    FROM sample AS s JOIN sample_type AS t ON t.id = s.type JOIN provenance AS p ON p.id = s.provenance
                    JOIN source AS o ON o.id = p.source LEFT JOIN device AS d ON d.id = p.device
                    LEFT JOIN metadata AS m ON m.id = s.metadata LEFT JOIN heartbeats AS h ON h.id = s.id
                    """)
        }.map { row in row.databaseValues.map(\.description).joined(separator: " ") }.sorted()
    }

    private static func count(_ database: HealthDatabase, _ sql: String = "SELECT count(*) FROM sample") throws -> Int {
        try database.read { db in try Int.fetchOne(db, sql: sql) ?? 0 }
    }

    private static let types = [
        "HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierFlightsClimbed", "HKMadeUpTypeIdentifierThing",
    ]

    /// Returns batches of records with few possible facts, so that every kind of coincidence occurs.
    private static func batches(_ count: Int, _ generator: inout SeededGenerator) -> [SampleBatch] {
        (0..<count).map { number in
            var batch = SampleBatch()
            if number == 0 {
                batch.newTypes = types
                batch.newProvenances = (0..<2).map { ProvenanceData(sourceName: "Source \($0)", unit: "count") }
                batch.newMetadata = (1..<3).map { [MetadataPair(key: "key", value: "\($0)")] }
                batch.items = [
                    .characteristics([MetadataPair(key: "HKCharacteristicTypeIdentifierBloodType", value: "A")])
                ]
            }
            for row in 0..<Int.random(in: 0..<40, using: &generator) {
                let start = Double(Int.random(in: 0..<30, using: &generator))
                let length = Double(Int.random(in: 0..<2, using: &generator))
                batch.rows.append(
                    SampleRow(
                        type: Int32.random(in: 0..<3, using: &generator),
                        provenance: Int32.random(in: 0..<2, using: &generator),
                        metadata: Int32.random(in: -1..<2, using: &generator), start: start, end: start + length,
                        created: start + 60, value: Double(Int.random(in: 0..<2, using: &generator))))
                if row == 7 { batch.beats = [BeatList(row: 7, beats: [Beat(bpm: 61, centisecondOfDay: 100)])] }
            }
            return batch
        }
    }

    /// Saves a sample of an app that no record of the imports equals.
    private static func save(_ number: Int, in database: HealthDatabase) throws {
        try database.save(
            [MadeSamples.steps(Double(number), from: Double(number) * 100)], source: MadeSamples.app)
    }

    @Test("An import in parts has the result of one transaction", arguments: UInt64(1)...20)
    func sameResult(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (parts, whole) = (try PartsStore(), try ScratchStore())
        for round in 0..<3 {
            let batches = Self.batches(Int.random(in: 1..<16, using: &generator), &generator)
            let saves = Set((0...batches.count).filter { _ in Bool.random(using: &generator) })
            let database = parts.database
            let receipt = try parts.ingest(batches) { number in
                if saves.contains(number) { try Self.save(round * 100 + number, in: database) }
            }
            let expected = try whole.importBatches(batches)
            for number in saves { try Self.save(round * 100 + number, in: whole.database) }
            #expect(receipt.records == expected.records)
            #expect(receipt.byType == expected.byType)
            #expect(try Self.contents(parts.database) == Self.contents(whole.database))
        }
        #expect(try Self.count(parts.database, "SELECT count(*) FROM characteristic WHERE value = 'A'") == 1)
        #expect(try parts.database.check().findings == [])
        #expect(try parts.stored()[2] == 0)
    }

    @Test(
        "A failure after any batch removes the samples of all parts and keeps the writes of others", arguments: 0...12)
    func failure(after count: Int) throws {
        var generator = SeededGenerator(seed: 40)
        let store = try PartsStore()
        try store.ingest(Self.batches(3, &generator))
        let batches = Self.batches(12, &generator)
        let database = store.database
        #expect(throws: FailingSource.Failure.self) {
            try store.ingest(batches) { number in
                try Self.save(number, in: database)
                if number == count { throw FailingSource.Failure() }
            }
        }
        let whole = try ScratchStore()
        generator = SeededGenerator(seed: 40)
        try whole.importBatches(Self.batches(3, &generator))
        for number in 0...count { try Self.save(number, in: whole.database) }
        let expected = try Self.contents(whole.database)
        #expect(try Self.contents(database) == expected)
        let beats = try Self.count(whole.database, "SELECT count(*) FROM heartbeats")
        #expect(try store.stored() == [expected.count, beats, 0])
        #expect(try Self.count(database, "SELECT count(*) FROM import") == 1)
        #expect(try database.check().findings == [])
        // Nothing prevents the next import.
        try store.ingest(batches)
        try whole.importBatches(batches)
        #expect(try Self.contents(database) == Self.contents(whole.database))
    }

    /// The observations of others during an import.
    private struct Sight: Sendable {
        var visible: [Int] = []
        var stored: [Int] = []
        var positions: [Int64] = []
        var refusals: [String] = []
    }

    @Test func othersDoNotSeeAnImportInPartsUntilItEnds() throws {
        let store = try PartsStore()
        try store.ingest(IngestFailureTests.batches(3))
        let reader = try HealthDatabase(url: store.database.url, mode: .readOnly)
        let sight = Mutex(Sight())
        let batches = IngestFailureTests.batches(12, from: 50_000_000)
        let database = store.database
        try store.ingest(batches) { number in
            // The queue has three batches and four are read ahead, so that a part has begun by now. The write waits for its end.
            guard number >= 8 else { return }
            try Self.save(number, in: database)
            let stored = try store.stored()[0]
            let visible = [try Self.count(database), try Self.count(reader)]
            let position = try database.read { db in try EffortUpdate.place(db) ?? 0 }
            var refusal = ""
            do {
                try database.write { db in _ = try Ingestion(db) }
            } catch let error as StoreError {
                refusal = error.code.rawValue
            }
            sight.withLock { sight in
                sight.stored.append(stored)
                sight.visible += visible
                sight.positions.append(position)
                sight.refusals.append(refusal)
            }
        }
        let seen = sight.withLock { $0 }
        #expect(seen.visible == [6001, 6001, 6002, 6002, 6003, 6003, 6004, 6004, 6005, 6005])
        #expect(seen.stored.allSatisfy { $0 >= 8000 })
        #expect(seen.positions == [6001, 6002, 6003, 6004, 6005])
        #expect(seen.refusals == Array(repeating: "busy", count: 5))
        #expect(try Self.count(database) == 30_005)
        #expect(try Self.count(reader) == 30_005)
        #expect(
            try database.read { db in try EffortUpdate.place(db) } == 6000 + UnfinishedImport.reservedPlaces + 24_000)
        #expect(try database.check().findings == [])
    }

    @Test("An import in parts that is killed leaves nothing that a reader sees", arguments: [2, 9, 11, 12])
    func killed(at step: Int) async throws {
        let store = try PartsStore()
        try store.ingest(IngestFailureTests.batches(3))
        let path = store.database.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as Int] in
            let clock = ManualClock()
            let database = try HealthDatabase(url: URL(fileURLWithPath: path), clock: AnyClock(clock))
            var options = HealthDatabase.IngestOptions(file: "dying")
            options.takesTurns = true
            let source = StepSource(batches: IngestFailureTests.batches(12, from: 50_000_000)) { number in
                clock.advance(by: HealthDatabase.partDuration * 2)
                if number >= 8 { try IngestPartsTests.save(number, in: database) }
                if number == step { kill(getpid(), SIGKILL) }
            }
            _ = try database.ingest(source, options: options)
        }
        let saved = max(0, step - 7)
        let reader = try HealthDatabase(url: store.database.url, mode: .readOnly)
        #expect(try Self.count(reader) == 6000 + saved)
        #expect(try (store.stored()[0] > 6000 + saved) == (step > 2))
        // The next connection for writing removes the samples.
        let again = try HealthDatabase(url: store.database.url)
        #expect(try Self.count(again) == 6000 + saved)
        #expect(try store.stored() == [6000 + saved, 0, 0])
        #expect(try again.check().findings == [])
        #expect(try Self.count(reader) == 6000 + saved)
        let receipt = try again.ingest(
            BatchList(IngestFailureTests.batches(12, from: 50_000_000)), options: .init(file: "again"))
        #expect(receipt.records.added == 24_000)
    }

    @Test func anImportThatAnotherProcessHasUndoneFails() throws {
        let store = try PartsStore()
        let database = store.database
        let error = #expect(throws: StoreError.self) {
            try store.ingest(IngestFailureTests.batches(12)) { number in
                guard number == 9 else { return }
                let unfinished = try database.read { db in try UnfinishedImport(db) }
                if let unfinished { try database.remove(unfinished) }
            }
        }
        #expect(error?.code == .busy)
        #expect(try store.stored() == [0, 0, 0])
    }

    @Test func aFullDiskInAPartLeavesTheStoreUnchanged() throws {
        let store = try PartsStore()
        try store.ingest(IngestFailureTests.batches(3))
        try store.database.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 30)")
        }
        let error = #expect(throws: StoreError.self) {
            try store.ingest(IngestFailureTests.batches(30, from: 50_000_000))
        }
        #expect(error?.code == .diskFull)
        #expect(try store.stored() == [6000, 0, 0])
        #expect(try store.database.check().findings == [])
    }

    /// Samples of pushes lack facts, which the records of an import add to them.
    @Test func samplesOfPushesAreCompletedAsInOneTransaction() throws {
        let (parts, whole) = (try PartsStore(), try ScratchStore())
        for database in [parts.database, whole.database] {
            var builder = PushBuilder(missing: [.device, .metadata], now: Date(timeIntervalSince1970: 1_800_000_000))
            for index in 0..<500 {
                builder.addQuantity(
                    HKQuantityTypeIdentifier.stepCount.rawValue, value: Double(index % 97), unit: "count",
                    PushBuilder.Reading(
                        start: 1_700_000_000 + Double(index) * 1000, end: 1_700_000_000 + Double(index) * 1000 + 60,
                        source: ProvenanceData(sourceName: "Phone"), uuid: nil, place: "/samples", index: index))
            }
            let receipt = try database.ingest(
                builder.batch, app: "phone", now: Date(timeIntervalSince1970: 1_800_000_000))
            #expect(receipt.allSamples.added == 500)
        }
        let batches = (0..<12).map { number in
            var batch = SampleBatch()
            if number == 0 {
                batch.newTypes = ["HKQuantityTypeIdentifierStepCount"]
                batch.newProvenances = [
                    ProvenanceData(sourceName: "Phone", device: DeviceData(name: "Phone 15"), unit: "count")
                ]
                batch.newMetadata = [[MetadataPair(key: "key", value: "1")]]
            }
            batch.rows = (0..<50).map { row in
                let index = number * 50 + row
                let start = 1_700_000_000 + Double(index) * 1000
                return SampleRow(
                    type: 0, provenance: 0, metadata: index % 3 == 0 ? 0 : -1, start: start, end: start + 60,
                    created: start + 90, value: Double(index % 97))
            }
            return batch
        }
        let receipt = try parts.ingest(batches)
        let expected = try whole.importBatches(batches)
        #expect(receipt.records == expected.records)
        #expect(receipt.records.added == 100)
        #expect(try Self.contents(parts.database) == Self.contents(whole.database))
        #expect(try Self.contents(parts.database).filter { $0.contains("Phone 15") }.count == 600)
        #expect(try parts.database.check().findings == [])
    }

    /// Records that can be samples of a push are stored last.
    @Test(arguments: [true, false])
    func postponedRecordsAreThoseOfADeviceIfTheirBatchIs(hasRepeats: Bool) throws {
        let start = 1_700_000_000.0
        let (parts, whole) = (try PartsStore(), try ScratchStore())
        for database in [parts.database, whole.database] {
            var builder = PushBuilder(missing: [.device, .metadata], now: Date(timeIntervalSince1970: 1_800_000_000))
            builder.addQuantity(
                HKQuantityTypeIdentifier.heartRate.rawValue, value: 60, unit: "count/min",
                PushBuilder.Reading(
                    start: start, end: start, source: ProvenanceData(sourceName: "Watch"), place: "/samples", index: 0))
            try database.ingest(builder.batch, app: "phone", now: Date(timeIntervalSince1970: 1_800_000_000))
        }
        let batches = (0..<6).map { number in
            var batch = SampleBatch()
            batch.hasRepeats = number == 0 ? hasRepeats : !hasRepeats
            if number == 0 {
                batch.newTypes = [HKQuantityTypeIdentifier.heartRate.rawValue]
                batch.newProvenances = [
                    ProvenanceData(sourceName: "Watch", device: DeviceData(name: "Watch 9"), unit: "count/min")
                ]
            }
            let time = start + Double(number) * 1000
            batch.rows = (number == 0 ? [62, 64] : [70]).map {
                SampleRow(type: 0, provenance: 0, start: time, end: time, value: $0)
            }
            return batch
        }
        try parts.ingest(batches)
        try whole.importBatches(batches)
        for database in [parts.database, whole.database] {
            let values = try database.records(SampleRequest()).compactMap(\.value).filter { $0 < 70 }
            #expect(values.sorted() == (hasRepeats ? [60, 64] : [60, 62, 64]))
            #expect(try database.check().findings == [])
        }
    }
}
