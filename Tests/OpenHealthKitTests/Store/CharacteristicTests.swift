// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import Testing

@Suite struct CharacteristicTests {
    private let types: [HKCharacteristicTypeIdentifier] = [
        .activityMoveMode, .biologicalSex, .bloodType, .dateOfBirth, .fitzpatrickSkinType, .referenceSex,
        .wheelchairUse,
    ]

    private func set(_ database: HealthDatabase) throws {
        for (type, value) in [
            (HKCharacteristicTypeIdentifier.activityMoveMode, "HKActivityMoveModeAppleMoveTime"),
            (.biologicalSex, "HKBiologicalSexFemale"), (.bloodType, "HKBloodTypeABNegative"),
            (.dateOfBirth, "1980-01-31"), (.fitzpatrickSkinType, "HKFitzpatrickSkinTypeIV"),
            (.wheelchairUse, "HKWheelchairUseYes"), (.referenceSex, "HKReferenceSexMale"),
        ] {
            try database.person.setCharacteristic(type.rawValue, value: value)
        }
    }

    @Test(arguments: KitPlace.allCases) func characteristicsHaveTheirStoredValues(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        try set(kit.database)
        let store = kit.app()
        try await store.requestAuthorization(toShare: [], read: Set(types.map { HKCharacteristicType($0) }))
        #expect(try store.biologicalSex().biologicalSex == .female)
        #expect(try store.referenceSex == .male)
        #expect(try store.bloodType().bloodType == .abNegative)
        #expect(try store.fitzpatrickSkinType().skinType == .IV)
        #expect(try store.wheelchairUse().wheelchairUse == .yes)
        #expect(try store.activityMoveMode().activityMoveMode == .appleMoveTime)
        let birth = try store.dateOfBirthComponents()
        #expect(birth.year == 1980 && birth.month == 1 && birth.day == 31)
        #expect(birth.calendar?.identifier == .gregorian)
        #expect(try store.dateOfBirth() == birth.date)
    }

    @Test func everyValueOfEveryEnumerationIsRead() async throws {
        let kit = try KitStore(.memory)
        let store = kit.app()
        try await store.requestAuthorization(toShare: [], read: Set(types.map { HKCharacteristicType($0) }))
        func check(_ type: HKCharacteristicTypeIdentifier, _ enumeration: String, _ read: () throws -> Int) throws {
            for value in HealthEnums.allowedValues(ofEnum: enumeration) {
                let name = try #require(HealthEnums.caseName(ofEnum: enumeration, rawValue: value))
                try kit.database.person.setCharacteristic(type.rawValue, value: name)
                #expect(try read() == value, "\(name)")
            }
        }
        try check(.biologicalSex, "HKBiologicalSex") { try store.biologicalSex().biologicalSex.rawValue }
        try check(.referenceSex, "HKReferenceSex") { try store.referenceSex.rawValue }
        try check(.bloodType, "HKBloodType") { try store.bloodType().bloodType.rawValue }
        try check(.fitzpatrickSkinType, "HKFitzpatrickSkinType") { try store.fitzpatrickSkinType().skinType.rawValue }
        try check(.wheelchairUse, "HKWheelchairUse") { try store.wheelchairUse().wheelchairUse.rawValue }
        try check(.activityMoveMode, "HKActivityMoveMode") { try store.activityMoveMode().activityMoveMode.rawValue }
    }

    @Test func deniedCharacteristicsAppearUnset() async throws {
        let kit = try KitStore(.memory)
        for isSet in [false, true] {
            if isSet { try set(kit.database) }
            let store = kit.app("app\(isSet)", isSet ? .deny : .grant)
            try await store.requestAuthorization(toShare: [], read: Set(types.map { HKCharacteristicType($0) }))
            #expect(try store.biologicalSex().biologicalSex == .notSet)
            #expect(try store.referenceSex == .notSet)
            #expect(try store.bloodType().bloodType == .notSet)
            #expect(try store.fitzpatrickSkinType().skinType == .notSet)
            #expect(try store.wheelchairUse().wheelchairUse == .notSet)
            #expect(try store.activityMoveMode().activityMoveMode == .activeEnergy)
            await expect(.errorNoData) { try store.dateOfBirthComponents() }
            await expect(.errorNoData) { try store.dateOfBirth() }
        }
    }

    @Test func withoutARequestAnErrorIsThrown() async throws {
        let store = try KitStore(.memory).app()
        await expect(.errorAuthorizationNotDetermined) { try store.biologicalSex() }
        await expect(.errorAuthorizationNotDetermined) { try store.referenceSex }
        await expect(.errorAuthorizationNotDetermined) { try store.bloodType() }
        await expect(.errorAuthorizationNotDetermined) { try store.fitzpatrickSkinType() }
        await expect(.errorAuthorizationNotDetermined) { try store.wheelchairUse() }
        await expect(.errorAuthorizationNotDetermined) { try store.activityMoveMode() }
        await expect(.errorAuthorizationNotDetermined) { try store.dateOfBirthComponents() }
    }
}
