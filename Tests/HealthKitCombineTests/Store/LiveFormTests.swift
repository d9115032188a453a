// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

/// Tests of the live forms of the store's publishers; ``LiveQuery`` itself is tested elsewhere.
@Suite(.timeLimit(.slow)) struct LiveFormTests {
    private static let headache = HKCategoryType(.headache)
    private static let symptoms: Set<HKCategoryType> = [
        HKCategoryType(.abdominalCramps), HKCategoryType(.bloating), HKCategoryType(.fatigue), HKCategoryType(.acne),
        headache,
    ]

    private static func sample(_ type: HKCategoryType = headache, _ second: Int = 0) -> HKCategorySample {
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(second))
        return HKCategorySample(type: type, value: HKCategoryValueSeverity.mild.rawValue, start: date, end: date)
    }

    /// Waits for an expected value; earlier values can represent earlier states.
    private func wait<Value: Sendable>(
        _ receiver: Receiver<Value>, for what: Comment, _ isIt: (Value) -> Bool
    ) async throws {
        while true {
            let value = try await receiver.value()
            if isIt(value) { return }
        }
    }

    private func watch<Value: Sendable>(_ query: LiveQuery<Value>) -> Receiver<Value> {
        let receiver = Receiver<Value>()
        query.subscribe(receiver)
        receiver.request(.unlimited)
        return receiver
    }

    @Test(arguments: StreamPlace.allCases) func samplesUpdateAfterSavesAndDeletions(_ place: StreamPlace) async throws {
        let store = try StreamStore(place)
        let app = try await store.allowed([Self.headache])
        let receiver = watch(app.samplesPublisher(.categorySample(type: Self.headache)).live)
        #expect(try await receiver.value().isEmpty)
        var expected: [HKCategorySample] = []
        for second in 0..<5 {
            expected.append(Self.sample(Self.headache, second))
            try await app.save(expected[second])
            try await wait(receiver, for: "what was saved") { $0 == expected }
        }
        while let last = expected.popLast() {
            try await app.delete(last)
            try await wait(receiver, for: "what is left") { $0 == expected }
        }
        receiver.cancel()
    }

    @Test func permissionChangesAreObserved() async throws {
        let world = try HealthWorld()
        let store = world.app()
        try world.add([Self.sample(), Self.sample(Self.headache, 1)])
        try world.deny(read: [Self.headache], to: store)
        let receiver = watch(store.samplesPublisher(.categorySample(type: Self.headache)).live)
        #expect(try await receiver.value().isEmpty)
        try world.grant(read: [Self.headache], to: store)
        try await wait(receiver, for: "what may be read") { $0.count == 2 }
        try world.limit(read: [Self.headache], since: Self.sample(Self.headache, 1).startDate, for: store)
        try await wait(receiver, for: "what is recent") { $0.count == 1 }
        try world.revoke(from: store)
        try await wait(receiver, for: "nothing") { $0.isEmpty }
        try world.forgetPermissions(of: store)
        while true {
            guard case .failed(let error) = try await receiver.events.next() else { continue }
            #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
            break
        }
    }

    @Test(arguments: StreamPlace.allCases) func changesAreCombinedAndReadOnDemandOnly(_ place: StreamPlace) async throws
    {
        let store = try StreamStore(place)
        let gate = ReadGate()
        let app = try await store.allowed([Self.headache]) { gate.install(in: &$0) }
        let publisher = app.samplesPublisher(.categorySample(type: Self.headache))
        let receiver = Receiver<[HKCategorySample]>()
        publisher.live.subscribe(receiver)
        try await app.save(Self.sample())
        let before = gate.count
        receiver.request(.max(1))
        #expect(try await receiver.value().count == 1)
        #expect(gate.count == before + 1)
        for second in 1...50 { try await app.save(Self.sample(Self.headache, second)) }
        #expect(receiver.count == 1)
        #expect(gate.count == before + 1)
        receiver.request(.max(1))
        #expect(try await receiver.value().count == 51)
        #expect(gate.count == before + 2)
        receiver.cancel()
        try await app.save(Self.sample())
        #expect(try await publisher.only().count == 52)
        #expect(receiver.count == 2)
    }

    @Test func statisticsAreUpdated() async throws {
        let world = try HealthWorld(now: Date(timeIntervalSince1970: 1_700_000_000))
        let (store, steps) = (world.app(), HKQuantityType(.stepCount))
        try world.grant(share: [steps], read: [steps], to: store)
        let predicate = HKSamplePredicate.quantitySample(type: steps)
        let sum = watch(store.statisticsPublisher(predicate, options: .cumulativeSum).live)
        let daily = watch(
            store.statisticsCollectionPublisher(
                predicate, options: .cumulativeSum, anchorDate: world.clock.now,
                intervalComponents: DateComponents(day: 1)
            ).live)
        let sources = watch(store.sourcesPublisher(predicate).live)
        #expect(try await sum.value() == nil)
        #expect(try await daily.value().statistics().isEmpty)
        #expect(try await sources.value().isEmpty)
        for days in 1...3 {
            let sample = HKQuantitySample.fixture(
                .stepCount, 100, start: world.clock.now + Double(days) * 86_400,
                end: world.clock.now + Double(days) * 86_400 + 60)
            try await store.save(sample)
            let total = HKQuantity(unit: .count(), doubleValue: Double(days) * 100)
            try await wait(sum, for: "the sum") { $0?.sumQuantity() == total }
            try await wait(daily, for: "one more day") { $0.statistics().count == days }
        }
        try await wait(sources, for: "the app itself") { $0.count == 1 }
        try await store.deleteObjects(of: steps, predicate: NSPredicate(value: true))
        try await wait(sum, for: "no sum") { $0 == nil }
        try await wait(daily, for: "no days") { $0.statistics().isEmpty }
        try await wait(sources, for: "no one") { $0.isEmpty }
        for receiver in [sum.cancel, daily.cancel, sources.cancel] { receiver() }
    }

    /// While a writer saves one sample of each type at a time, as another process would, no value contains some of them without
    /// the others.
    @Test(arguments: StreamPlace.allCases) func batchesReadOneMoment(_ place: StreamPlace) async throws {
        let store = try StreamStore(place)
        let (app, rounds) = (try await store.allowed(Self.symptoms), 300)
        let writer = try await store.allowed(Self.symptoms)
        let receiver = watch(app.batchPublisher(for: Self.symptoms).live)
        #expect(try await receiver.value().isEmpty)
        let writing = Task.detached {
            for round in 0..<rounds { try await writer.save(Self.symptoms.map { Self.sample($0, round) }) }
        }
        var size = 0
        while size < rounds * Self.symptoms.count {
            let batch = try await receiver.value()
            #expect(batch.count >= size)
            size = batch.count
            let counts = Dictionary(grouping: batch, by: \.categoryType).mapValues(\.count)
            #expect(counts.count == Self.symptoms.count || batch.isEmpty)
            #expect(Set(counts.values).count <= 1)
        }
        try await writing.value
        receiver.cancel()
    }

    @Test func changesOfThePersonAreObserved() async throws {
        let world = try HealthWorld()
        let (store, sex) = (world.app(), HKCharacteristicType(.biologicalSex))
        try world.grant(read: [sex, HKCharacteristicType(.dateOfBirth), .activitySummaryType()], to: store)
        let birth = watch(store.characteristicPublisher { try $0.dateOfBirthComponents().year }.live)
        #expect(try await birth.value() == nil)
        try world.setDateOfBirth(year: 1980, month: 1, day: 31)
        try await wait(birth, for: "a year") { $0 == 1980 }

        let rings = watch(store.activitySummariesPublisher().live)
        #expect(try await rings.value().isEmpty)
        try world.add(HKActivitySummary.fixture(day: DateComponents(era: 1, year: 2024, month: 2, day: 29)))
        try await wait(rings, for: "a day") { $0.count == 1 }

        #expect(try await store.perObjectReadAuthorizationPublisher(for: .userAnnotatedMedicationType()).only())
        let medicines = watch(store.medicationsPublisher().live)
        #expect(try await medicines.value().isEmpty)
        try world.add([HKUserAnnotatedMedication.fixture(nickname: "Blue ones")])
        #expect(try await store.perObjectReadAuthorizationPublisher(for: .userAnnotatedMedicationType()).only())
        try await wait(medicines, for: "what the person allows") { $0.map(\.nickname) == ["Blue ones"] }
        for cancel in [birth.cancel, rings.cancel, medicines.cancel] { cancel() }
    }

    @Test func relationshipsAreObserved() async throws {
        let world = try HealthWorld()
        let (store, effort) = (world.app(), HKQuantityType(.workoutEffortScore))
        try world.grant(share: [effort, .workoutType()], read: [effort, .workoutType()], to: store)
        let (workout, score) = (HKWorkout.fixture(.yoga), HKQuantitySample.fixture(.workoutEffortScore, 5))
        try await store.save([workout, score])
        let receiver = watch(
            store.samplesPublisher(
                .quantitySample(
                    type: effort,
                    predicate: HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: nil))
            ).live)
        #expect(try await receiver.value().isEmpty)
        try await store.relateWorkoutEffortSample(score, with: workout, activity: nil)
        try await wait(receiver, for: "the score") { $0 == [score] }
        receiver.cancel()
    }

    @Test func everythingIsReleased() async throws {
        let store = try StreamStore()
        var app: HKHealthStore? = try await store.allowed([Self.headache])
        weak let held = app
        let receiver = Receiver<[HKCategorySample]>()
        app?.samplesPublisher(.categorySample(type: Self.headache)).live.subscribe(receiver)
        weak let subscription = receiver.subscription as AnyObject?
        receiver.request(.unlimited)
        _ = try await receiver.value()
        receiver.cancel()
        app = nil
        try await eventually("the subscription is released") { subscription == nil }
        try await eventually("the store is released") { held == nil }
    }
}
