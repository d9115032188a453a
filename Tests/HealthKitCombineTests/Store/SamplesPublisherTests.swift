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

@Suite(.timeLimit(.usual)) struct SamplesPublisherTests {
    private static let sampleTypes = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }

    /// Returns a world with three samples of each type, and an app with permission to read all of them.
    private static func full() async throws -> (world: HealthWorld, store: HKHealthStore) {
        let world = try HealthWorld()
        let store = world.app()
        for hour in 0..<3 {
            try world.add(sampleTypes.map { $0.sample(start: world.clock.now - Double(hour) * 7_200) })
        }
        try world.grant(read: Set(sampleTypes), to: store)
        for type in sampleTypes where type.requiresPerObjectAuthorization() {
            #expect(try await store.perObjectReadAuthorizationPublisher(for: type).only())
        }
        return (world, store)
    }

    @Test func eachTypeGivesTheResultsOfItsDescriptor() async throws {
        let (world, store) = try await Self.full()
        for type in Self.sampleTypes {
            let descriptor = HKSampleQueryDescriptor(predicates: [.sample(type: type)], sortDescriptors: [])
            let samples = try await store.samplesPublisher(.sample(type: type)).only()
            #expect(samples.count >= 3, "\(type.identifier)")
            let expected = try await descriptor.result(for: store)
            #expect(samples == expected, "\(type.identifier)")
        }
        _ = world
    }

    @Test func eachKindHasItsClass() async throws {
        let (world, store) = try await Self.full()
        func check<Sample: HKSample>(
            _ predicate: HKSamplePredicate<Sample>, _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let newest = SortDescriptor(\Sample.startDate, order: .reverse)
            for (order, limit) in [([], nil), ([newest], nil), ([newest], 2), ([], 1), ([], 0)] as [([_], Int?)] {
                let samples: [Sample] = try await store.samplesPublisher(predicate, sortedBy: order, limit: limit)
                    .only()
                let expected = try await HKSampleQueryDescriptor(
                    predicates: [predicate], sortDescriptors: order, limit: limit
                ).result(for: store)
                #expect(samples == expected, sourceLocation: location)
                #expect(samples.count == (limit.flatMap { $0 == 0 ? nil : $0 } ?? 3), sourceLocation: location)
            }
        }
        try await check(.quantitySample(type: HKQuantityType(.bodyMass)))
        try await check(.categorySample(type: HKCategoryType(.headache)))
        try await check(.correlation(type: HKCorrelationType(.bloodPressure)))
        try await check(.clinicalRecord(type: HKClinicalType(.allergyRecord)))
        try await check(.workout())
        try await check(.workoutRoute())
        try await check(.heartbeatSeries())
        try await check(.electrocardiogram())
        try await check(.audiogram())
        try await check(.visionPrescription())
        try await check(.stateOfMind())
        try await check(.gad7Assessment())
        try await check(.phq9Assessment())
        _ = world
    }

    @Test func subjectsHaveTheClassOfTheirType() async throws {
        let (world, store) = try await Self.full()
        func check<Sample: HKSample>(
            _ subject: AnyPublisher<[Sample], any Error>, _ type: HKSampleType,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let expected = try await store.samplesPublisher(.sample(type: type)).only()
            let samples = try await subject.only()
            #expect(samples as [HKSample] == expected, sourceLocation: location)
            #expect(samples.count == 3, sourceLocation: location)
        }
        let (category, quantity) = (HKCategoryType(.headache), HKQuantityType(.bodyMass))
        let (correlation, clinical) = (HKCorrelationType(.food), HKClinicalType(.allergyRecord))
        let subjects: AnyPublisher<[HKCategorySample], any Error> = store.subject(for: category)
        try await check(subjects, category)
        try await check(store.subject(for: quantity) as AnyPublisher<[HKQuantitySample], any Error>, quantity)
        try await check(store.subject(for: correlation) as AnyPublisher<[HKCorrelation], any Error>, correlation)
        try await check(store.subject(for: clinical) as AnyPublisher<[HKClinicalRecord], any Error>, clinical)
        let workouts: AnyPublisher<[HKWorkout], any Error> = store.subject(for: .workoutType())
        try await check(workouts, .workoutType())
        for type in [HKSeriesType.workoutRoute(), .heartbeat()] {
            try await check(store.subject(for: type) as AnyPublisher<[HKSeriesSample], any Error>, type)
        }
        let electrocardiogram = HKObjectType.electrocardiogramType()
        try await check(
            store.subject(for: electrocardiogram) as AnyPublisher<[HKElectrocardiogram], any Error>,
            electrocardiogram)
        let audiogram = HKObjectType.audiogramSampleType()
        try await check(store.subject(for: audiogram) as AnyPublisher<[HKAudiogramSample], any Error>, audiogram)
        let vision = HKObjectType.visionPrescriptionType()
        try await check(store.subject(for: vision) as AnyPublisher<[HKVisionPrescription], any Error>, vision)
        let mood = HKObjectType.stateOfMindType()
        try await check(store.subject(for: mood) as AnyPublisher<[HKStateOfMind], any Error>, mood)
        let score = HKScoredAssessmentType(.PHQ9)
        try await check(store.subject(for: score) as AnyPublisher<[HKScoredAssessment], any Error>, score)
        let dose = HKObjectType.medicationDoseEventType()
        try await check(store.subject(for: dose) as AnyPublisher<[HKMedicationDoseEvent], any Error>, dose)
        let document = HKDocumentType(.CDA)
        let documents = try await store.subject(for: document).only()
        #expect(documents.count == 3)
        #expect(documents.allSatisfy { ($0 as? HKCDADocumentSample)?.document == nil })
        _ = world
    }

    /// The form printed in the article accepts any type, and sends values only for categories.
    @Test func theSubjectOfAnyTypeHasCategorySamples() async throws {
        let (world, store) = try await Self.full()
        for type in Self.sampleTypes {
            let values = try await store.subject(for: type).all()
            if type is HKCategoryType {
                #expect(values.map(\.count) == [3], "\(type.identifier)")
            } else {
                #expect(values.isEmpty, "\(type.identifier)")
            }
        }
        for type in [HKCategoryType(.headache), HKQuantityType(.bodyMass)] {
            let samples = try await store.samplesPublisher(.sample(type: type)).only()
            try world.database.delete(samples.map(\.uuid))
        }
        #expect(try await store.subject(for: HKCategoryType(.headache)).only().isEmpty)
        #expect(try await store.subject(for: HKQuantityType(.bodyMass) as HKSampleType).only().isEmpty)
    }

    @Test func permittedSamplesAreRead() async throws {
        let world = try HealthWorld()
        let (store, headache) = (world.app(), HKCategoryType(.headache))
        try world.add(HKCategorySample.fixture(.headache))
        let predicate = HKSamplePredicate.categorySample(type: headache)
        let error = try await store.samplesPublisher(predicate).failure()
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
        try world.grant(share: [headache], to: store)
        try world.deny(read: [headache], to: store)
        #expect(try await store.samplesPublisher(predicate).only().isEmpty)
        let own = HKCategorySample.fixture(.headache)
        try await store.save(own)
        #expect(try await store.samplesPublisher(predicate).only() == [own])
        try world.grant(read: [headache], to: store)
        #expect(try await store.samplesPublisher(predicate).only().count == 2)
        try world.limit(read: [headache], since: .distantFuture, for: store)
        #expect(try await store.samplesPublisher(predicate).only() == [own])
    }

    @Test func invalidArgumentsAreFailures() async throws {
        let world = try HealthWorld()
        let (store, predicate) = (world.app(), HKSamplePredicate.workout())
        try world.grant(read: [HKWorkoutType.workoutType()], to: store)
        let failures = [
            try await store.samplesPublisher(predicate, limit: -1).failure(),
            try await store.samplesPublisher([] as [HKSamplePredicate<HKWorkout>]).failure(),
            try await store.samplesPublisher(predicate, sortedBy: [SortDescriptor(\.metadataCount)]).failure(),
        ]
        for failure in failures { #expect((failure as? HKError)?.code == .errorInvalidArgument) }
    }
}

extension HKWorkout {
    /// A property by which samples cannot be sorted.
    fileprivate var metadataCount: Int { metadata?.count ?? 0 }
}
