// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct PersonTests {
    private let rings = HKObjectType.activitySummaryType()

    @Test func characteristicsRequirePermission() throws {
        let world = try AppWorld()
        let app = world.app()
        for description in HealthTypes.all where description.kind == .characteristic {
            let type = try #require(HKObjectType.named(description.identifier) as? HKCharacteristicType)
            try app.allow(read: [type: .notDetermined])
            #expect(
                try AppWorld.error { _ = try app.characteristic(type) }.code == .errorAuthorizationNotDetermined)
            try app.allow(read: [type: .authorized])
            #expect(try app.characteristic(type) == nil)
            try world.database.person.setCharacteristic(type.identifier, value: "something")
            #expect(try app.characteristic(type) == "something")
            try app.allow(read: [type: .denied])
            #expect(try app.characteristic(type) == nil)
        }
        let count = HealthTypes.all.filter { $0.kind == .characteristic }.count
        #expect(try world.store.count("SELECT value FROM counter WHERE name = 'characteristics'") == count)
    }

    @Test func unitsAreChosenOrDefault() throws {
        let world = try AppWorld()
        let app = world.app()
        let (mass, steps) = (HKQuantityType(.bodyMass), HKQuantityType(.stepCount))
        let american = Locale(identifier: "en_US")
        func units(_ types: HKQuantityType...) throws -> [HKQuantityType: HKUnit] {
            try app.preferredUnits(for: Set(types), locale: american)
        }
        #expect(try AppWorld.error { _ = try units(mass) }.code == .errorAuthorizationNotDetermined)
        try app.allow(share: [mass: .authorized], read: [steps: .authorized])
        #expect(try units(mass, steps) == [mass: .pound(), steps: .count()])
        try world.database.setPreferredUnit(.stone(), for: mass)
        #expect(try units(mass) == [mass: .stone()])
        #expect(try world.database.chosenUnits() == [mass: .stone()])
        #expect(try world.database.preferredUnit(for: mass, locale: american) == .stone())
        // An app that can neither read nor save a type receives no preference of the person.
        try app.allow(share: [mass: .denied], read: [mass: .denied])
        #expect(try units(mass) == [mass: .pound()])
        try app.allow(read: [mass: .limited(since: AppWorld.now)])
        #expect(try units(mass) == [mass: .stone()])
        try world.database.setPreferredUnit(nil, for: mass)
        #expect(try units(mass) == [mass: .pound()])
        #expect(try world.store.count("SELECT value FROM counter WHERE name = 'units'") == 2)
    }

    @Test func unitsMustFitTheirType() throws {
        let world = try AppWorld()
        let error = #expect(throws: StoreError.self) {
            try world.database.setPreferredUnit(.meter(), for: HKQuantityType(.bodyMass))
        }
        #expect(error?.code == .invalidArgument)
        #expect(try world.database.chosenUnits().isEmpty)
    }

    @Test func defaultUnitsFitEveryTypeInEveryRegion() throws {
        for identifier in ["en_US", "en_GB", "de_DE", "ja_JP", "pt_BR", "ko_KR", "en_CA", "en_US_POSIX"] {
            let locale = Locale(identifier: identifier)
            for description in HealthTypes.all where description.kind == .quantity {
                let type = try #require(HKObjectType.named(description.identifier) as? HKQuantityType)
                let unit = LocalUnits.unit(of: type, in: locale)
                #expect(type.is(compatibleWith: unit), "\(type) in \(identifier)")
            }
        }
        let glucose = HKQuantityType(.bloodGlucose)
        #expect(LocalUnits.unit(of: glucose, in: Locale(identifier: "en_US")) == HKUnit(from: "mg/dL"))
        #expect(LocalUnits.unit(of: glucose, in: Locale(identifier: "en_GB")) != HKUnit(from: "mg/dL"))
        let distance = HKQuantityType(.distanceWalkingRunning)
        #expect(LocalUnits.unit(of: distance, in: Locale(identifier: "pt_BR")) == .meterUnit(with: .kilo))
        #expect(LocalUnits.unit(of: distance, in: Locale(identifier: "en_US")) == .mile())
    }

    private static let summaries = """
        <HealthData locale="en_US">
        <ActivitySummary dateComponents="2024-02-28" activeEnergyBurned="400.5" activeEnergyBurnedGoal="500" \
        activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="31" \
        appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>
        <ActivitySummary dateComponents="2024-02-29" activeEnergyBurned="1674" activeEnergyBurnedGoal="2092" \
        activeEnergyBurnedUnit="kJ" appleExerciseTime="3" appleStandHours="4"/>
        <ActivitySummary dateComponents="2024-03-01" activeEnergyBurned="0" activeEnergyBurnedGoal="0" \
        activeEnergyBurnedUnit="kcal" appleMoveTime="70" appleMoveTimeGoal="90"/>
        </HealthData>
        """

    @Test func summariesHaveTheirFigures() throws {
        let world = try AppWorld()
        try world.store.importXML(Self.summaries)
        try world.store.importXML(Self.summaries)
        #expect(try world.store.count("SELECT value FROM counter WHERE name = 'summaries'") == 1)
        let app = world.app()
        #expect(
            try AppWorld.error { _ = try app.activitySummaries(.constant(true)) }.code
                == .errorAuthorizationNotDetermined)
        try app.allow(read: [rings: .authorized])
        let days = try app.activitySummaries(.constant(true))
        #expect(days.map { $0.dateComponents(for: Calendar(identifier: .gregorian)).day } == [28, 29, 1])
        let first = try #require(days.first)
        #expect(first.activeEnergyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 400.5))
        #expect(first.exerciseTimeGoal == HKQuantity(unit: .minute(), doubleValue: 30))
        #expect(first.appleStandHours == HKQuantity(unit: .count(), doubleValue: 11))
        #expect(first.activityMoveMode == .activeEnergy)
        #expect(days[1].activeEnergyBurnedGoal == HKQuantity(unit: .jouleUnit(with: .kilo), doubleValue: 2092))
        #expect(days[1].exerciseTimeGoal == nil)
        #expect(days[1].standHoursGoal == nil)
        #expect(days[2].activityMoveMode == .appleMoveTime)
        #expect(days[2].appleMoveTime == HKQuantity(unit: .minute(), doubleValue: 70))
        try app.allow(read: [rings: .denied])
        #expect(try app.activitySummaries(.constant(true)).isEmpty)
    }

    @Test func summariesAreSelectedByDay() throws {
        let world = try AppWorld()
        try world.store.importXML(Self.summaries)
        let app = world.app()
        try app.allow(read: [rings: .authorized])
        func day(_ month: Int, _ day: Int) -> PredicateValue {
            .day(DateComponents(era: 1, year: 2024, month: month, day: day))
        }
        func count(_ predicate: PredicateNode) throws -> Int { try app.activitySummaries(predicate).count }
        #expect(try count(.compare(.day, .equalTo, day(2, 29))) == 1)
        #expect(try count(.compare(.day, .greaterThanOrEqualTo, day(2, 29))) == 2)
        #expect(
            try count(
                .and([
                    .compare(.day, .greaterThanOrEqualTo, day(2, 29)), .compare(.day, .lessThanOrEqualTo, day(2, 29)),
                ])) == 1)
        #expect(try count(.compare(.day, .equalTo, day(2, 27))) == 0)
        try world.database.setSetting("time_zone", value: "Asia/Tokyo")
        // 19:00 UTC on the 28th is on the 29th in Tokyo.
        try app.allow(read: [rings: .limited(since: Date(timeIntervalSince1970: 1_709_146_800))])
        #expect(try count(.constant(true)) == 2)
    }
}
