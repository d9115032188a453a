// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that anchors change only with visible changes.
@Suite struct VisiblePlaceTests {
    private static let types = [HKQuantityType(.stepCount), HKQuantityType(.heartRate)]

    private static func sample(_ type: HKQuantityType, at time: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 1), start: MadeSamples.date(time),
            end: MadeSamples.date(time))
    }

    /// Random changes of several apps. After each change, an app's anchor must have changed if and only if there is a
    /// change that is visible to the app.
    @Test(arguments: [AppPermission.Read.authorized, .denied, .limited(since: MadeSamples.date(50))])
    func anchorsAdvanceWithReportedChanges(_ read: AppPermission.Read) throws {
        let world = try AppWorld()
        let writer = try world.trustedApp("writer")
        let app = world.app("reader")
        try app.allow(
            share: [Self.types[0]: .authorized], read: [Self.types[0]: read, Self.types[1]: .denied])
        var generator = SeededGenerator(seed: 21)
        var saved: [(AppAccess, HKQuantitySample)] = []
        var (anchor, told) = (try app.latestAnchor(), 0)
        #expect(anchor.value == 0)
        for _ in 0..<150 {
            var isVisible = false
            func sees(_ access: AppAccess, _ sample: HKQuantitySample) -> Bool {
                guard sample.quantityType == Self.types[0] else { return false }
                if access.app == app.app { return true }
                switch read {
                case .authorized: return true
                case .limited(let date): return sample.startDate >= date
                case .denied, .notDetermined: return false
                }
            }
            if generator.below(3) == 0, !saved.isEmpty {
                let (access, sample) = saved.remove(at: generator.below(saved.count))
                try access.delete([sample])
                isVisible = sees(access, sample)
            } else {
                let access = generator.below(4) == 0 ? app : writer
                let type = access.app == app.app ? Self.types[0] : Self.types[generator.below(2)]
                let sample = Self.sample(type, at: Double(generator.below(100)))
                try access.save([sample])
                saved.append((access, sample))
                isVisible = sees(access, sample)
            }
            let now = try app.latestAnchor()
            #expect((now != anchor) == isVisible)
            let changes = try app.changes(Self.types.map { SampleQuery.Part($0) }, after: anchor)
            #expect((changes.added.count + changes.deleted.count > 0) == isVisible)
            #expect(changes.anchor == now)
            told += isVisible ? 1 : 0
            anchor = now
        }
        #expect(told > 10)
        #expect(try world.database.check().findings == [])
    }

    /// Imports and deletions by source also change the anchors of apps to which they are visible.
    @Test func importsAndDeletedSources() throws {
        let world = try AppWorld()
        let (denied, allowed) = (world.app("denied"), world.app("allowed"))
        try denied.allow(read: [Self.types[0]: .denied])
        try allowed.allow(read: [Self.types[0]: .authorized])
        var export = TestExport()
        for minute in 0..<1500 { export.add(.init(start: minute * 60, end: minute * 60 + 60)) }
        try world.store.importXML(export.document)
        #expect(try denied.latestAnchor().value == 0)
        let imported = try allowed.latestAnchor()
        #expect(imported.value == Int(try world.database.latestChange()))
        let source = try #require(try world.database.sources().first)
        try world.database.deleteSamples(ofSource: source.id)
        #expect(try denied.latestAnchor().value == 0)
        #expect(try allowed.latestAnchor() != imported)
        #expect(try allowed.changes([.init(Self.types[0])], after: imported).deleted.count == 1500)
    }

    /// Food with nutrients that an app may not read does not affect the list of types, the anchors and the deleted objects.
    @Test func correlationsOfInvisibleMembers() throws {
        let world = try AppWorld()
        let writer = try world.trustedApp("writer")
        let app = world.app("reader")
        try app.allow(read: [HKQuantityType(.dietarySugar): .authorized, HKQuantityType(.dietaryCaffeine): .denied])
        let food = HKCorrelationType(.food)
        func meal(_ nutrient: HKQuantityTypeIdentifier, _ time: Double) -> HKCorrelation {
            let date = MadeSamples.date(time)
            let part = HKQuantitySample(
                type: HKQuantityType(nutrient), quantity: HKQuantity(unit: .gram(), doubleValue: 1), start: date,
                end: date)
            return HKCorrelation(type: food, start: date, end: date, objects: [part])
        }
        let coffee = meal(.dietaryCaffeine, 0)
        try writer.save([coffee])
        #expect(try app.visibleTypes().isEmpty)
        #expect(try app.latestAnchor().value == 0)
        let cake = meal(.dietarySugar, 100)
        try writer.save([cake])
        let before = try app.latestAnchor()
        #expect(try app.visibleTypes().map(\.type.identifier).sorted().contains(food.identifier))
        #expect(try app.visibleTypes().allSatisfy { $0.earliest == MadeSamples.date(100) })
        try writer.delete([coffee])
        #expect(try app.latestAnchor() == before)
        #expect(try app.changes([.init(food)], after: before).deleted.isEmpty)
        try writer.delete([cake])
        #expect(try app.changes([.init(food)], after: before).deleted.map(\.uuid) == [cake.uuid])
        #expect(try app.latestAnchor() != before)
    }

    /// A cursor contains only the topics that the app may read.
    @Test func topicsOfOtherAppsAreNotReported() throws {
        let world = try AppWorld()
        let app = world.app("reader")
        try app.allow(read: [
            HKCharacteristicType(.biologicalSex): .authorized, Self.types[0]: .authorized,
            Self.types[1]: .denied, HKObjectType.workoutType(): .denied,
        ])
        let cursor = try app.cursor()
        try world.database.person.setCharacteristic(
            HKCharacteristicTypeIdentifier.dateOfBirth.rawValue, value: "1980-01-31")
        try world.database.setPreferredUnit(HKUnit(from: "count/s"), for: Self.types[1])
        let writer = try world.trustedApp("writer")
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try writer.save([workout])
        try writer.relateEffort(
            MadeSamples.quantity(.workoutEffortScore, 3, "appleEffortScore"), workout: workout.uuid, activity: nil)
        #expect(try app.cursor() == cursor)
        try world.database.person.setCharacteristic(
            HKCharacteristicTypeIdentifier.biologicalSex.rawValue, value: "HKBiologicalSexFemale")
        #expect(try app.changes(of: nil, since: cursor).topics == [.characteristics])
    }

    /// An app that has requested a single type, such as workouts without samples of effort, has its own anchor.
    @Test(arguments: [AppPermission.Read.authorized, .denied])
    func everyTypeHasItsOwnAnchor(_ read: AppPermission.Read) throws {
        let world = try AppWorld()
        let writer = try world.trustedApp("writer")
        let workout = HKWorkout(activityType: .rowing, start: MadeSamples.date(0), end: MadeSamples.date(60))
        try writer.save([workout])
        try writer.relateEffort(
            MadeSamples.quantity(.workoutEffortScore, 3, "appleEffortScore"), workout: workout.uuid, activity: nil)
        for type in HealthTypes.all.compactMap({ HKObjectType.named($0.identifier) }) {
            let app = world.app(type.identifier)
            try app.allow(read: [type: read])
            let cursor = try app.cursor()
            let changes = try app.changes(of: nil, since: cursor)
            #expect(changes.types == [] && changes.topics == [] && changes.cursor == cursor, "\(type.identifier)")
        }
    }
}
