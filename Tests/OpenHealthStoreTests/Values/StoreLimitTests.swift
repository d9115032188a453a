// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests that everything that imports, pushes and saves store passes a check, and that they refuse the rest by name.
@Suite struct StoreLimitTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Values and dates that no message contains.
    private func expectNoValues(_ texts: [String]) {
        for text in texts {
            for value in ["1e+308", "1e308", "9223372036854775808", "e+19"] {
                #expect(!text.contains(value), "\(text)")
            }
        }
    }

    @Test(arguments: 1...4) func importsStoreNothingThatACheckReports(seed: Int) throws {
        let store = try ScratchStore()
        let receipt = try store.database.ingest(
            ExtremeImport.everything(seed: UInt64(seed)), options: .init(file: "extremes"))
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        #expect(receipt.records.added > 1000 && receipt.records.rejected > 1000)
        #expect(
            receipt.records.read == receipt.records.added + receipt.records.alreadyPresent + receipt.records.rejected)
        let rejected = receipt.diagnostics.filter { $0.severity == .rejected }
        #expect(
            Set(rejected.map(\.element)).isSuperset(of: [
                "Workout", "electrocardiogram", "HKQuantityTypeIdentifierStepCount",
            ]))
        expectNoValues(rejected.map(\.reason))
        // A second import of the same adds no samples.
        let again = try store.database.ingest(
            ExtremeImport.everything(seed: UInt64(seed)), options: .init(file: "extremes"))
        #expect(again.byType.filter { $0.value.added > 0 }.mapValues(\.added) == [:])
        #expect(try store.database.check().findings == [])
    }

    /// A workout with a duration that is too long is refused by name, and a negative duration is named and left out. The rest of the push is
    /// stored.
    @Test(arguments: ["1e308", "-1", "1e400", "-1e308", "3155760001", "5e-324", "0"])
    func workoutsWithImpossibleDurationsAreRefused(duration: String) throws {
        let store = try ScratchStore()
        func workout(_ duration: String, _ hour: Int) -> String {
            """
            {"name": "Outdoor Run", "start": "2026-11-22 \(hour):00:00 +0100", "end": "2026-11-22 \(hour):30:00 +0100",
             "duration": \(duration), "distance": {"qty": 5, "units": "km"}}
            """
        }
        let receipt = try store.push(
            """
            {"data": {"workouts": [\(workout(duration, 12)), \(workout("1800", 14))],
             "metrics": [{"name": "weight_body_mass", "units": "kg", "data": [{"qty": 70, "date": "2026-11-22 12:00:00 +0100"}]}]}}
            """)
        let isNegative = duration.hasPrefix("-")
        let isPossible = ["5e-324", "0"].contains(duration)
        let refused = receipt.refusals.entries
        #expect(refused.map(\.pointer) == (isPossible || isNegative ? [] : ["/data/workouts/0"]))
        #expect(receipt.warnings.entries.map(\.pointer) == (isNegative ? ["/data/workouts/0/duration"] : []))
        for refusal in refused {
            // A number that no double represents makes the workout unreadable.
            if duration != "1e400" { #expect(refusal.reason == "a duration is outside 0...3155760000 s") }
            expectNoValues([refusal.reason])
        }
        #expect(receipt.samples["HKWorkoutTypeIdentifier"]?.added == 2 - refused.count)
        #expect(receipt.samples["HKQuantityTypeIdentifierBodyMass"]?.added == 1)
        #expect(try store.database.check().findings == [])
    }

    /// Values whose sum could be infinite are refused, wherever they come from.
    @Test func `values beyond 1e100 are refused`() throws {
        let store = try ScratchStore()
        let pushed = try store.push(
            """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [
             {"startDate": "2024-03-10 08:00:00 +0000", "endDate": "2024-03-10 08:10:00 +0000", "qty": 1e308},
             {"startDate": "2024-03-10 09:00:00 +0000", "endDate": "2024-03-10 09:10:00 +0000", "qty": 1e100}]}]}}
            """)
        #expect(pushed.refusals.entries.map(\.pointer) == ["/data/metrics/0/data/0"])
        #expect(pushed.refusals.entries.map(\.reason) == [StoreLimits.valueFault])
        #expect(pushed.allSamples.added == 1)
        let android = try store.pushHealthConnect(
            "{\"weight\":[{\"kilograms\":1e120,\"time\":\"2024-03-10T08:00:00Z\"}]}")
        #expect(android.refusals.entries.map(\.reason) == [StoreLimits.valueFault])
        let imported = try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count"
             startDate="2024-03-11 08:00:00 +0000" endDate="2024-03-11 08:10:00 +0000" value="1e101"/></HealthData>
            """)
        #expect(imported.records.rejected == 1 && imported.records.added == 0)
        #expect(imported.diagnostics.map(\.reason) == [StoreLimits.valueFault])
        #expect(
            try store.database.statistics(StatisticsRequest(type: "HKQuantityTypeIdentifierStepCount")).first?.figures
                .sum == 1e100)
        #expect(try store.database.check().findings == [])
    }

    /// Every number of every type of quantities and categories, pushed in its unit, is stored or refused, and a check finds nothing.
    @Test(arguments: [false, true]) func pushesStoreNothingThatACheckReports(hasUUIDs: Bool) throws {
        let store = try ScratchStore()
        var builder = PushBuilder(missing: [.device], now: Self.now)
        for type in HealthTypes.all where HealthTypes.plainKinds.contains(type.kind) {
            for (index, number) in ExtremeImport.numbers.enumerated() {
                let start = 1_700_000_000 + Double(index) * 60
                let reading = PushBuilder.Reading(
                    start: start, end: start + 30, source: ProvenanceData(sourceName: "Phone"),
                    metadata: [MetadataPair(key: "HKElevationAscended", value: "1e400 m")],
                    uuid: hasUUIDs ? UUID() : nil,
                    place: "/data/\(type.identifier)", index: index)
                if type.kind == .quantity {
                    builder.addQuantity(type.identifier, value: number, unit: type.canonicalUnit ?? "count", reading)
                } else {
                    builder.addCategory(type.identifier, value: Int(exactly: number) ?? .min, reading)
                }
            }
        }
        for number in ExtremeImport.numbers {
            let reading = PushBuilder.Reading(
                start: 1_700_000_000, end: 1_700_000_060, source: ProvenanceData(sourceName: "Phone"),
                uuid: hasUUIDs ? UUID() : nil, place: "/workouts/\(number)")
            var workout = WorkoutData(activityType: "Running", sample: builder.sampleData(reading), duration: number)
            workout.statistics = [
                WorkoutStatisticsData(
                    type: "HKQuantityTypeIdentifierHeartRate", start: number, end: number, unit: "count/min")
            ]
            workout.statistics[0].sum = number
            builder.add(.workout(workout), uuid: reading.uuid, at: reading.place)
        }
        let receipt = try store.database.ingest(builder.batch, app: "phone", now: Self.now)
        #expect(receipt.refusals.count > 100 && receipt.allSamples.added > 1000)
        for refusal in receipt.refusals.entries { #expect(refusal.pointer.hasPrefix("/"), "\(refusal)") }
        expectNoValues(receipt.refusals.entries.map(\.reason))
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    /// A text that SQLite would convert to an infinite number is refused.
    @Test func textsOfInfiniteNumbersAreRefused() throws {
        let store = try ScratchStore()
        var builder = PushBuilder(missing: [], now: Self.now)
        for (index, text) in ["1e400", " -1e400\n", "dozing", "inf"].enumerated() {
            let reading = PushBuilder.Reading(
                start: 1_700_000_000 + Double(index), end: 1_700_000_100, source: ProvenanceData(sourceName: "Phone"),
                place: "/\(index)")
            builder.addCategory("HKCategoryTypeIdentifierSleepAnalysis", text: text, reading)
        }
        let receipt = try store.database.ingest(builder.batch, app: "phone", now: Self.now)
        #expect(receipt.refusals.entries.map(\.pointer) == ["/0", "/1"])
        #expect(receipt.allSamples.added == 2)
        #expect(try store.database.check().findings == [])
    }

    /// Objects of a push that apps could not save are refused by name; the others are stored.
    @Test func invalidObjectsOfAPushAreRefused() throws {
        let store = try ScratchStore()
        var builder = PushBuilder(missing: [], now: Self.now)
        let absurd = AbsurdObject.all.filter { $0.measurements == nil }
        for (index, object) in absurd.enumerated() {
            builder.add(PushedObject(object.sample, source: MadeSamples.app, written: "", place: "/objects/\(index)"))
        }
        builder.add(
            PushedObject(
                MadeSamples.steps(5, from: 100, to: 110), source: MadeSamples.app, written: "", place: "/steps"))
        let receipt = try store.database.ingest(builder.batch, app: "phone", now: Self.now)
        #expect(receipt.refusals.entries.map(\.pointer) == absurd.indices.map { "/objects/\($0)" })
        #expect(receipt.allSamples.added == 1)
        expectNoValues(receipt.refusals.entries.map(\.reason))
        #expect(try store.database.check().findings == [])
    }

    /// The other parts of a push keep their UUIDs, metadata and places when one is refused.
    @Test func refusalsKeepTheIndicesOfOtherParts() throws {
        var builder = PushBuilder(missing: [], now: Self.now)
        let uuids = (0..<3).map { _ in UUID() }
        for (index, duration) in [60, -1, 61].enumerated() {
            let reading = PushBuilder.Reading(
                start: 1_700_000_000 + Double(index), end: 1_700_000_100, source: ProvenanceData(sourceName: "Phone"),
                uuid: uuids[index], place: "/\(index)")
            builder.addQuantity("HKQuantityTypeIdentifierStepCount", value: Double(duration), unit: "count", reading)
            let workout = WorkoutData(
                activityType: "Running", sample: builder.sampleData(reading), duration: Double(duration))
            builder.add(.workout(workout), uuid: uuids[index], values: ["n": .integer(index)], at: reading.place)
        }
        var batch = builder.batch
        batch.refuseFaults()
        #expect(batch.itemUUIDs == [0: uuids[0], 1: uuids[2]])
        #expect(batch.itemValues == [0: ["n": .integer(0)], 1: ["n": .integer(2)]])
        #expect(batch.itemPlaces == ["/0", "/2"])
        #expect(batch.uuids.count == 3 && batch.rowPlaces == [0, 1, 2])
        #expect(batch.refusals.entries.map(\.pointer) == ["/1"])
    }
}
