// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the interface of the store for programs that read it directly.
@Suite struct ViewsTests {
    private static let columns = [
        "id", "start", "end", "value", "unit", "original_unit", "source", "source_version", "device", "time_zone",
        "metadata", "start_seconds", "end_seconds", "created_seconds",
    ]
    private static let shell = "/usr/bin/sqlite3"

    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        let sleep = HKCategorySample(
            type: HKCategoryType(.sleepAnalysis), value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            start: MadeSamples.date(0), end: MadeSamples.date(3600), metadata: [HKMetadataKeyTimeZone: "Europe/Paris"])
        let weight = MadeSamples.quantity(.bodyMass, 154.3, "lb", from: 0.5, metadata: ["a": 1])
        let workout = HKWorkout(activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try store.database.save([sleep, weight, workout], source: MadeSamples.app)
        var export = TestExport()
        export.add(.init(type: "HKQuantityTypeIdentifierÜber-Morgen", unit: "x", value: "text"))
        try store.importXML(export.document)
        return store
    }

    @Test func columnsAreAsDocumented() throws {
        let store = try store()
        try store.readAsOtherProgram { (db: Database) throws in
            func columns(_ view: String) throws -> [String] { try db.columns(in: view).map(\.name) }
            #expect(try columns("body_mass") == Self.columns)
            var category = Self.columns
            category.insert("value_name", at: 4)
            #expect(try columns("sleep_analysis") == category)
            #expect(try columns("type_hkquantitytypeidentifier_ber_morgen") == Self.columns)
            #expect(
                try columns("workouts") == [
                    "id", "start", "end", "activity_type", "duration", "source", "source_version", "device",
                    "time_zone", "metadata", "attributes", "start_seconds", "end_seconds", "distance", "distance_unit",
                    "energy", "energy_unit", "copy_of",
                ])
            #expect(
                try columns("sources") == ["id", "name", "bundle_identifier", "provenances", "versions", "devices"])
        }
    }

    @Test func rowsHaveTheSavedValues() throws {
        let store = try store()
        try store.readAsOtherProgram { (db: Database) throws in
            let weight = try #require(try Row.fetchOne(db, sql: "SELECT * FROM body_mass"))
            #expect(weight["start"] == "2024-01-01T00:00:00.500Z")
            #expect(weight["end"] == weight["start"] as String)
            #expect(abs((weight["value"] as Double) - 69.9893) < 0.001)
            #expect(weight["unit"] == "kg")
            #expect(weight["original_unit"] == "lb")
            #expect(weight["source"] == "Journal")
            #expect(weight["metadata"] == #"{"a":1}"#)
            #expect(weight["start_seconds"] == 1_704_067_200.5)
            let sleep = try #require(try Row.fetchOne(db, sql: "SELECT * FROM sleep_analysis"))
            #expect(sleep["value_name"] == "HKCategoryValueSleepAnalysisAsleepCore")
            #expect(sleep["time_zone"] == "Europe/Paris")
            #expect(sleep["end_seconds"] == 1_704_070_800.0)
            #expect(try Int.fetchOne(db, sql: "SELECT activity_type FROM workouts") == 37)
            #expect(
                try String.fetchOne(db, sql: "SELECT value FROM type_hkquantitytypeidentifier_ber_morgen") == "text")
            #expect(try String.fetchAll(db, sql: "SELECT name FROM sources ORDER BY id").contains("Journal"))
        }
    }

    @Test func rangesOfSecondsUseTheKey() throws {
        let store = try store()
        try store.readAsOtherProgram { (db: Database) throws in
            let plan = try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN SELECT avg(value) FROM body_mass WHERE start_seconds BETWEEN 0 AND 1e9")
            let lines = plan.map { $0["detail"] as String }
            #expect(lines.contains("SEARCH s USING PRIMARY KEY (type=? AND start>? AND start<?)"))
            #expect(!lines.contains { $0.hasPrefix("SCAN") })
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: shell)))
    func theShellReadsEveryView() throws {
        let store = try store()
        let views = try store.readAsOtherProgram { (db: Database) throws in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name")
        }
        #expect(views.count == 11)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.shell)
        let queries = views.map { "SELECT count(*) FROM (SELECT * FROM \($0) LIMIT 3);" }.joined()
        process.arguments = ["-readonly", store.database.url.path, queries]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(output == "0\n1\n0\n0\n0\n0\n1\n2\n1\n0\n1\n")
    }

    /// Every quantity and category type has a view with its name, which the store creates when it adds the type.
    @Test func everyTypeHasAView() {
        let types = HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }
        let names = types.compactMap { TypeViews.name(of: $0.identifier) }
        #expect(Set(names).count == types.count)
    }
}
