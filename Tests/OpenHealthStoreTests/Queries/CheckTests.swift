// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct CheckTests {
    /// A fault: a statement that damages a valid store, and a part of the expected finding.
    struct Fault: CustomTestStringConvertible, Sendable {
        var sql: String
        var finding: String
        var testDescription: String { sql }

        init(_ sql: String, _ finding: String) {
            self.sql = sql
            self.finding = finding
        }
    }

    static let faults: [Fault] = [
        Fault("UPDATE sample SET type = 99 WHERE id = 1", "has a missing type"),
        Fault("UPDATE sample SET provenance = 99 WHERE id = 1", "has a missing source"),
        Fault("UPDATE sample SET metadata = 99 WHERE id = 1", "has missing metadata"),
        Fault("UPDATE sample SET end = start - 1 WHERE id = 1", "ends before it starts"),
        Fault("UPDATE sample SET start = 9e999 WHERE id = 1", "ends before it starts"),
        Fault("UPDATE sample SET value = 9e999 WHERE id = 1", "not a finite number"),
        Fault("UPDATE sample SET end = start + 1e8 WHERE id = 1", "longer than the recorded maximum"),
        Fault("DELETE FROM type_extent", "longer than the recorded maximum"),
        Fault("UPDATE sample SET id = 2 WHERE id = 1", "has the place of another sample"),
        Fault("UPDATE sample SET id = 4000000000000 WHERE id = 1", "beyond the counter"),
        Fault("UPDATE counter SET value = 3", "beyond the counter"),
        Fault("DELETE FROM counter", "no counter of changes"),
        Fault("DELETE FROM change_run", "not in the order of changes"),
        Fault("UPDATE change_run SET max_start = min_start - 1 WHERE first = 1", "not in the order of changes"),
        Fault("UPDATE change_run SET last = last + 1 WHERE first = 1", "overlaps another"),
        Fault("UPDATE change_run SET last = first - 1 WHERE first = 1", "reversed or overlaps"),
        Fault("DELETE FROM sample_uuid WHERE id = 1", "has no stored UUID"),
        Fault("UPDATE sample_uuid SET start = 5 WHERE id = 1", "belongs to no sample"),
        Fault("UPDATE sample_uuid SET uuid = x'00' WHERE id = 1", "is not 16 bytes"),
        Fault("DELETE FROM sample WHERE id = 1", "belongs to no sample"),
        Fault("UPDATE sync_identifier SET sample = 99", "sync identifier of place 99"),
        Fault("INSERT INTO heartbeats VALUES (999, '[]')", "row of heartbeats at place 999"),
        Fault("INSERT INTO heartbeats VALUES (1, '[')", "beats at place 1 are not JSON"),
        Fault("INSERT INTO sample_detail VALUES (999, '{}')", "row of sample_detail at place 999"),
        Fault("INSERT INTO audiogram_point VALUES (999, 0, '{}')", "row of audiogram_point at place 999"),
        Fault("UPDATE sample_detail SET detail = 'x'", "are not JSON"),
        Fault("UPDATE metadata SET entries = '{'", "metadata 1 is not JSON"),
        Fault("UPDATE workout SET start = 5", "row of workout at place"),
        Fault("DELETE FROM workout", "has no details"),
        Fault("UPDATE correlation_member SET start = 5", "correlation_member refers to a missing sample at place"),
        Fault("UPDATE correlation_member SET correlation = 999", "row of correlation_member at place 999"),
        Fault("INSERT INTO workout_sample VALUES (999, 1, 1, 0)", "refers to the missing workout at place 999"),
        Fault(
            "INSERT INTO workout_event (workout, type, start) VALUES (999, 'x', 0)",
            "refers to a missing row of workout"),
        Fault("INSERT INTO provenance (hash, source) VALUES (x'00', 99)", "refers to a missing row of source"),
        Fault(
            """
            INSERT INTO electrocardiogram (id, start, sample_rate, unit, measurements, encoding, voltages)
            VALUES (1, 0, 512, 'V', 2, 1, x'00')
            """, "wrong number of measurements"),
        Fault(
            "INSERT INTO deletion VALUES (999, 1, zeroblob(16), 998, 1, NULL, NULL, NULL, NULL)",
            "beyond the counter"),
        Fault(
            "INSERT INTO deletion VALUES (2, 1, zeroblob(16), 998, 1, NULL, NULL, NULL, NULL)",
            "has the place of a sample"),
        Fault("INSERT INTO deletion VALUES (0, 1, x'00', 998, 1, NULL, NULL, NULL, NULL)", "UUID of another size"),
        Fault("UPDATE deletion SET sample = 1", "still exists"),
        Fault("DELETE FROM type_source WHERE type = 1", "has a source that is not recorded for the type"),
        Fault("UPDATE type_source SET latest = 0", "or not at this date"),
        Fault("INSERT INTO type_source VALUES (99, 1, 0, 0)", "type_source refers to the missing type 99"),
        Fault("INSERT INTO type_source VALUES (1, 99, 0, 0)", "type_source refers to the missing source 99"),
        Fault("INSERT INTO source_rank VALUES (99, 0, 1)", "source_rank refers to the missing type 99"),
        Fault("INSERT INTO source_rank VALUES (1, 0, 99)", "source_rank refers to the missing source 99"),
        Fault("INSERT INTO source_rank VALUES (1, 0, 1), (1, 1, 1)", "the order for the type 1 names a source twice"),
        Fault("INSERT INTO rollup VALUES (7, 99, 0, 0, 1, x'')", "rollup refers to the missing type 99"),
        Fault("INSERT INTO rollup VALUES (7, 1, 99, 0, 1, x'')", "rollup refers to the missing source 99"),
        Fault("INSERT INTO rollup VALUES (7, 1, 0, 0, 0, x'')", "the rollup 7 has no length"),
        Fault(
            "INSERT INTO rollup VALUES (7, 1, 0, 0, 5, x''), (8, 1, 0, 1, 1, x''), (9, 1, 0, 4, 1, x'')",
            "the rollup 9 overlaps"),
        Fault("INSERT INTO rollup VALUES (7, 1, 0, 0, 1, zeroblob(9))", "the kept statistics 7 of HKQuantityType"),
        Fault("INSERT INTO rollup_order VALUES (99, '[]')", "rollup_order refers to the missing type 99"),
        Fault("INSERT INTO rollup_order VALUES (1, '[')", "of type 1 is not JSON"),
        Fault("DROP VIEW step_count", "the view step_count of HKQuantityTypeIdentifierStepCount is missing"),
        Fault("DROP VIEW sources", "the view sources is missing"),
        Fault("DELETE FROM store_secret", "the secret for the UUIDs of imported samples is missing"),
        Fault("UPDATE store_secret SET key = x'00'", "the secret for the UUIDs of imported samples is missing"),
        Fault("UPDATE sample_type SET unit = 'kg' WHERE id = 1", "have the unit kg instead of count"),
        Fault("DELETE FROM category_value", "the names of the values of HKCategoryTypeIdentifierSleepAnalysis"),
        Fault("UPDATE category_value SET name = 'x' WHERE value = 1", "the names of the values of HKCategoryType"),
        Fault("INSERT INTO category_value SELECT type, 99, 'x' FROM category_value LIMIT 1", "the names of the values"),
        Fault("INSERT INTO activity_summary VALUES ('2024-01-01', '{')", "activity summary of 2024-01-01"),
    ]

    /// Returns a store with data in every table that the faults need.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.database.save(
            [
                MadeSamples.steps(1, from: 0, to: 60, metadata: ["a": 1]), MadeSamples.steps(2, from: 60, to: 120),
                MadeSamples.heartRate(61, at: 5), MadeSamples.bloodPressure(121, 79, at: 9, sync: 1),
                HKWorkout(activityType: .yoga, start: MadeSamples.date(0), end: MadeSamples.date(60)),
                MadeSamples.heartRate(62, at: 6),
                HKCategorySample(
                    type: HKCategoryType(.sleepAnalysis), value: 3, start: MadeSamples.date(0),
                    end: MadeSamples.date(60)),
            ], source: MadeSamples.app)
        let doomed = MadeSamples.heartRate(63, at: 7)
        try store.database.save([doomed], source: MadeSamples.app)
        try store.database.delete([doomed.uuid])
        return store
    }

    @Test func soundStoreIsHealthy() throws {
        let store = try store()
        var parts: [String] = []
        let report = try store.database.check { parts.append($0) }
        #expect(report.findings == [])
        #expect(report.isHealthy)
        #expect(parts == report.checked)
        #expect(parts.count == 18)
        #expect(try ScratchStore().database.check().isHealthy)
    }

    @Test(arguments: faults) func eachFaultIsFound(_ fault: Fault) throws {
        let store = try store()
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: store.database.url.path, configuration: configuration)
        try queue.write { db in try db.execute(sql: fault.sql) }
        try queue.close()
        let report = try store.database.check()
        #expect(!report.isHealthy)
        #expect(report.findings.contains { $0.contains(fault.finding) }, "\(report.findings)")
    }

    @Test func manyFaultsOfOneKindAreCounted() throws {
        let store = try ScratchStore()
        try store.database.save((0..<100).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        try store.database.write { db in try db.execute(sql: "UPDATE sample SET end = start - 1") }
        let findings = try store.database.check().findings
        #expect(findings.contains("80 more: samples end before they start, or have dates out of range"))
        #expect(findings.filter { $0.contains("differ from their checksums") }.count == 1)
        #expect(findings.count == 22)
    }

    @Test func damagedPagesAreFound() throws {
        let store = try ScratchStore()
        try store.database.save(
            (0..<9000).map { MadeSamples.steps(1, from: Double($0), metadata: ["n": $0]) }, source: MadeSamples.app)
        let copy = store.folder.appendingPathComponent("copy.db")
        try store.database.backup(to: copy)
        var bytes = try Data(contentsOf: copy)
        // The first pages contain the schema and small tables, without which the file would not open. The samples are in the last quarter.
        let first = bytes.count / 8192 * 3 / 4
        let lastRoot = try store.database.read { db in
            try Int.fetchOne(db, sql: "SELECT max(rootpage) FROM sqlite_schema") ?? 0
        }
        #expect(first > lastRoot)
        for page in stride(from: first, to: bytes.count / 8192, by: 3) {
            bytes.replaceSubrange(page * 8192..<page * 8192 + 4096, with: Data(repeating: 0xa5, count: 4096))
        }
        try bytes.write(to: copy)
        let damaged = try HealthDatabase(url: copy, mode: .readWrite)
        let report = try damaged.check()
        #expect(report.findings.contains { $0.contains("damaged") })
        let error = #expect(throws: StoreError.self) { try damaged.records(SampleRequest()) }
        #expect(error?.code == .corrupt || error?.code == .inconsistent)
        #expect(error?.remedy.isEmpty == false)
    }
}
