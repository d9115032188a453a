// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of deleting all samples of a source.
@Suite struct SourceOrderDeletionTests {
    /// Returns a store with samples of every kind from the app, and some of another source.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        let pressure = MadeSamples.bloodPressure(121, 79, at: 9, sync: 1)
        let workout = HKWorkout(activityType: .yoga, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let synced = MadeSamples.steps(
            9, from: 500, metadata: [HKMetadataKeySyncIdentifier: "s", HKMetadataKeySyncVersion: 3])
        try store.database.save(
            [
                MadeSamples.steps(1, from: 60, to: 120), MadeSamples.steps(2, from: 0, to: 60, metadata: ["a": 1]),
                MadeSamples.heartRate(61, at: 5), pressure, workout, synced,
            ], source: MadeSamples.app)
        var export = TestExport()
        export.add(.init(start: 0, end: 60), .init(start: 0, end: 60), .init(start: 60, end: 90))
        export.add(.init(type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "60", source: "Journal"))
        export.add(
            "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\"", start: 0, end: 60,
            "<WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"\(export.date(5))\"/>\n")
        try store.importXML(export.document)
        return store
    }

    private func number(_ store: ScratchStore, _ name: String, bundle: String? = nil) throws -> Int64 {
        try #require(
            try store.database.sources().first { $0.name == name && $0.bundleIdentifier == bundle }?.id)
    }

    /// Returns the contents of all tables, with sorted rows.
    private func contents(_ store: ScratchStore) throws -> [String: [String]] {
        try store.database.read { db in
            var contents: [String: [String]] = [:]
            for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                contents[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).sorted()
            }
            return contents
        }
    }

    /// The result equals that of deleting the samples one by one, by type and start date.
    @Test func deletingASourceEqualsDeletingItsSamples() throws {
        let store = try store()
        let copy = store.folder.appendingPathComponent("copy.db")
        try store.database.backup(to: copy)
        let apart = try HealthDatabase(url: copy)
        let app = try number(store, "Journal", bundle: "org.example.journal")
        let doomed = try apart.read { db in
            let reader = RecordReader(db)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT s.type, s.start, s.id FROM sample AS s JOIN provenance AS p ON p.id = s.provenance
                    WHERE p.source = ? ORDER BY s.type, s.start, s.id
                    """,
                arguments: [app]
            ).map { row in
                try reader.uuid(
                    try #require(try SampleLookup.sample(db, type: row[0], start: row[1], id: row[2])))
            }
        }
        #expect(doomed.count == 8)
        try apart.delete(doomed)
        let before = try store.database.latestChange()
        #expect(try store.database.deleteSamples(ofSource: app) == 8)
        let tables = try apart.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        let here = try contents(store)
        // The two deletions happen at different times.
        for table in tables where table != "change_time" {
            let there = try apart.read { db in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).sorted()
            }
            #expect(here[table] == there, "\(table)")
        }
        let changes = try store.database.changes(after: before, types: [], limit: nil)
        #expect(changes.added.isEmpty)
        #expect(changes.deleted.count == 8)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        // No samples of the source are left.
        #expect(try store.database.deleteSamples(ofSource: app) == 0)
        #expect(try store.database.latestChange() == before + 8)
    }

    @Test func onlyGivenTypesAreDeleted() throws {
        let store = try store()
        let app = try number(store, "Journal", bundle: "org.example.journal")
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        #expect(try store.database.deleteSamples(ofSource: app, types: []) == 0)
        #expect(
            try store.database.deleteSamples(ofSource: app, types: [HKQuantityTypeIdentifier.height.rawValue]) == 0)
        #expect(
            try store.database.deleteSamples(
                ofSource: app, types: [steps, steps, HKQuantityTypeIdentifier.height.rawValue]) == 3)
        let left = try store.database.records(SampleRequest(types: [steps]))
        #expect(left.map(\.source) == Array(repeating: "Ada’s iPhone", count: 3))
        #expect(
            try store.database.records(SampleRequest(types: [HKQuantityTypeIdentifier.heartRate.rawValue])).count == 2)
        #expect(try store.database.check().findings == [])
    }

    @Test func importedSamplesAreDeletedWithTheirDetails() throws {
        let store = try store()
        #expect(try store.database.deleteSamples(ofSource: try number(store, "Ada’s Watch")) == 1)
        #expect(try store.count("SELECT count(*) FROM workout_event") == 0)
        #expect(try store.count("SELECT count(*) FROM workout") == 1)
        #expect(try store.database.deleteSamples(ofSource: try number(store, "Ada’s iPhone")) == 3)
        #expect(try store.database.check().findings == [])
        // Deleted samples return as new samples with the next import.
        var export = TestExport()
        export.add(.init(start: 0, end: 60))
        #expect(try store.importXML(export.document).records.added == 1)
        #expect(try store.database.check().findings == [])
    }

    @Test func missingSourcesAreRefused() throws {
        let store = try store()
        let before = try contents(store)
        let source = #expect(throws: StoreError.self) { try store.database.deleteSamples(ofSource: 99) }
        #expect(source?.code == .notFound)
        #expect(source?.message.contains("99") == true)
        let type = #expect(throws: StoreError.self) {
            try store.database.deleteSamples(
                ofSource: 1,
                types: [HKQuantityTypeIdentifier.stepCount.rawValue, "HKQuantityTypeIdentifierNobodyKnows"])
        }
        #expect(type?.code == .notFound)
        #expect(type?.message.contains("HKQuantityTypeIdentifierNobodyKnows") == true)
        #expect(try contents(store) == before)
    }

    /// If deleting the samples of the last type fails, all samples are kept.
    @Test func aFailureChangesNothing() throws {
        let store = try store()
        let app = try number(store, "Journal", bundle: "org.example.journal")
        let types = try store.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER failing BEFORE DELETE ON sample
                    WHEN old.type = (SELECT max(type) FROM type_source WHERE source = \(app))
                    BEGIN SELECT raise(ABORT, 'no'); END
                    """)
            return try Int64.fetchAll(db, sql: "SELECT type FROM type_source WHERE source = ?", arguments: [app]).count
        }
        #expect(types > 2)
        let before = try contents(store)
        #expect(throws: (any Error).self) { try store.database.deleteSamples(ofSource: app) }
        #expect(try contents(store) == before)
    }
}
