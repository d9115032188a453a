// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct HKHealthStoreTests {
    private let query = HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: Sample.steps)], sortDescriptors: [SortDescriptor(\.startDate)])

    @Test(arguments: KitPlace.allCases) func savingAndDeletingWithEveryMethod(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        let samples = (0..<6).map { Sample.steps($0) }
        try await store.save(samples[0])
        try await store.save([samples[1], samples[2]])
        let calls = Calls<(Bool, (any Error)?)>()
        store.save(samples[3]) { calls.add(($0, $1)) }
        #expect(try await calls.next() == (true, nil))
        store.save([samples[4], samples[5]]) { calls.add(($0, $1)) }
        #expect(try await calls.next() == (true, nil))
        #expect(try await query.result(for: store).map(\.uuid) == samples.map(\.uuid))

        try await store.delete(samples[0])
        try await store.delete([samples[1]])
        store.delete(samples[2]) { calls.add(($0, $1)) }
        #expect(try await calls.next() == (true, nil))
        store.delete([samples[3]]) { calls.add(($0, $1)) }
        #expect(try await calls.next() == (true, nil))
        #expect(try await query.result(for: store).map(\.uuid) == samples[4...].map(\.uuid))
        let counts = Calls<(Bool, Int, (any Error)?)>()
        store.deleteObjects(of: Sample.steps, predicate: HKQuery.predicateForObject(with: samples[4].uuid)) {
            counts.add(($0, $1, $2))
        }
        let (success, count, error) = try await counts.next()
        #expect(success && count == 1 && error == nil)
        #expect(try await store.deleteObjects(of: Sample.steps, predicate: NSPredicate(value: true)) == 1)
        #expect(try await query.result(for: store).isEmpty)
    }

    /// Initializers accept these samples as on Apple platforms; saving them fails, individually, in a batch and in a workout.
    @Test(arguments: KitPlace.allCases) func samplesThatCannotBeStoredAreRefused(_ place: KitPlace) async throws {
        let depth = HKQuantityType(.underwaterDepth)
        let store = try KitStore(place).app()
        try await store.requestAuthorization(toShare: [Sample.steps, depth], read: [Sample.steps, depth])
        var samples: [HKSample] = [Double.nan, .infinity, -.infinity].map { Sample.steps(0, $0) }
        samples.append(
            HKCumulativeQuantitySample(
                type: depth, quantity: HKQuantity(unit: .meter(), doubleValue: 12), start: Sample.day, end: Sample.day))
        for sample in samples {
            await expect(.errorInvalidArgument) { try await store.save(sample) }
            await expect(.errorInvalidArgument) { try await store.save([Sample.steps(1), sample]) }
        }
        #expect(try await query.result(for: store).isEmpty)
    }

    @Test(arguments: KitPlace.allCases) func anOpenEndedStateIsStored(_ place: KitPlace) async throws {
        let type = HKCategoryType(.pregnancy)
        let store = try KitStore(place).app()
        try await store.requestAuthorization(toShare: [type], read: [type])
        try await store.save(HKCategorySample(type: type, value: 0, start: Sample.day, end: .distantFuture))
        let found = try await HKSampleQueryDescriptor(predicates: [.categorySample(type: type)], sortDescriptors: [])
            .result(for: store)
        #expect(found.map(\.endDate) == [.distantFuture])
        #expect(found.first?.hasUndeterminedDuration == true)
    }

    @Test func errorsOfSavingAndDeleting() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("a")
        let other = try await kit.allowed("b")
        let sample = Sample.steps(0)
        try await store.save(sample)
        await expect(.errorInvalidArgument) { try await store.save(sample) }
        await expect(.errorInvalidArgument) { try await store.save([HKObject]()) }
        await expect(.errorInvalidArgument) { try await store.delete([HKObject]()) }
        let calls = Calls<(Bool, Bool)>()
        other.delete(sample) { calls.add(($0, $1 is HKError)) }
        #expect(try await calls.next() == (false, true))
        #expect(try await other.deleteObjects(of: Sample.steps, predicate: NSPredicate(value: true)) == 0)
        #expect(try await query.result(for: store).count == 1)
    }

    @Test func theSavedObjectIsUnchanged() async throws {
        let store = try await KitStore(.memory).allowed("a")
        let sample = Sample.steps(0)
        let before = sample.sourceRevision
        try await store.save(sample)
        #expect(sample.sourceRevision == before)
        #expect(try await query.result(for: store).first?.sourceRevision.source.bundleIdentifier == "org.example.a")
    }

    @Test func manyTasksSaveConcurrently() async throws {
        let store = try await KitStore(.file).allowed()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<40 {
                group.addTask {
                    try await store.save((0..<5).map { Sample.steps(task * 5 + $0) })
                    if task.isMultiple(of: 4) {
                        let minute = Sample.day.addingTimeInterval(Double(task) * 300)
                        let predicate = HKQuery.predicateForSamples(
                            withStart: minute, end: minute.addingTimeInterval(60), options: .strictStartDate)
                        try await store.deleteObjects(of: Sample.steps, predicate: predicate)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await query.result(for: store).count == 190)
    }

    // Unchecked because its superclass is; its own property is behind a mutex.
    /// A mock store, as in apps' tests for Apple platforms.
    private final class RecordingStore: HKHealthStore, @unchecked Sendable {
        let saved = Mutex<[UUID]>([])

        // Mocks override this initializer, so it must be possible to override it.
        override init() {
            super.init()
        }

        override func save(
            _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
        ) {
            saved.withLock { $0 += objects.map(\.uuid) }
            completion(true, nil)
        }

        override func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus { .sharingAuthorized }
    }

    @Test func subclassesOverrideEveryMethod() async throws {
        let configuration = HealthKitSystem.Configuration(store: .memory)
        let store = HealthKitSystem.$scoped.withValue(HealthContext(configuration)) { RecordingStore() }
        let samples = (0..<3).map { Sample.steps($0) }
        try await store.save(samples[0])
        try await store.save([samples[1]])
        store.save(samples[2]) { _, _ in }
        #expect(store.saved.withLock { $0 } == samples.map(\.uuid))
        #expect(store.authorizationStatus(for: Sample.steps) == .sharingAuthorized)
    }

    @Test func someTypesAreEstimated() async throws {
        let store = try KitStore(.memory).app()
        for type in HealthTypes.all.compactMap({ HKObjectType.named($0.identifier) as? HKSampleType }) {
            if type.allowsRecalibrationForEstimates {
                try await store.recalibrateEstimates(sampleType: type, date: Sample.day)
            } else {
                await expect(.errorInvalidArgument) {
                    try await store.recalibrateEstimates(sampleType: type, date: Sample.day)
                }
            }
        }
        #expect(store.supportsHealthRecords())
        #expect(store.workoutSessionMirroringStartHandler == nil)
        store.workoutSessionMirroringStartHandler = { _ in }
        #expect(store.workoutSessionMirroringStartHandler != nil)
    }
}

/// Returns a Boolean value that indicates whether two results agree in their success and in the presence of an error.
private func == (left: (Bool, (any Error)?), right: (Bool, (any Error)?)) -> Bool {
    left.0 == right.0 && (left.1 == nil) == (right.1 == nil)
}
