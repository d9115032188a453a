// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests that results are correct after each kind of change to samples and the source order, when cells were kept before the
/// change.
@Suite("Rollups after every kind of change")
struct RollupStalenessTests {
    private static let week = 604_800.0
    private static let types = [
        HKQuantityTypeIdentifier.stepCount, .heartRate, .bloodPressureSystolic, .dietaryEnergyConsumed,
        .distanceWalkingRunning,
    ]
    private let store: ScratchStore
    private var database: HealthDatabase { store.database }

    /// Creates a store with overlapping samples of two apps in six weeks, and the cells of all of them.
    init() throws {
        store = try ScratchStore()
        for (name, shift) in [("One", 0.0), ("Two", 600)] {
            var samples: [HKSample] = []
            for week in 0..<6 {
                let start = Double(week) * Self.week + shift
                samples += [
                    MadeSamples.steps(100 + shift, from: start, to: start + 1200),
                    MadeSamples.quantity(.heartRate, 60, "count/min", from: start, to: start + 1200),
                    MadeSamples.quantity(.bloodPressureSystolic, 120, "mmHg", from: start),
                    MadeSamples.quantity(.dietaryEnergyConsumed, 500, "kcal", from: start, to: start + 1200),
                    MadeSamples.quantity(.distanceWalkingRunning, 900, "m", from: start, to: start + 1200),
                ]
            }
            try save(name, samples)
        }
        try check("at first")
    }

    private func save(_ source: String, _ samples: [HKSample]) throws {
        try database.save(samples, source: ProvenanceData(sourceName: source))
    }

    /// Compares totals, days and hours, with and without separation by source. A part is queried first, so that some cells are
    /// created before others.
    private func check(_ comment: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for type in Self.types {
            for (from, to) in [(3 * Self.week, 4 * Self.week), (nil, nil)] as [(Double?, Double?)] {
                for interval in [nil, DateComponents(day: 1), DateComponents(hour: 1)] {
                    for isSeparate in [false, true] {
                        var request = StatisticsRequest(type: type.rawValue, separateBySource: isSeparate)
                        request.from = from.map(MadeSamples.date)
                        request.to = to.map(MadeSamples.date)
                        request.buckets = try interval.map {
                            try CivilBuckets(anchor: MadeSamples.newYear, interval: $0, calendar: calendar)
                        }
                        try database.expectRightCells(request, "\(comment), \(type.rawValue)")
                    }
                }
            }
        }
    }

    private func total(_ type: HKQuantityTypeIdentifier = .stepCount) throws -> Double? {
        try database.statistics(StatisticsRequest(type: type.rawValue)).first?.figures.sum
    }

    private func order() throws -> [String] {
        try database.sourceOrder(type: HKQuantityTypeIdentifier.stepCount.rawValue).map(\.source.name)
    }

    @Test func savesThatChangeTheOrder() throws {
        #expect(try order() == ["Two", "One"])
        let before = try total()
        // The sample is in a separate week, so that only the new order removes cells.
        try save("One", [MadeSamples.steps(1, from: 20 * Self.week, to: 20 * Self.week + 60)])
        #expect(try order() == ["One", "Two"])
        #expect(try total() != before.map { $0 + 1 })
        try check("another is more recent")
        // A query for a part recreates the cells of this part; the rest must not use outdated cells.
        try save("Two", [MadeSamples.steps(1, from: 21 * Self.week, to: 21 * Self.week + 60)])
        var request = StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue)
        request.from = MadeSamples.date(2 * Self.week)
        request.to = MadeSamples.date(3 * Self.week)
        try database.expectRightCells(request, "a part after a new order")
        try check("the rest after a new order")
        // The order changes twice between two queries.
        try save("One", [MadeSamples.steps(1, from: 22 * Self.week, to: 22 * Self.week + 60)])
        try database.expectRightCells(request, "forth")
        try save("Two", [MadeSamples.steps(1, from: 23 * Self.week, to: 23 * Self.week + 60)])
        try check("and back")
    }

    @Test func importsThatChangeTheOrder() throws {
        func export(_ source: String, week: Int, device: String? = nil, version: String? = nil) throws {
            var export = TestExport()
            let start = week * Int(Self.week)
            export.add(
                TestExport.Record(source: source, version: version, device: device, start: start, end: start + 60))
            try store.importXML(export.document)
            try check("import of \(source) in week \(week)")
        }
        try export("One", week: 10)
        #expect(try order() == ["One", "Two"])
        try export("Two", week: 11)
        #expect(try order() == ["Two", "One"])
        // Older data of a source that is new for the type.
        try export("Three", week: 2)
        #expect(try order() == ["Two", "One", "Three"])
        // A source is now identified as a watch.
        try export(
            "One", week: -3,
            device: "name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.1",
            version: "9.1")
        #expect(try order() == ["One", "Two", "Three"])
    }

    @Test func membersOfWhatIsImported() throws {
        var export = TestExport()
        let pressure = TestExport.Record(
            type: HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue, unit: "mmHg", value: "130", start: 300,
            end: 300)
        let food = TestExport.Record(
            type: HKQuantityTypeIdentifier.dietaryEnergyConsumed.rawValue, unit: "kcal", value: "333",
            start: Int(Self.week), end: Int(Self.week) + 600)
        let distance = TestExport.Record(
            type: HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue, unit: "km", value: "2.5",
            start: 2 * Int(Self.week), end: 2 * Int(Self.week) + 600)
        export.add(
            "Correlation", "type=\"HKCorrelationTypeIdentifierBloodPressure\"", start: 300, end: 300,
            export.xml(pressure))
        export.add(
            "Correlation", "type=\"HKCorrelationTypeIdentifierFood\"", start: food.start, end: food.end,
            export.xml(food))
        export.add(
            "Workout", "workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"10\" durationUnit=\"min\"",
            start: distance.start, end: distance.end, export.xml(distance))
        let before = try total(.dietaryEnergyConsumed)
        try store.importXML(export.document)
        #expect(try total(.dietaryEnergyConsumed) != before)
        try check("nested records")
    }

    @Test func savesReplacementsAndDeletions() throws {
        func meal(_ version: Int, week: Double, energy: Double) -> HKCorrelation {
            let start = week * Self.week
            return HKCorrelation(
                type: HKCorrelationType(.food), start: MadeSamples.date(start), end: MadeSamples.date(start + 1200),
                objects: [
                    MadeSamples.quantity(.dietaryEnergyConsumed, energy, "kcal", from: start, to: start + 1200)
                ],
                metadata: [HKMetadataKeySyncIdentifier: "meal", HKMetadataKeySyncVersion: version])
        }
        for (version, week) in [(1, 1.0), (2, 4), (3, -2)] {
            let before = try total(.dietaryEnergyConsumed)
            try save("One", [meal(version, week: week, energy: 333 * Double(version))])
            #expect(try total(.dietaryEnergyConsumed) != before)
            try check("version \(version) of a correlation")
        }
        try save("One", [meal(2, week: 3, energy: 1)])
        try check("an old version")
        func steps(_ version: Int, week: Double) -> HKSample {
            MadeSamples.steps(
                77, from: week * Self.week, to: week * Self.week + 30 * 86_400,
                metadata: [HKMetadataKeySyncIdentifier: "steps", HKMetadataKeySyncVersion: version])
        }
        for (version, week) in [(1, -5.0), (2, 3.5)] {
            try save("Two", [steps(version, week: week)])
            try check("version \(version) of a long sample")
        }
        let doomed = MadeSamples.steps(5000, from: 60, to: 2 * Self.week)
        try save("Two", [doomed])
        try check("a sample of two weeks")
        try database.delete([doomed.uuid])
        try check("deleted")
    }

    @Test func ordersAndDeletedSources() throws {
        let type = HKQuantityTypeIdentifier.stepCount.rawValue
        let numbers = try database.sourceOrder(type: type).map(\.source.id)
        for order in [numbers.reversed(), numbers, [], [numbers[1]]] {
            try database.setSourceOrder(order, type: type)
            try check("order \(order)")
        }
        try database.deleteSamples(ofSource: numbers[0], types: [type])
        try check("a source deleted for a type")
        try save("One", [MadeSamples.steps(9, from: 30, to: 90)])
        try database.deleteSamples(ofSource: numbers[1])
        try check("a source deleted")
        try database.deleteSamples(ofSource: numbers[0])
        try check("all deleted")
        #expect(try total() == nil)
    }

    @Test func backupsKeepTheirCells() throws {
        let copy = store.folder.appendingPathComponent("copy.db")
        try database.backup(to: copy)
        try save("One", [MadeSamples.steps(1000, from: 0, to: 60)])
        let restored = try HealthDatabase(url: copy)
        let request = StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue)
        #expect(try restored.statistics(request) != database.statistics(request))
        try restored.expectRightCells(request, "restored")
        try restored.save(
            [MadeSamples.steps(1, from: 40 * Self.week)], source: ProvenanceData(sourceName: "One"))
        try restored.expectRightCells(request, "restored and saved to")
    }

    /// A query is correct even if kept cells are removed while others are created.
    @Test func cellsRemovedWhileOthersAreCreated() throws {
        let type = HKQuantityTypeIdentifier.stepCount.rawValue
        let request = StatisticsRequest(type: type)
        let changes: [(String, () throws -> Void)] = [
            ("nothing", {}),
            (
                "an order",
                {
                    let order = try self.database.sourceOrder(type: type).map(\.source.id)
                    try self.database.setSourceOrder(order.reversed(), type: type)
                }
            ),
            ("damage", { try self.database.write { db in try db.execute(sql: "DELETE FROM rollup") } }),
            (
                "a new order of another question",
                {
                    try self.database.write { db in
                        try RollupInvalidation.dropMerged(db, type: RecordReader.typeNumber(db, of: type) ?? 0)
                    }
                }
            ),
            ("a sample", { try self.save("Two", [MadeSamples.steps(3, from: 100, to: 200)]) }),
        ]
        for (name, change) in changes {
            try save("One", [MadeSamples.steps(1, from: 3 * Self.week, to: 3 * Self.week + 60)])
            try save("Two", [MadeSamples.steps(1, from: 9 * Self.week, to: 9 * Self.week + 60)])
            try database.write { db in
                try db.execute(sql: "DELETE FROM rollup WHERE source = 0 AND block = (SELECT max(block) FROM rollup)")
            }
            let (number, plan) = try database.read { db in
                let number = try #require(try RecordReader.typeNumber(db, of: type))
                return (number, try #require(try RollupPlan(db, request, type: number)))
            }
            #expect(number == plan.type && !plan.missing.isEmpty)
            let made = try #require(try RollupMaker(plan: plan).make(database))
            try change()
            let result = try database.rollupRows(request, plan, made)
            #expect((result == nil) == (name != "nothing"), "\(name)")
            try database.expectRightCells(request, name)
        }
    }
}
