// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthDemo
import OpenHealthFormats
import Testing

@testable import OpenHealthStore

/// Tests of schemas that others have changed.
@Suite struct SchemaCheckTests {
    static let changes: [(sql: String, finding: String)] = [
        (
            "CREATE TRIGGER t AFTER INSERT ON sample BEGIN DELETE FROM sample WHERE id = new.id; END",
            "the trigger \"t\" is not part of a store"
        ),
        ("CREATE VIEW extra AS SELECT 1", "the view \"extra\" is not part of a store"),
        (
            "DROP VIEW step_count; CREATE VIEW step_count AS SELECT * FROM heart_rate",
            "the view \"step_count\" has another definition"
        ),
        ("DROP VIEW workouts; CREATE VIEW workouts AS SELECT 1", "the view \"workouts\" has another definition"),
        ("DROP VIEW step_count; CREATE TABLE step_count (id)", "the table \"step_count\" is not part of a store"),
        ("CREATE TABLE extra (a)", "the table \"extra\" is not part of a store"),
        ("CREATE INDEX extra ON sample (value)", "the index \"extra\" is not part of a store"),
        ("CREATE INDEX extra ON sample (abs(value))", "the index \"extra\" is not part of a store"),
        ("CREATE VIRTUAL TABLE extra USING fts5(a)", "the table \"extra\" is not part of a store"),
        ("ALTER TABLE sample ADD COLUMN extra", "the table \"sample\" has another definition"),
        ("ALTER TABLE source ADD COLUMN extra CHECK (abs(extra) > 0)", "the table \"source\" has another definition"),
        ("ALTER TABLE heartbeats RENAME TO extra", "the table heartbeats is missing"),
    ]

    private static func damaged(_ sql: String) throws -> (ScratchStore, HealthDatabase) {
        let store = try ScratchStore()
        let demo = store.folder.appendingPathComponent("demo.zip")
        try DemoExport(records: 300, seed: 5).write(to: demo)
        _ = try store.database.ingest(try AppleHealthExportReader(url: demo), options: .init(file: "demo.zip"))
        try #require(try store.database.check().isHealthy)
        var configuration = Configuration()
        configuration.acceptsDoubleQuotedStringLiterals = true
        let queue = try DatabaseQueue(path: store.database.url.path, configuration: configuration)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try queue.close()
        return (store, try HealthDatabase(url: store.database.url, mode: .readOnly))
    }

    @Test(arguments: changes.map(\.sql)) func changedSchemasAreFaults(sql: String) throws {
        let finding = try #require(Self.changes.first { $0.sql == sql }).finding
        let (store, database) = try Self.damaged(sql)
        let findings = try database.check().findings
        #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
        _ = store
    }

    @Test func tablesOfSQLiteAreNoFaults() throws {
        let (store, database) = try Self.damaged("ANALYZE")
        #expect(try database.check().findings == [])
        _ = store
    }

    @Test func connectionsDoNotTrustTheSchema() throws {
        let store = try ScratchStore()
        for database in [store.database, try HealthDatabase(url: store.database.url, mode: .readOnly), try .inMemory()]
        {
            let isTrusted = try database.read { db in try Bool.fetchOne(db, sql: "PRAGMA trusted_schema") }
            #expect(isTrusted == false)
        }
        for database in [store.database, try .inMemory()] {
            #expect(throws: (any Error).self) {
                try database.write { db in
                    try db.execute(sql: "PRAGMA writable_schema = ON")
                    try db.execute(sql: "UPDATE sqlite_master SET sql = sql || ' ' WHERE name = 'sample'")
                }
            }
        }
    }
}
