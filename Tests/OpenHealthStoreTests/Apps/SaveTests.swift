// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct SaveTests {
    private let steps = HKQuantityType(.stepCount)
    private let pulse = HKQuantityType(.heartRate)

    private func code(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws -> HKError.Code {
        let error = try AppWorld.error(sourceLocation: sourceLocation, body)
        #expect(!error.localizedDescription.isEmpty, sourceLocation: sourceLocation)
        return error.code
    }

    @Test func samplesKeepTheirSourceAndDate() throws {
        let world = try AppWorld()
        let sample = MadeSamples.steps(5, from: 0, to: 60)
        try world.trustedApp().save([sample])
        let read = try #require(try world.database.sample(uuid: sample.uuid))
        #expect(read.sourceRevision.source.bundleIdentifier == "org.example.journal")
        #expect(read.sourceRevision.source.name == "Journal")
        #expect(read.sourceRevision.version == "3.1")
        #expect(read.sourceRevision.productType == "Computer1,1")
        #expect(read.sourceRevision.operatingSystemVersion.minorVersion == 5)
        #expect(read.fields.creationDate == AppWorld.now)
        // The app's object is unchanged.
        #expect(sample.fields.creationDate == nil)
    }

    @Test func anEmptySaveIsRefused() throws {
        let app = try AppWorld().trustedApp()
        #expect(try code { try app.save([]) } == .errorInvalidArgument)
    }

    @Test func onlySamplesCanBeSaved() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let object = HKObject(fields: HKObjectFields(newWith: nil, metadata: [:]))
        #expect(try code { try app.save([MadeSamples.steps(5, from: 0), object]) } == .errorInvalidArgument)
        #expect(try world.count() == 0)
    }

    @Test func permissionIsRequiredForEveryType() throws {
        let world = try AppWorld()
        let app = world.app()
        let batch = [MadeSamples.steps(5, from: 0), MadeSamples.heartRate(60, at: 0)]
        #expect(try code { try app.save(batch) } == .errorAuthorizationNotDetermined)
        try app.allow(share: [steps: .authorized])
        #expect(try code { try app.save(batch) } == .errorAuthorizationNotDetermined)
        // A request to read only is a request, and its status is that of a denied one.
        try app.allow(read: [pulse: .authorized])
        let unasked = try AppWorld.error { try app.save(batch) }
        #expect(unasked.code == .errorAuthorizationDenied && unasked.localizedDescription.contains("toShare"))
        try app.allow(share: [pulse: .denied])
        let error = try AppWorld.error { try app.save(batch) }
        #expect(error.code == .errorAuthorizationDenied)
        #expect(error.localizedDescription.contains("Journal"))
        #expect(error.localizedDescription.contains(pulse.identifier))
        #expect(try world.count() == 0)
        try app.allow(share: [pulse: .authorized])
        try app.save(batch)
        #expect(try world.count() == 2)
        try world.database.apps.revoke("org.example.journal", types: [steps.identifier])
        #expect(try code { try app.save([MadeSamples.steps(5, from: 10)]) } == .errorAuthorizationDenied)
        try app.save([MadeSamples.heartRate(61, at: 10)])
        #expect(try world.count() == 3)
    }

    @Test func membersOfCorrelationsAreCheckedIndividually() throws {
        let world = try AppWorld()
        let app = world.app()
        let (upper, lower) = (HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic))
        try app.allow(share: [upper: .authorized, lower: .denied])
        #expect(
            try code { try app.save([MadeSamples.bloodPressure(120, 80, at: 0)]) } == .errorAuthorizationDenied)
        try app.allow(share: [lower: .authorized])
        try app.save([MadeSamples.bloodPressure(120, 80, at: 0)])
        // Saving a meal requires permission for the types of its members, but not for all types of nutrients.
        let energy = HKQuantityType(.dietaryEnergyConsumed)
        let meal = HKCorrelation(
            type: HKCorrelationType(.food), start: MadeSamples.date(0), end: MadeSamples.date(0),
            objects: [MadeSamples.quantity(.dietaryEnergyConsumed, 400, "kcal")])
        #expect(try code { try app.save([meal]) } == .errorAuthorizationNotDetermined)
        try app.allow(share: [energy: .authorized, HKQuantityType(.dietaryProtein): .denied])
        try app.save([meal])
        #expect(try world.count() == 5)
    }

    @Test func typesThatAppsCannotShareAreDenied() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        for description in HealthTypes.all where !description.isShareable {
            let sample: HKSample
            switch HKObjectType.named(description.identifier) {
            case let type as HKQuantityType:
                sample = HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 1),
                    start: MadeSamples.date(0), end: MadeSamples.date(0))
            case let type as HKCategoryType:
                let values = description.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
                sample = HKCategorySample(
                    type: type, value: try #require(values.first), start: MadeSamples.date(0), end: MadeSamples.date(0))
            case let type as HKClinicalType:
                sample = HKClinicalRecord(
                    clinicalType: type, displayName: "", fhirResource: nil, startDate: MadeSamples.date(0),
                    endDate: MadeSamples.date(0), fields: HKObjectFields(newWith: nil, metadata: [:]))
            default: continue
            }
            let error = try AppWorld.error { try app.save([sample]) }
            #expect(error.code == .errorAuthorizationDenied, "\(description.identifier)")
            #expect(error.localizedDescription.contains(description.identifier))
        }
        #expect(try world.count() == 0)
    }

    @Test func existingSamplesCannotBeSavedAgain() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let sample = MadeSamples.steps(5, from: 0)
        #expect(try code { try app.save([sample, sample]) } == .errorInvalidArgument)
        #expect(try world.count() == 0)
        try app.save([sample])
        #expect(try code { try app.save([MadeSamples.steps(1, from: 60), sample]) } == .errorInvalidArgument)
        #expect(try code { try world.trustedApp("other").save([sample]) } == .errorInvalidArgument)
        #expect(try world.count() == 1)
        // Another object with the same values is a separate sample.
        try app.save([MadeSamples.steps(5, from: 0)])
        #expect(try world.count() == 2)
    }

    @Test func samplesFromBeforeTheEarliestDateAreRefused() throws {
        let world = try AppWorld()
        let app = try world.trustedApp(earliest: MadeSamples.date(0))
        #expect(try code { try app.save([MadeSamples.steps(5, from: -60, to: -1)]) } == .errorInvalidArgument)
        #expect(try code { try app.save([MadeSamples.bloodPressure(120, 80, at: -1)]) } == .errorInvalidArgument)
        #expect(try world.count() == 0)
        try app.save([MadeSamples.steps(5, from: -60, to: 0)])
        #expect(try world.count() == 1)
    }

    @Test func seriesRequireTheirMeasurements() throws {
        let app = try AppWorld().trustedApp()
        let route = HKWorkoutRoute(
            count: 1, startDate: MadeSamples.date(0), endDate: MadeSamples.date(1),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        let beats = HKHeartbeatSeriesSample(
            count: 1, startDate: MadeSamples.date(0), endDate: MadeSamples.date(1),
            fields: HKObjectFields(newWith: nil, metadata: [:]))
        for series in [route, beats] {
            #expect(try code { try app.save([series]) } == .errorInvalidArgument)
            // Measurements of another kind, and in another number.
            #expect(try code { try app.save([(series, .quantities([]))]) } == .errorInvalidArgument)
            #expect(try code { try app.save([(beats, .heartbeats([]))]) } == .errorInvalidArgument)
        }
    }

    @Test func greaterSyncVersionsReplaceSamples() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        func weight(_ value: Double, _ version: Int) -> HKQuantitySample {
            MadeSamples.quantity(
                .bodyMass, value, "kg",
                metadata: [HKMetadataKeySyncIdentifier: "w", HKMetadataKeySyncVersion: version])
        }
        let (first, second) = (weight(70, 1), weight(71, 2))
        try app.save([first])
        try app.save([second])
        try app.save([weight(72, 2)])
        try app.save([weight(73, 1)])
        #expect(try world.database.samples(SampleRequest()).map(\.uuid) == [second.uuid])
        // Sync identifiers are separate for each app. An app keeps its own when its name changes.
        try world.trustedApp("other").save([weight(74, 3)])
        #expect(try world.count() == 2)
        let renamed = AppAccess(
            database: world.database, app: AppIdentity(identifier: "org.example.journal", name: "Diary"))
        let third = weight(75, 3)
        try renamed.save([third])
        #expect(try world.count() == 2)
        #expect(try world.database.sample(uuid: second.uuid) == nil)
        #expect(try world.database.sample(uuid: third.uuid)?.sourceRevision.source.name == "Diary")
        #expect(try world.database.check().findings == [])
    }

    @Test func replacementsAreUsedInWorkoutsAndCorrelations() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        func synced(_ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, _ version: Int)
            -> HKQuantitySample
        {
            MadeSamples.quantity(
                type, value, unit, from: 10,
                metadata: [HKMetadataKeySyncIdentifier: type.rawValue, HKMetadataKeySyncVersion: version])
        }
        let workout = HKWorkout(
            activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(600))
        let energy = synced(.activeEnergyBurned, 10, "kcal", 1)
        try app.save([(workout, nil)], adding: [energy], to: workout.uuid)
        let meal = HKCorrelation(
            type: HKCorrelationType(.food), start: MadeSamples.date(10), end: MadeSamples.date(10),
            objects: [synced(.dietarySugar, 5, "g", 1)])
        try app.save([meal])
        let (moreEnergy, moreSugar) = (synced(.activeEnergyBurned, 12, "kcal", 2), synced(.dietarySugar, 6, "g", 2))
        try app.save([moreEnergy, moreSugar])
        let read = try #require(try world.database.sample(uuid: meal.uuid) as? HKCorrelation)
        #expect(read.objects.map(\.uuid) == [moreSugar.uuid])
        #expect(
            try world.store.count(
                "SELECT count(*) FROM workout_sample AS w JOIN sample_uuid AS u ON u.id = w.id WHERE u.uuid = ?",
                [moreEnergy.uuid.bytes]) == 1)
        #expect(try world.store.count("SELECT count(*) FROM workout_sample") == 1)
        #expect(try world.database.check().findings == [])
    }

    @Test func workoutsTakeExistingAndNewSamples() throws {
        let world = try AppWorld()
        let (app, other) = (try world.trustedApp(), try world.trustedApp("other"))
        let workout = HKWorkout(activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(600))
        let (old, new) = (MadeSamples.heartRate(120, at: 60), MadeSamples.heartRate(130, at: 120))
        try other.save([old])
        try app.save([(workout, nil)], adding: [old, new], to: workout.uuid)
        #expect(try world.count() == 3)
        #expect(try world.store.count("SELECT count(*) FROM workout_sample") == 2)
        // The workout belongs to another app, or does not exist.
        #expect(
            try code { try other.save([], adding: [MadeSamples.heartRate(1, at: 1)], to: workout.uuid) }
                == .errorAuthorizationDenied)
        #expect(
            try code { try app.save([], adding: [MadeSamples.heartRate(1, at: 1)], to: UUID()) }
                == .errorInvalidArgument)
        #expect(try code { try app.save([], adding: [new], to: new.uuid) } == .errorInvalidArgument)
        #expect(try world.count() == 3)
    }

    @Test func manySavesEqualOneSave() throws {
        let samples = (0..<2000).map { MadeSamples.heartRate(60 + Double($0 % 50), at: Double($0)) }
        let (one, many) = (try AppWorld(), try AppWorld())
        try one.trustedApp().save(samples)
        let app = try many.trustedApp()
        for sample in samples { try app.save([sample]) }
        for world in [one, many] {
            #expect(try world.database.samples(SampleRequest()).map(\.uuid) == samples.map(\.uuid))
            #expect(try world.database.check().findings == [])
        }
        #expect(try one.database.latestChange() == many.database.latestChange())
    }
}
