// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct PipelineTests {
    private struct Symptom: Equatable, Sendable {
        let name: String
        let severity: Int

        init(_ sample: HKCategorySample) {
            name = sample.categoryType.identifier
            severity = sample.value
        }
    }

    @Test func authorizationThenQueryThenMap() async throws {
        let world = try HealthWorld()
        let (store, cramps) = (world.app(), HKCategoryType(.abdominalCramps))
        try world.addDays(3, of: .abdominalCramps) { $0 + 1 }
        let symptoms = store.authorizationPublisher(toShare: [cramps], read: [cramps])
            .flatMap { _ in store.subject(for: cramps) }
            .map { samples in samples.map { Symptom($0) } }
            .eraseToAnyPublisher()
        #expect(world.requests.isEmpty)
        #expect(try await symptoms.only().map(\.severity) == [1, 2, 3])
        #expect(world.requests.count == 1)
        try world.addDays(1, of: .abdominalCramps) { _ in 4 }
        #expect(try await symptoms.only().map(\.severity) == [1, 2, 3, 4])
    }

    @Test func aRefusedRequestEndsThePipeline() async throws {
        struct NotNow: Error {}
        let world = try HealthWorld()
        world.prompt = .answering { _ in throw NotNow() }
        let (store, cramps) = (world.app(), HKCategoryType(.abdominalCramps))
        let error = try await store.authorizationPublisher(read: [cramps])
            .flatMap { _ in store.subject(for: cramps) }
            .failure()
        guard case HealthDataError.authorizationRequestError(let cause) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(cause is NotNow)
    }

    /// Authorization, reading, saving and deletion in a single pipeline, with all errors handled in one place.
    @Test func savedAndDeletedObjects() async throws {
        let world = try HealthWorld()
        let (store, height) = (world.app(), HKQuantityType(.height))
        let sample = HKQuantitySample.fixture(.height, 1.8)
        let saving = store.authorizationPublisher(toShare: [height], read: [height])
            .flatMap { _ in store.authorizationStatusPublisher(for: height) }
            .flatMap { _ in store.savePublisher(sample) }
            .flatMap { store.samplesPublisher(.quantitySample(type: height)) }
        #expect(world.requests.isEmpty)
        #expect(try await saving.only() == [sample])
        let error = try await saving.failure()
        #expect((error as? HKError)?.code == .errorInvalidArgument)

        let deletion = store.deletePublisher(sample)
        #expect(try await store.samplesPublisher(.quantitySample(type: height)).only() == [sample])
        try await deletion.only()
        #expect(try await store.samplesPublisher(.quantitySample(type: height)).only().isEmpty)
        #expect((try await deletion.failure() as? HKError) != nil)

        try await store.savePublisher((0..<5).map { HKQuantitySample.fixture(.height, 1.5 + Double($0) / 10) }).only()
        let tall = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .meter(), doubleValue: 1.65))
        let removal = store.deletePublisher(of: height, predicate: tall)
        #expect(try await removal.only() == 3)
        #expect(try await removal.only() == 0)

        try world.deny(share: [height], to: store)
        let denied = try await saving.failure()
        #expect((denied as? HKError)?.code == .errorAuthorizationDenied)
        world.failNext(.save, with: .errorDatabaseInaccessible)
        try world.grant(share: [height], to: store)
        let fault = try await store.savePublisher(HKQuantitySample.fixture(.height)).failure()
        #expect((fault as? HKError)?.code == .errorDatabaseInaccessible)
    }

    @Test func nothingIsSavedWithoutASubscriber() async throws {
        let world = try HealthWorld()
        let (store, height) = (world.app(), HKQuantityType(.height))
        try world.grant(share: [height], read: [height], to: store)
        let publisher = store.savePublisher(HKQuantitySample.fixture(.height))
        try await store.save(HKQuantitySample.fixture(.height))
        #expect(try await store.samplesPublisher(.quantitySample(type: height)).only().count == 1)
        try await publisher.only()
        #expect(try await store.samplesPublisher(.quantitySample(type: height)).only().count == 2)
    }

    @Test func characteristicsCanBeRead() async throws {
        let world = try HealthWorld()
        let store = world.app()
        let birth = store.characteristicPublisher { try $0.dateOfBirthComponents() }
        var error = try await birth.failure()
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        let (birthType, sexType) = (HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex))
        try world.grant(
            read: [birthType, sexType, .activitySummaryType(), HKQuantityType(.stepCount)], to: store)
        #expect(try await birth.only() == nil)
        try world.setDateOfBirth(year: 1980, month: 1, day: 31)
        #expect(try await birth.only()?.year == 1980)
        try world.setBiologicalSex(.female)
        #expect(try await store.characteristicPublisher { try $0.biologicalSex().biologicalSex }.only() == .female)

        #expect(try await store.activitySummariesPublisher().only().isEmpty)
        try world.add(HKActivitySummary.fixture(day: DateComponents(era: 1, year: 2024, month: 2, day: 29)))
        let summaries = try await store.activitySummariesPublisher().only()
        #expect(summaries.count == 1)
        #expect(summaries == (try await HKActivitySummaryQueryDescriptor(predicate: nil).result(for: store)))

        let steps = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
        #expect(try await store.sourcesPublisher(steps).only().isEmpty)
        for source in ["b", "a"] { try world.addDays(2, of: .stepCount, from: "org.example.\(source)") { _ in 1 } }
        #expect(try await store.sourcesPublisher(steps).only().map(\.name) == ["a", "b"])

        error = try await store.medicationsPublisher().failure()
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        try world.add([HKUserAnnotatedMedication.fixture(nickname: "Blue ones")])
        #expect(try await store.perObjectReadAuthorizationPublisher(for: .userAnnotatedMedicationType()).only())
        #expect(try await store.medicationsPublisher().only().map(\.nickname) == ["Blue ones"])
        #expect(try await store.medicationsPublisher(limit: 1).only().count == 1)
    }
}
