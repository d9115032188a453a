// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of stores that were created by earlier versions.
@Suite struct OldStoreTests {
    /// A copy of an old store, opened and migrated. The folder is removed with the object, and a query can open the file again,
    /// so tests keep a reference to it.
    private final class OldStore {
        let folder: URL
        let database: HealthDatabase

        init(_ name: String) throws {
            let fixture = try #require(
                Bundle.module.url(forResource: name, withExtension: "sqlite", subdirectory: "Fixtures"))
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("old-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let copy = folder.appendingPathComponent("health.db")
            try FileManager.default.copyItem(at: fixture, to: copy)
            database = try HealthDatabase(url: copy)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    @Test func version1RequiresWritePermission() throws {
        let fixture = try #require(
            Bundle.module.url(forResource: "store-v1", withExtension: "sqlite", subdirectory: "Fixtures"))
        let before = try Data(contentsOf: fixture)
        let error = #expect(throws: StoreError.self) { try HealthDatabase(url: fixture, mode: .readOnly) }
        #expect(error?.code == .olderSchema)
        #expect(try Data(contentsOf: fixture) == before)
    }

    @Test func version1HasStatistics() throws {
        let old = try OldStore("store-v1")
        let store = old.database
        defer { withExtendedLifetime(old) {} }
        for type in try store.types() where type.kind == .quantity {
            let request = StatisticsRequest(type: type.identifier, separateBySource: true)
            guard HealthTypes.named(type.identifier) != nil else { continue }
            let rows = try store.statistics(request)
            #expect(rows.map(\.figures.count) == [type.count], "\(type.identifier)")
            #expect(try store.statistics(request, usesRollups: false) == rows, "\(type.identifier)")
            #expect(rows.first?.sources?.isEmpty == false, "\(type.identifier)")
        }
    }

    @Test func version1KeepsItsData() throws {
        let old = try OldStore("store-v1")
        let store = old.database
        defer { withExtendedLifetime(old) {} }
        #expect(try store.check(progress: nil).findings == [])
        #expect(try store.imports().count == 6)
        let counts = Dictionary(uniqueKeysWithValues: try store.types().map { ($0.name, $0.count) })
        #expect(
            counts == [
                "activitySummary": 2, "headache": 1, "mindfulSession": 1, "sleepAnalysis": 1, "labResultRecord": 2,
                "food": 1, "audiogram": 2, "electrocardiogram": 1, "HKDataTypeSleepDurationGoal": 1,
                "bloodGlucose": 1, "bodyMass": 2, "bodyTemperature": 1, "dietaryEnergyConsumed": 1,
                "dietaryFatTotal": 1, "heartRate": 1, "heartRateVariabilityRMSSD": 1, "heartRateVariabilitySDNN": 1,
                "oxygenSaturation": 1, "physicalEffort": 1, "vo2Max": 2, "workoutEffortScore": 1,
                "visionPrescription": 1, "workoutRoute": 3, "workout": 6, "NewInside": 1, "StateOfMind": 1,
            ])
        let added = try #require(UUID(uuidString: "5BFB1B2A-7020-4C84-8A32-1963F0BF643C"))
        let record = try #require(try store.record(uuid: added))
        #expect(record.type == "HKQuantityTypeIdentifierBodyMass")
        #expect(record.originalUnit == "kg")
        let changes = try store.changes(after: 0, types: ["HKQuantityTypeIdentifierStepCount"], limit: nil)
        #expect(changes.added.isEmpty)
        #expect(changes.deleted.count == 1)
        for sample in try store.records(SampleRequest()) {
            #expect(try store.record(uuid: sample.uuid)?.id == sample.id)
        }
    }

    @Test func version2KeepsItsData() throws {
        let old = try OldStore("store-v2")
        let store = old.database
        defer { withExtendedLifetime(old) {} }
        #expect(try store.check(progress: nil).findings == [])
        let steps = HKQuantityTypeIdentifier.stepCount.rawValue
        let order = try store.sourceOrder(type: steps).prefix(2)
        #expect(order.map(\.source.name) == ["Ada’s iPhone", "Ada’s Watch"])
        #expect(order.allSatisfy { $0.reason == .chosen })
        #expect(try store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rollup") ?? 0 } == 5)
        let rows = try store.statistics(StatisticsRequest(type: steps, separateBySource: true))
        #expect(rows.map(\.figures.sum) == [275])
        #expect(rows.first?.sources?.map(\.figures.sum) == [175, 230])
    }

    @Test func version1AcceptsImports() throws {
        let old = try OldStore("store-v1")
        let store = old.database
        defer { withExtendedLifetime(old) {} }
        let before = try store.latestChange()
        let receipt = try store.ingest(
            BatchList(IngestFailureTests.batches(2, rows: 50)), options: .init(file: "more"))
        #expect(receipt.records.added == 100)
        #expect(try store.latestChange() == before + 100)
        #expect(try store.check(progress: nil).findings == [])
    }

    /// The data that later versions keep of each type and source is computed from the existing samples.
    @Test func version1GetsTheSourcesOfItsTypes() throws {
        let old = try OldStore("store-v1")
        let store = old.database
        defer { withExtendedLifetime(old) {} }
        let (found, expected) = try store.read { db in
            let columns = "SELECT type || ' ' || source || ' ' || latest FROM "
            let samples = """
                (SELECT s.type, p.source, max(s.start) AS latest FROM sample AS s
                JOIN provenance AS p ON p.id = s.provenance GROUP BY s.type, p.source)
                """
            return (
                try String.fetchAll(db, sql: columns + "type_source ORDER BY type, source"),
                try String.fetchAll(db, sql: columns + samples + " ORDER BY type, source")
            )
        }
        #expect(found == expected)
        #expect(found.count > 20)
        let order = try store.sourceOrder(type: "HKQuantityTypeIdentifierBodyMass")
        #expect(order.first?.reason == .enteredByHand)
        #expect(order.first?.source.name == "health")
    }

    /// A migrated store has the same tables as a new one.
    @Test func version1HasTheTablesOfANewStore() throws {
        let old = try OldStore("store-v1").database
        let new = try ScratchStore()
        func tables(_ database: HealthDatabase) throws -> [String: String] {
            try database.read { db in
                let rows = try Row.fetchAll(
                    db, sql: "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL")
                return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as String) })
            }
        }
        #expect(try tables(old) == tables(new.database))
    }
}
