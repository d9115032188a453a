// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct SaveReadDeleteTests {
    /// Each type that can be saved reads back unchanged, and leaves nothing behind when it is deleted.
    @Test func everySharableTypeRoundTrips() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        #expect(EverySample.all.count == HealthTypes.all.filter(\.isShareable).count)
        for (sample, measurements) in EverySample.all {
            try app.save([(sample, measurements)])
            let read = try #require(try world.database.sample(uuid: sample.uuid), "\(sample.sampleType)")
            #expect(EverySample.archive(read) == EverySample.archive(sample))
            #expect(read.sourceRevision.source.bundleIdentifier == "org.example.journal")
        }
        #expect(try world.database.check().findings == [])
        let details = SampleDeletion.details + SampleDeletion.links
        func rows() throws -> Int {
            try details.reduce(0) { try $0 + world.store.count("SELECT count(*) FROM \($1.0)") }
        }
        #expect(try rows() > 0)
        for (sample, _) in EverySample.all {
            try app.delete([sample])
            #expect(try world.database.sample(uuid: sample.uuid) == nil)
            if let correlation = sample as? HKCorrelation { try app.delete(Array(correlation.objects)) }
        }
        #expect(try world.count() == 0)
        #expect(try rows() == 0)
        #expect(try world.store.count("SELECT count(*) FROM route_point") == 0)
        #expect(try world.database.check().findings == [])
    }

    @Test func oneBatchOfAllTypes() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        // A single denied type prevents the entire save.
        let all = EverySample.all
        for index in stride(from: 0, to: all.count, by: 17) where !(all[index].0 is HKCorrelation) {
            try app.allow(share: [all[index].0.sampleType: .denied])
            let error = try AppWorld.error { try app.save(all) }
            #expect(error.code == .errorAuthorizationDenied)
            #expect(try world.count() == 0)
            try app.allow(share: [all[index].0.sampleType: .authorized])
        }
        try app.save(all)
        // The members of correlations are counted separately.
        #expect(try world.count() == all.count + 3)
        #expect(try world.database.check().findings == [])
    }

    @Test func measurementsOfSeriesAreKept() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let workout = HKWorkout(activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let route = HKWorkoutRoute(
            count: 1, startDate: MadeSamples.date(0), endDate: MadeSamples.date(1),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let point = RoutePoint(time: MadeSamples.date(0).timeIntervalSince1970, latitude: 1, longitude: 2)
        try app.save([(workout, nil), (route, .route([point], workout: workout.uuid))])
        #expect(
            try world.store.count(
                "SELECT count(*) FROM workout_route AS r JOIN workout AS w ON w.id = r.workout") == 1)
        let unit = HKUnit(from: "count/min")
        func rate(_ value: Double) -> HKQuantity { HKQuantity(unit: unit, doubleValue: value) }
        let series = HKDiscreteQuantitySample(
            quantityType: HKQuantityType(.heartRate), average: rate(65), minimum: rate(60), maximum: rate(70),
            mostRecent: rate(70), mostRecentInterval: DateInterval(start: MadeSamples.date(30), duration: 0), count: 2,
            startDate: MadeSamples.date(0), endDate: MadeSamples.date(30),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let readings = [0.0, 30].map { time in
            SeriesQuantity(
                start: MadeSamples.date(time).timeIntervalSince1970, end: MadeSamples.date(time).timeIntervalSince1970,
                value: time == 0 ? 60 : 70)
        }
        try app.save([(series, .quantities(readings))])
        #expect(try world.store.count("SELECT sum(value) FROM quantity_series") == 130)
        let read = try #require(try world.database.sample(uuid: series.uuid) as? HKDiscreteQuantitySample)
        #expect(read.count == 2)
        #expect(read.maximumQuantity == rate(70))
        #expect(read.mostRecentQuantityDateInterval == series.mostRecentQuantityDateInterval)
        #expect(try world.database.check().findings == [])
    }

    /// Apps cannot save electrocardiograms, but a source that replaces a watch can.
    @Test func electrocardiogramsRoundTrip() throws {
        let world = try AppWorld()
        let sample = HKElectrocardiogram(
            numberOfVoltageMeasurements: 3, samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
            classification: .sinusRhythm,
            averageHeartRate: HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: 61),
            symptomsStatus: .none, startDate: MadeSamples.date(0), endDate: MadeSamples.date(30),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        try world.database.write { db in
            let transaction = try SaveTransaction(db, source: MadeSamples.app)
            try transaction.save([(sample, .electrocardiogram([1.5, -2.25, 7]))])
            try transaction.finish()
        }
        for hasDetail in [true, false] {
            if !hasDetail { try world.database.write { db in try db.execute(sql: "DELETE FROM sample_detail") } }
            let read = try #require(try world.database.sample(uuid: sample.uuid) as? HKElectrocardiogram)
            #expect(read.numberOfVoltageMeasurements == 3)
            #expect(read.samplingFrequency == sample.samplingFrequency)
            #expect(read.classification == .sinusRhythm)
            #expect(read.averageHeartRate == sample.averageHeartRate)
            #expect(read.symptomsStatus == .none)
        }
        #expect(try world.database.check().findings == [])
    }
}
