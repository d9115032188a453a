// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

/// Tests that invalid values cannot be saved.
@Suite struct ValueRangeTests {
    @Test(arguments: AbsurdObject.all) func objectsOutOfRangeAreRefused(object: AbsurdObject) throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let error = try AppWorld.error { try app.save([(object.sample, object.measurements)]) }
        #expect(error.code == .errorInvalidArgument)
        let text = error.localizedDescription
        #expect(text.contains(object.field), "\(text)")
        for value in AbsurdObject.values { #expect(!text.contains(value), "\(text)") }
        // The person's own tools cannot save them either.
        #expect(throws: StoreError.self) {
            try world.database.save(
                [(object.sample, object.measurements)], source: MadeSamples.app, now: AppWorld.now)
        }
        #expect(try world.count() == 0)
        #expect(try world.database.check().findings == [])
    }

    @Test(
        arguments: [
            (-1e300, "years 1 to 9999"), (-6.3e10, "years 1 to 9999"), (2.6e11, "years 1 to 9999"),
            (1e308, "years 1 to 9999"), (.nan, "date"), (.infinity, "date"),
        ] as [(Double, String)])
    func datesOutOfRangeAreRefused(seconds: Double, text: String) throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let date = Date(timeIntervalSince1970: seconds)
        let sample = HKQuantitySample.stored(
            quantityType: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
            startDate: date, endDate: date, fields: HKObjectFields(newWith: nil, metadata: [:]))
        #expect(try AppWorld.error { try app.save([sample]) }.code == .errorInvalidArgument)
        #expect(try world.count() == 0)
    }

    /// Only values whose sums over any number of samples are finite can be saved.
    @Test func everyQuantityTypeHasALimit() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        for description in HealthTypes.all where description.kind == .quantity && description.isShareable {
            let type = try #require(HKObjectType.named(description.identifier) as? HKQuantityType)
            for value in [1.7e308, -1.7e308, 1.1e100] {
                let sample = HKQuantitySample.stored(
                    quantityType: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
                    startDate: MadeSamples.date(0), endDate: MadeSamples.date(0),
                    fields: HKObjectFields(newWith: nil, metadata: [:]))
                let error = try AppWorld.error { try app.save([sample]) }
                #expect(error.code == .errorInvalidArgument, "\(type)")
                #expect(error.localizedDescription.contains("the value is outside"), "\(type)")
            }
            let largest = type.aggregationStyle == .discreteEquivalentContinuousLevel ? 1000 : 1e100
            try app.save(
                (0..<3).map { place in
                    HKQuantitySample.stored(
                        quantityType: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: largest),
                        startDate: MadeSamples.date(Double(place)), endDate: MadeSamples.date(Double(place) + 90),
                        fields: HKObjectFields(newWith: nil, metadata: [:]))
                })
            let rows = try world.database.statistics(StatisticsRequest(type: type.identifier))
            let figures = try #require(rows.first?.figures)
            #expect(figures.sum?.isFinite ?? figures.average?.isFinite == true, "\(type)")
        }
    }

    /// Dates outside the valid years are read as strings.
    @Test(arguments: [
        "9223372036854775807-01-01 00:00:00 +0000", "10000-01-01 00:00:00 +0000", "0-01-01 00:00:00 +0000",
        "999999999999-12-31 23:59:59 +0000",
    ])
    func textsOfAbsurdYearsStayText(text: String) throws {
        let key = try #require(HealthMetadataKeys.all.first { HealthMetadataKeys.valueKind($0) == .date })
        #expect(MetadataText.value(text, key: key) == .string(text))
        // Events of workouts store their metadata as strings, through which apps can save such dates.
        let world = try AppWorld()
        let event = HKWorkoutEvent(
            type: .marker, dateInterval: DateInterval(start: MadeSamples.date(5), duration: 0),
            metadataValues: [key: .string(text)])
        let workout = HKWorkout(
            activityType: .yoga, startDate: MadeSamples.date(0), endDate: MadeSamples.date(60), duration: 60,
            workoutEvents: [event], fields: HKObjectFields(newWith: nil, metadata: [:]))
        try world.trustedApp().save([workout])
        try world.database.write { db in try db.execute(sql: "DELETE FROM sample_detail") }
        let read = try #require(try world.database.sample(uuid: workout.uuid) as? HKWorkout)
        #expect(read.workoutEvents?.first?.metadataValues == [key: .string(text)])
    }
}
