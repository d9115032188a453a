// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of numbers of a file from which new numbers are made.
@Suite struct StoredNumberTests {
    private static let person = DemoPhone(days: 1, seed: 3)

    /// Writes in every way, and returns the errors.
    private static func write(_ database: HealthDatabase) -> [any Error] {
        let ways: [() throws -> Void] = [
            { try database.save([MadeSamples.steps(1, from: 0, to: 60)], source: MadeSamples.app) },
            {
                _ = try database.ingest(BatchList([try batch()]), options: .init(file: "batches"))
            },
            {
                let now = Date(timeIntervalSince1970: 1_800_000_000)
                for text in person.healthAutoExport(0..<1) {
                    var text = text
                    let push = try text.withUTF8 {
                        try HealthAutoExportReader.read($0, aggregation: .individual, now: now)
                    }
                    _ = try database.ingest(push, app: "phone", now: now)
                }
            },
            {
                guard let uuid = try database.records(SampleRequest()).first?.uuid else { return }
                try database.delete([uuid])
            },
            { _ = try database.changes(after: 0) },
            { _ = try database.repair() },
        ]
        var errors: [any Error] = []
        for way in ways {
            do {
                try way()
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    private static func batch() throws -> SampleBatch {
        var builder = PushBuilder(missing: [], now: Date(timeIntervalSince1970: 1_800_000_000))
        builder.addQuantity(
            HKQuantityTypeIdentifier.heartRate.rawValue, value: 61, unit: "count/min",
            PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Watch"), uuid: nil,
                place: "/samples", index: 0))
        return builder.batch.samples
    }

    private static func filled() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.importXML(person.export(days: 1))
        #expect(write(store.database).isEmpty)
        return store
    }

    /// A counter from which no position follows ends no writer, and the check names it.
    @Test(arguments: [Int64.max, .max - 1, StoredNumber.greatest + 1, -1, .min])
    func aCounterOutOfRangeIsAnErrorAndAFinding(number: Int64) throws {
        let store = try Self.filled()
        try store.database.write { db in
            try db.execute(sql: "UPDATE counter SET value = ?", arguments: [number])
        }
        let errors = Self.write(store.database)
        #expect(errors.count >= 3)
        for error in errors { #expect((error as? StoreError)?.code == .corrupt, "\(error)") }
        let findings = try store.database.check().findings
        #expect(findings.contains { $0.contains("column value of counter") }, "\(findings)")
        #expect(try store.database.repair().repaired == [])
    }

    /// Every number of every table, at the limits of its type: writers throw an error or succeed, and the check names the number.
    @Test func numbersAtTheLimitsEndNoWriter() throws {
        let store = try Self.filled()
        let columns = try store.database.read { db in
            try NumberCheck.columns(db).filter { table, _ in
                try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table)\")") ?? false
            }
        }
        #expect(columns.contains { $0.table == "sample" && $0.columns.contains("ordinal") })
        var number = 0
        for (table, names) in columns {
            for name in names {
                for value in [Int64.max, .min] {
                    number += 1
                    let url = store.folder.appendingPathComponent("copy-\(number).db")
                    try store.database.backup(to: url)
                    let queue = try DatabaseQueue(path: url.path)
                    try queue.writeWithoutTransaction { db in
                        try db.execute(sql: "PRAGMA foreign_keys = OFF")
                        try db.execute(
                            sql: """
                                UPDATE OR IGNORE "\(table)" SET "\(name)" = ?
                                WHERE "\(name)" = (SELECT max("\(name)") FROM "\(table)")
                                """, arguments: [value])
                    }
                    let isChanged = try queue.read { db in
                        try Bool.fetchOne(
                            db, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table)\" WHERE \"\(name)\" = ?)",
                            arguments: [value]) ?? false
                    }
                    try queue.close()
                    // Tables with one row have a rule for its number.
                    guard isChanged else { continue }
                    let copy = try HealthDatabase(url: url)
                    let findings = try copy.read { db in try NumberCheck.run(db) }
                    #expect(findings.contains { $0.contains("column \(name) of \(table)") }, "\(table).\(name)")
                    for error in Self.write(copy) { #expect(error is StoreError, "\(table).\(name): \(error)") }
                }
            }
        }
        #expect(number > 100)
    }

    /// A wrong number of free pages is found, although SQLite's own check leaves the list of free pages out.
    @Test(arguments: [UInt32(5), .max]) func aWrongNumberOfFreePagesIsAFinding(count: UInt32) throws {
        let store = try Self.filled()
        let url = store.folder.appendingPathComponent("copy.db")
        try store.database.backup(to: url)
        let file = try FileHandle(forUpdating: url)
        try file.seek(toOffset: 36)
        try file.write(contentsOf: withUnsafeBytes(of: count.bigEndian) { Data($0) })
        try file.close()
        let findings = try HealthDatabase(url: url, mode: .readOnly).check().findings
        #expect(findings.contains { $0.contains("freelist") }, "\(findings)")
    }

    /// A list of migrations that lacks one names the file instead of a table.
    @Test func aMissingMigrationIsNamed() throws {
        let store = try Self.filled()
        let url = store.folder.appendingPathComponent("copy.db")
        try store.database.backup(to: url)
        let queue = try DatabaseQueue(path: url.path)
        let migrations = try queue.read { db in
            try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
        }
        var failed = 0
        for identifier in migrations {
            try queue.write { db in
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [identifier])
            }
            // Migrations that only replace views can run twice.
            do {
                _ = try StoreMigration.$keepsCopy.withValue(false) { try HealthDatabase(url: url) }
            } catch {
                let error = try #require(error as? StoreError, "\(identifier): \(error)")
                #expect(error.code == .corrupt && error.message.contains(url.path), "\(identifier): \(error)")
                failed += 1
            }
            try queue.write { db in
                try db.execute(sql: "INSERT OR IGNORE INTO grdb_migrations VALUES (?)", arguments: [identifier])
            }
        }
        #expect(failed > 10)
    }
}
