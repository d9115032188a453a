// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct StoreUsageTests {
    static let symbols = [
        "HKHealthStore.init()", "HKHealthStore.isHealthDataAvailable()", "HKHealthStore.supportsHealthRecords()",
        "HKHealthStore.authorizationStatus", "HKHealthStore.authorizationStatus(for:)",
        "HKHealthStore.authorizationStatus(for:){}", "HKHealthStore.requestAuthorization",
        "HKHealthStore.requestAuthorization(toShare:read:)", "HKHealthStore.requestAuthorization(toShare:read:){}",
        "HKHealthStore.requestAuthorization(toShare:read:completion:)",
        "HKHealthStore.getRequestStatusForAuthorization(toShare:read:){}",
        "HKHealthStore.statusForAuthorizationRequest(toShare:read:)",
        "HKHealthStore.requestPerObjectReadAuthorization(for:predicate:)",
        "HKHealthStore.earliestPermittedSampleDate()",
        "HKHealthStore.save(_:)", "HKHealthStore.save(_:){}", "HKHealthStore.save(_:withCompletion:)",
        "HKHealthStore.delete(_:)", "HKHealthStore.delete(_:){}", "HKHealthStore.delete(_:withCompletion:)",
        "HKHealthStore.deleteObjects(of:predicate:){}", "HKHealthStore.preferredUnits(for:){}",
        "HKHealthStore.biologicalSex", "HKHealthStore.biologicalSex()", "HKHealthStore.bloodType",
        "HKHealthStore.bloodType()", "HKHealthStore.dateOfBirth", "HKHealthStore.dateOfBirth()",
        "HKHealthStore.dateOfBirthComponents()", "HKHealthStore.fitzpatrickSkinType",
        "HKHealthStore.fitzpatrickSkinType()", "HKHealthStore.wheelchairUse", "HKHealthStore.wheelchairUse()",
        "HKHealthStore.activityMoveMode", "HKHealthStore.activityMoveMode()",
    ]

    private let steps = HKQuantityType(.stepCount)

    @Test func storesAreCreatedIndependently() throws {
        let world = try HealthWorld()
        world.run(as: world.app()) {
            #expect(HKHealthStore.isHealthDataAvailable())
            let store = HKHealthStore()
            _ = store.supportsHealthRecords()
            #expect(store.earliestPermittedSampleDate() < Date(timeIntervalSince1970: 0))
            #expect(store.authorizationStatus(for: steps) == .notDetermined)
        }
    }

    @Test func permissionIsRequestedWithEveryMethod() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let status = QueryRecorder<HKAuthorizationRequestStatus>()
        store.getRequestStatusForAuthorization(toShare: [steps], read: [steps]) { value, error in
            status.completion()(value, error)
        }
        #expect(try await status.next() == .shouldRequest)
        let asked = QueryRecorder<Bool>()
        store.requestAuthorization(toShare: [steps], read: nil) { success, error in
            asked.completion()(success, error)
        }
        #expect(try await asked.next())
        store.requestAuthorization(toShare: nil, read: [steps], completion: asked.completion())
        #expect(try await asked.next())
        try await store.requestAuthorization(toShare: [steps], read: [steps])
        let request: (Set<HKSampleType>, Set<HKObjectType>) async throws -> Void = store.requestAuthorization
        try await request([], [steps])
        #expect(try await store.statusForAuthorizationRequest(toShare: [steps], read: [steps]) == .unnecessary)
        let read = store.authorizationStatus
        #expect(read(steps) == .sharingAuthorized)
        #expect(world.requests.count == 2)
        if store.authorizationStatus(for: steps) == .sharingAuthorized {
            try await store.requestPerObjectReadAuthorization(for: .visionPrescriptionType(), predicate: nil)
        }
    }

    @Test func samplesAreSavedAndDeletedWithEveryMethod() async throws {
        let test = try UsageWorld(share: [steps])
        let samples = (0..<6).map { HKQuantitySample.fixture(.stepCount, Double($0), start: test.now) }
        let done = QueryRecorder<Bool>()
        try await test.store.save(samples[0])
        try await test.store.save([samples[1], samples[2]])
        test.store.save(samples[3]) { success, error in done.completion()(success, error) }
        #expect(try await done.next())
        test.store.save([samples[4], samples[5]], withCompletion: done.completion())
        #expect(try await done.next())

        try await test.store.delete(samples[0])
        test.store.delete(samples[1]) { success, error in done.completion()(success, error) }
        #expect(try await done.next())
        test.store.delete([samples[2]], withCompletion: done.completion())
        #expect(try await done.next())
        let count = QueryRecorder<Int>()
        test.store.deleteObjects(
            of: steps,
            predicate: HKQuery.predicateForQuantitySamples(
                with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 3))
        ) { success, number, error in
            count.completion()(success ? number : -1, error)
        }
        #expect(try await count.next() == 2)
    }

    @Test func characteristicsAreRead() throws {
        let characteristics: [HKCharacteristicTypeIdentifier] = [
            .biologicalSex, .bloodType, .dateOfBirth, .fitzpatrickSkinType, .wheelchairUse, .activityMoveMode,
            .referenceSex,
        ]
        let test = try UsageWorld(read: characteristics.map { HKCharacteristicType($0) })
        #expect(try test.store.biologicalSex().biologicalSex == .notSet)
        try test.world.setBiologicalSex(.female)
        try test.world.setReferenceSex(.male)
        try test.world.setBloodType(.abNegative)
        try test.world.setDateOfBirth(year: 1984, month: 2, day: 29)
        try test.world.setFitzpatrickSkinType(.III)
        try test.world.setWheelchairUse(.no)
        try test.world.setActivityMoveMode(.appleMoveTime)
        let sex = test.store.biologicalSex
        #expect(try sex().biologicalSex == .female)
        #expect(try test.store.referenceSex == .male)
        #expect(try test.store.bloodType().bloodType == .abNegative)
        #expect(try test.store.dateOfBirthComponents().day == 29)
        #expect(try test.store.dateOfBirth() < Date(timeIntervalSince1970: 500_000_000))
        #expect(try test.store.fitzpatrickSkinType().skinType == .III)
        #expect(try test.store.wheelchairUse().wheelchairUse == .no)
        #expect(try test.store.activityMoveMode().activityMoveMode == .appleMoveTime)
    }

    @Test func preferredUnitsAreReturned() async throws {
        let test = try UsageWorld(share: [steps])
        let units = QueryRecorder<[HKQuantityType: HKUnit]>()
        test.store.preferredUnits(for: [steps]) { found, error in units.completion()(found, error) }
        #expect(try await units.next()[steps] == .count())
    }
}
