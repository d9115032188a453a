// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests of stores with invalid values that earlier versions accepted.
@Suite struct StoredFaultTests {
    /// The contents of a store with a series of readings, beats, a route, a workout with statistics, an electrocardiogram, a state of
    /// mind, metadata and all other types.
    private static let contents = Result { try makeWorld().store.bytes() }

    /// Returns a store with ``contents``.
    private func world() throws -> AppWorld { try AppWorld(Self.contents.get()) }

    private static func makeWorld() throws -> AppWorld {
        let world = try AppWorld()
        let app = try world.trustedApp()
        for (sample, measurements) in EverySample.all { try app.save([(sample, measurements)]) }
        let start = MadeSamples.date(0).timeIntervalSince1970
        for type in [HKQuantityTypeIdentifier.stepCount, .heartRate] {
            let type = HKQuantityType(type)
            let series = HKQuantitySample.stored(
                quantityType: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 60), count: 3,
                startDate: MadeSamples.date(600), endDate: MadeSamples.date(660),
                fields: HKObjectFields(newWith: nil, metadata: [:]))
            try app.save([
                (
                    series,
                    .quantities(
                        (0..<3).map {
                            SeriesQuantity(
                                start: start + 600 + Double($0) * 20, end: start + 610 + Double($0) * 20, value: 20)
                        })
                )
            ])
            for place in 0..<9 {
                try app.save([
                    HKQuantitySample(
                        type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 5),
                        start: MadeSamples.date(590 + Double(place) * 10),
                        end: MadeSamples.date(598 + Double(place) * 10),
                        metadata: ["date": MadeSamples.date(5), "weight": HKQuantity(unit: .gram(), doubleValue: 5)])
                ])
            }
        }
        let pulse = HKQuantityType(.heartRate)
        let statistics = HKStatistics(
            quantityType: pulse, startDate: MadeSamples.date(0), endDate: MadeSamples.date(60),
            figures: HKStatisticsFigures(average: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 62.5)))
        let activity = HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: HKWorkoutConfiguration(), startDate: MadeSamples.date(0),
            endDate: MadeSamples.date(60), duration: 60)
        let event = HKWorkoutEvent(
            type: .lap, dateInterval: DateInterval(start: MadeSamples.date(0), duration: 30), metadataValues: [:])
        try app.save([
            HKWorkout(
                activityType: .running, startDate: MadeSamples.date(0), endDate: MadeSamples.date(60), duration: 60,
                workoutEvents: [event], workoutActivities: [activity], statistics: [pulse: statistics],
                fields: HKObjectFields(newWith: nil, metadata: [:]))
        ])
        try world.database.save(
            [
                (
                    HKElectrocardiogram(
                        numberOfVoltageMeasurements: 2, samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
                        classification: .sinusRhythm,
                        averageHeartRate: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 61),
                        symptomsStatus: .none, startDate: MadeSamples.date(0), endDate: MadeSamples.date(30),
                        fields: HKObjectFields(newWith: nil, metadata: [:])), .electrocardiogram([1, 2])
                )
            ], source: MadeSamples.app, now: AppWorld.now)
        return world
    }

    /// Runs all kinds of queries of a person and an app.
    private func useEverything(_ world: AppWorld) throws {
        let database = world.database
        let app = try world.trustedApp()
        for record in try database.records(SampleRequest()) { _ = try database.details(uuid: record.uuid) }
        _ = try database.samples(SampleRequest())
        _ = try database.workouts()
        let (from, to) = (MadeSamples.date(-86_400), MadeSamples.date(86_400))
        for description in HealthTypes.all {
            guard let type = HKObjectType.named(description.identifier) as? HKSampleType else { continue }
            _ = try app.samples(SampleQuery([SampleQuery.Part(type)]))
            // Series of readings, which the faults are about, have one of these types.
            guard let type = type as? HKQuantityType,
                [HKQuantityType(.stepCount), HKQuantityType(.heartRate)].contains(type)
            else { continue }
            for isSeparate in [false, true] {
                for usesRollups in [false, true] {
                    _ = try database.statistics(
                        StatisticsRequest(
                            type: type.identifier, from: from, to: to, separateBySource: isSeparate,
                            boundary: .wholeSamples), usesRollups: usesRollups)
                }
            }
            database.waitForRollups()
            if type.aggregationStyle == .cumulative {
                _ = try database.explanation(type: type.identifier, from: from, to: to)
                _ = try app.explanation(of: type, from: from, to: to)
            }
        }
    }

    static let faults: [(sql: String, finding: String)] = [
        ("UPDATE quantity_series SET start = start - 500", "a reading of the series"),
        ("UPDATE quantity_series SET start = start - 5e8, end = end - 5e8", "a reading of the series"),
        ("UPDATE quantity_series SET start = start + 500, end = end + 500", "a reading of the series"),
        ("UPDATE quantity_series SET start = start * 1e290, end = 1e308", "a reading of the series"),
        ("UPDATE quantity_series SET start = -start, end = 9e999", "a reading of the series"),
        ("UPDATE quantity_series SET value = 9e999", "a reading of the series"),
        ("UPDATE heartbeat_series SET time = 1e308 WHERE position = 0", "a beat of the series"),
        ("UPDATE heartbeat_series SET time = 1e308", "a beat of the series"),
        ("UPDATE heartbeat_series SET time = -1 WHERE position = 0", "a beat of the series"),
        ("UPDATE route_point SET latitude = 1e308", "has invalid coordinates"),
        ("UPDATE route_point SET time = -1e308 WHERE position = 0", "has invalid coordinates"),
        ("UPDATE route_point SET altitude = 1e308, speed = -9e999", "a number of a point of the route"),
        ("DELETE FROM route_point WHERE position = 0", "points of the route"),
        ("DELETE FROM category_value", "the names of the values of"),
        ("UPDATE workout SET duration = 1e308", "a duration of the workout"),
        ("UPDATE workout SET duration = -1", "a duration of the workout"),
        ("UPDATE workout_activity SET duration = 9e999", "a duration of the workout"),
        ("UPDATE workout_activity SET start = 1e308", "a date of the workout"),
        ("UPDATE workout_activity SET end = start - 1", "the end of an activity"),
        ("UPDATE workout_event SET duration = 1e308", "a duration of the workout"),
        ("UPDATE workout_event SET start = -1e308", "a date of the workout"),
        ("UPDATE workout_statistics SET start = 1e308", "a date of the workout"),
        ("UPDATE workout_statistics SET average = 9e999", "the average in statistics"),
        ("UPDATE electrocardiogram SET average_heart_rate = 1e308", "the average heart rate"),
        ("UPDATE electrocardiogram SET sample_rate = -5", "the sampling frequency"),
        ("UPDATE vision_prescription SET expiration = 1e308", "the expiration date"),
        (detail("HKStateOfMind", "valence", "99.5"), "the valence is outside -1...1"),
        (detail("HKScoredAssessment", "score", "9223372036854775807"), "the score is not the sum"),
        (detail("HKWorkout", "duration", "1e308"), "the duration is outside"),
        (detail("HKVisionPrescription", "expires", "1e308"), "outside the years 1 to 9999"),
        (metadata(#"{"secondsSince2001":"nan"}"#), "contains a date or number out of range"),
        (metadata(#"{"secondsSince2001":1e308}"#), "contains a date or number out of range"),
        (metadata(#"{"secondsSince2001":"-inf"}"#), "contains a date or number out of range"),
        (metadata(#"{"number":"inf"}"#), "contains a date or number out of range"),
        (metadata(#"{"value":"nan","unit":"kg"}"#), "contains a date or number out of range"),
    ]

    private static func detail(_ part: String, _ key: String, _ value: String) -> String {
        """
        UPDATE sample_detail SET detail = json_set(detail, '$.\(part).\(key)', json('\(value)'))
        WHERE json_extract(detail, '$.\(part)') IS NOT NULL
        """
    }

    private static func metadata(_ value: String) -> String {
        "UPDATE metadata SET entries = json_set(entries, '$.date', json('\(value)'))"
    }

    /// Stored values never crash the process. A check finds invalid values, and a repair corrects them.
    @Test(arguments: faults.indices) func invalidRowsAreReadFoundAndRepaired(index: Int) throws {
        let fault = Self.faults[index]
        let world = try world()
        let count = try world.count()
        #expect(try world.database.check().findings == [])
        try world.database.write { db in
            try db.execute(sql: fault.sql)
            #expect(db.changesCount > 0, "\(fault.sql)")
        }
        try useEverything(world)
        let findings = try world.database.check().findings
        #expect(findings.contains { $0.contains(fault.finding) }, "\(fault.sql): \(findings)")
        for finding in findings { #expect(!finding.contains("99.5") && !finding.contains("9223372036854775807")) }
        let report = try world.database.repair()
        #expect(!report.repaired.isEmpty, "\(fault.sql)")
        #expect(try world.database.check().findings == [], "\(fault.sql)")
        #expect(try world.database.repair().repaired == [], "\(fault.sql)")
        try useEverything(world)
        #expect(try world.count() == count)
    }

    @Test func soundStoresNeedNoRepair() throws {
        let world = try world()
        let bytes = try world.database.records(SampleRequest()).map(\.uuid)
        #expect(try world.database.repair().repaired == [])
        #expect(try world.database.records(SampleRequest()).map(\.uuid) == bytes)
        #expect(try ScratchStore().database.repair().repaired == [])
    }

    /// Readings outside the dates of their sample count at its nearer end until the repair, so the sum includes all readings.
    @Test func readingsOutsideTheirSampleCountWithinIt() throws {
        let store = try ScratchStore()
        let start = MadeSamples.date(0).timeIntervalSince1970
        let series = HKQuantitySample.stored(
            quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 30), count: 3,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(60),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let readings = (0..<3).map {
            SeriesQuantity(start: start + Double($0) * 20, end: start + Double($0) * 20 + 10, value: 10)
        }
        try store.database.save([(series, .quantities(readings))], source: MadeSamples.app, now: AppWorld.now)
        try store.database.save([MadeSamples.steps(5, from: 100, to: 110)], source: MadeSamples.app)
        try store.database.write { db in
            try db.execute(
                sql: "UPDATE quantity_series SET start = start - 5000, end = end - 4000 WHERE start = ?",
                arguments: [start])
        }
        func sum() throws -> Double? {
            try store.database.statistics(StatisticsRequest(type: series.sampleType.identifier)).first?.figures.sum
        }
        #expect(try sum() == 35)
        let explanation = try store.database.explanation(
            type: series.sampleType.identifier, from: MadeSamples.date(-10_000), to: MadeSamples.date(1000))
        #expect(explanation.total == 35)
        #expect(try store.database.repair().repaired.count == 1)
        #expect(try store.database.repair().repaired == [])
        #expect(try sum() == 25)
        #expect(try store.database.check().findings == [])
    }

    @Test func statesOfMindAreClampedToTheirRange() throws {
        let world = try world()
        try world.database.write { db in try db.execute(sql: Self.detail("HKStateOfMind", "valence", "99.5")) }
        _ = try world.database.repair()
        let states = try world.database.samples(SampleRequest()).compactMap { $0 as? HKStateOfMind }
        #expect(states.map(\.valence) == [1])
    }
}
