// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthExport

/// Exports that add to that of a phone.
@Suite struct HealthConnectBaseTests {
    /// Adds an export to that of a phone.
    @discardableResult
    private static func add(
        _ world: ExportWorld, _ database: HealthDatabase, to name: String, base: String
    ) throws -> ExportReceipt {
        try Exporter(format: ExportFormats.healthConnect(base: world.file(base))).run(database, to: world.file(name))
    }

    /// The rows of all tables, as text.
    private static func rows(_ queue: DatabaseQueue) throws -> [String: Set<String>] {
        try queue.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            var tables: [String: Set<String>] = [:]
            for name in names {
                let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(name)")
                tables[name] = Set(rows.map { "\($0.map { "\($0.0)=\($0.1)" }.sorted())" })
            }
            return tables
        }
    }

    /// Writes an archive with a database.
    private static func archive(_ world: ExportWorld, _ name: String, member: String, _ bytes: some Collection<UInt8>)
        throws
    {
        let output = try ZipOutput(url: world.file(name), replaces: true, date: Date(timeIntervalSince1970: 1e9))
        try output.file(member, bytes: bytes)
        try output.finish()
    }

    /// Creates the export of a phone: a newer schema with other columns, in write-ahead mode, and a record of the phone.
    private static func phone(_ world: ExportWorld, _ name: String, from other: String) throws {
        let queue = try HealthConnectExportTests.open(world, other)
        try queue.writeWithoutTransaction { db in
            for record in HealthConnectRecord.all.reversed() { try db.execute(sql: "DELETE FROM \(record.table)") }
            try db.execute(
                sql: """
                    DELETE FROM application_info_table; DELETE FROM activity_date_table; DELETE FROM device_info_table;
                    PRAGMA user_version = 23;
                    ALTER TABLE exercise_session_record_table ADD COLUMN planned_exercise_session_id BLOB;
                    CREATE TABLE newer_record_table (row_id INTEGER PRIMARY KEY, uuid BLOB);
                    INSERT INTO newer_record_table VALUES (1, x'01');
                    INSERT INTO application_info_table VALUES (7, 'com.example.phone', 'Phone', x'89', '1');
                    INSERT INTO device_info_table VALUES (1, 'Maker', 'Model', 2);
                    INSERT INTO activity_date_table VALUES (1, 20000, 1);
                    INSERT INTO steps_record_table (uuid, last_modified_time, device_info_id, app_info_id, start_time,
                        start_zone_offset, end_time, end_zone_offset, local_date, count)
                    VALUES (zeroblob(16), 1, 1, 7, 1728000000000, 3600, 1728000060000, 3600, 20000, 12);
                    """)
            _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let path = queue.path
        try queue.close()
        try archive(
            world, name, member: "health_connect_export.db", Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test func recordsAreAddedOnceAndThoseOfThePhoneStay() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 2000)
        try world.export(database, to: "own.zip", format: "health-connect")
        try Self.phone(world, "phone.zip", from: "own.zip")
        let before = try Self.rows(HealthConnectExportTests.open(world, "phone.zip"))
        let receipt = try Self.add(world, database, to: "first.zip", base: "phone.zip")
        let first = try HealthConnectExportTests.open(world, "first.zip")
        let rows = try Self.rows(first)
        for (table, old) in before { #expect(rows[table]?.isSuperset(of: old) == true, "\(table)") }
        try first.read { db in
            #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 23)
            #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            let steps = try Int.fetchOne(db, sql: "SELECT count(*) FROM steps_record_table")
            #expect(steps == 1 + (receipt.types["HKQuantityTypeIdentifierStepCount"] ?? 0))
        }
        // Again, nothing is added.
        let again = try Self.add(world, database, to: "second.zip", base: "first.zip")
        #expect(try Self.rows(HealthConnectExportTests.open(world, "second.zip")) == rows)
        #expect(again.types == receipt.types && again.written == receipt.written)
    }

    @Test func damagedExportsOfPhonesAreRefused() throws {
        let world = try ExportWorld()
        let database = try world.demo(records: 500)
        try world.export(database, to: "own.zip", format: "health-connect")
        let path = try HealthConnectExportTests.open(world, "own.zip").path
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let member = HealthConnectExport.fileName
        try Data("no archive".utf8).write(to: world.file("text.zip"))
        try Data().write(to: world.file("empty.zip"))
        try Self.archive(world, "other.zip", member: "other.db", bytes)
        try Self.archive(world, "short.zip", member: member, bytes.prefix(bytes.count / 2))
        try Self.archive(world, "none.zip", member: member, Data())
        try Self.archive(world, "noise.zip", member: member, Data("SQLite format 3\0 and more".utf8))
        var scribbled = bytes
        for index in stride(from: 5000, to: scribbled.count, by: 97) { scribbled[index] ^= 0x5A }
        try Self.archive(world, "scribbled.zip", member: member, scribbled)
        for (name, sql) in [
            ("old.zip", "PRAGMA user_version = 8"), ("tables.zip", "DROP TABLE activity_date_table"),
            (
                "columns.zip",
                "DROP TABLE device_info_table; CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY)"
            ),
        ] {
            let queue = try HealthConnectExportTests.open(world, "own.zip")
            try queue.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA foreign_keys = OFF; \(sql)") }
            let path = queue.path
            try queue.close()
            try Self.archive(world, name, member: member, Data(contentsOf: URL(fileURLWithPath: path)))
        }
        for name in [
            "missing.zip", "text.zip", "empty.zip", "other.zip", "short.zip", "none.zip", "noise.zip",
            "scribbled.zip", "old.zip", "tables.zip", "columns.zip",
        ] {
            do {
                try Self.add(world, database, to: "out.zip", base: name)
                Issue.record("\(name) is not refused")
            } catch {
                #expect(error is ExportError || error is FormatError, "\(name): \(error)")
            }
            #expect(!FileManager.default.fileExists(atPath: world.file("out.zip").path))
        }
    }
}
