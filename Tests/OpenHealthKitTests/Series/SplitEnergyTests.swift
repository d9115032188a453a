// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct SplitEnergyTests {
    private let mass = HKQuantityType(.bodyMass)
    private let height = HKQuantityType(.height)

    private func split(
        _ store: HKHealthStore, _ kilocalories: Double, hours: Double = 24
    ) async throws -> (resting: Double, active: Double) {
        let calls = Calls<(HKQuantity?, HKQuantity?, (any Error)?)>()
        store.splitTotalEnergy(
            HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories), start: Sample.day,
            end: Sample.day.addingTimeInterval(hours * 3600)
        ) { calls.add(($0, $1, $2)) }
        let (resting, active, error) = try await calls.next()
        if let error { throw error }
        return (
            resting?.doubleValue(for: .kilocalorie()) ?? .nan, active?.doubleValue(for: .kilocalorie()) ?? .nan
        )
    }

    /// The date of birth is parsed as in `dateOfBirthComponents()`.
    @Test func theDayOfBirthMayHaveATime() async throws {
        let kit = try KitStore(.memory)
        let birth = HKCharacteristicType(.dateOfBirth)
        let store = kit.app("energy")
        try await store.requestAuthorization(toShare: [mass, height], read: [birth, mass, height])
        let then = Sample.day.addingTimeInterval(-60)
        try await store.save([
            HKQuantitySample(
                type: mass, quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70), start: then, end: then),
            HKQuantitySample(
                type: height, quantity: HKQuantity(unit: .meter(), doubleValue: 1.75), start: then, end: then),
        ])
        try kit.database.person.setCharacteristic(birth.identifier, value: "1995-05-23 00:00:00 +0200")
        #expect(try store.dateOfBirthComponents().day == 23)
        #expect(abs(try await split(store, 2500).resting - (700 + 1093.75 - 150 - 78)) < 1e-6)
        for text in ["1995-13-01", "1995-02-29", "1995-05", "23 May 1995", "1995--05-23"] {
            try kit.database.person.setCharacteristic(birth.identifier, value: text)
            await expect(.errorNoData) { try store.dateOfBirthComponents() }
            await expect(.errorNoData) { try await split(store, 2500) }
        }
    }

    @Test func theEnergyAtRestFollowsTheCharacteristics() async throws {
        let kit = try KitStore(.memory)
        let characteristics: Set<HKObjectType> = [
            HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex),
        ]
        let store = kit.app("energy")
        try await store.requestAuthorization(toShare: [mass, height], read: characteristics.union([mass, height]))
        await expect(.errorNoData) { try await split(store, 2500) }
        func sample(_ type: HKQuantityType, _ unit: HKUnit, _ value: Double, day: Double) -> HKQuantitySample {
            let date = Sample.day.addingTimeInterval(day * 86_400)
            return HKQuantitySample(
                type: type, quantity: HKQuantity(unit: unit, doubleValue: value), start: date, end: date)
        }
        let kilogram = HKUnit.gramUnit(with: .kilo)
        try await store.save([
            sample(mass, kilogram, 90, day: -20), sample(mass, kilogram, 70, day: -10),
            sample(mass, kilogram, 60, day: 9),
            sample(height, .meter(), 1.75, day: -20),
        ])
        await expect(.errorNoData) { try await split(store, 2500) }
        // The person is thirty years old on this day.
        try kit.database.person.setCharacteristic(
            HKCharacteristicTypeIdentifier.dateOfBirth.rawValue, value: "1995-05-23")
        #expect(abs(try await split(store, 2500).resting - (700 + 1093.75 - 150 - 78)) < 1e-6)
        for (sex, offset) in [("HKBiologicalSexMale", 5.0), ("HKBiologicalSexFemale", -161)] {
            try kit.database.person.setCharacteristic(HKCharacteristicTypeIdentifier.biologicalSex.rawValue, value: sex)
            let (resting, active) = try await split(store, 2500)
            #expect(abs(resting - (1643.75 + offset)) < 1e-6 && abs(active - (2500 - resting)) < 1e-6)
            #expect(abs(try await split(store, 2500, hours: 6).resting - (1643.75 + offset) / 4) < 1e-6)
            let (all, none) = try await split(store, 100)
            #expect(all == 100 && none == 0)
        }
        // Another app without permission to read the weight.
        let other = kit.app("other", .deny)
        try await other.requestAuthorization(toShare: [], read: characteristics.union([mass, height]))
        await expect(.errorNoData) { try await split(other, 2500) }
        await expect(.errorNoData) { try await split(kit.app("unasked"), 2500) }
    }

    @Test func otherTypesAreNotSplit() async throws {
        let store = try KitStore(.memory).app()
        let calls = Calls<HKError.Code?>()
        store.splitTotalEnergy(HKQuantity(unit: .meter(), doubleValue: 1), start: Sample.day, end: Sample.day) {
            calls.add(($2 as? HKError)?.code)
        }
        #expect(try await calls.next() == .errorInvalidArgument)
        await expect(.errorInvalidArgument) { try await split(store, 100, hours: -1) }
    }
}
