// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import Testing

// Unchecked because its superclass is.
private final class MockSex: HKBiologicalSexObject, @unchecked Sendable {
    override var biologicalSex: HKBiologicalSex { .female }
}

// Unchecked because its superclass is.
private final class MockBloodType: HKBloodTypeObject, @unchecked Sendable {
    override var bloodType: HKBloodType { .abNegative }
}

// Unchecked because its superclass is.
private final class MockSkinType: HKFitzpatrickSkinTypeObject, @unchecked Sendable {
    override var skinType: HKFitzpatrickSkinType { .III }
}

// Unchecked because its superclass is.
private final class MockWorkout: HKWorkout, @unchecked Sendable {
    override var duration: TimeInterval { 5 }
}

// Unchecked because its superclass is.
private final class MockCategorySample: HKCategorySample, @unchecked Sendable {
    override var value: Int { HKCategoryValueSleepAnalysis.awake.rawValue }
}

// Unchecked because its superclass is.
private final class MockStatistics: HKStatistics, @unchecked Sendable {
    override func sumQuantity() -> HKQuantity? { HKQuantity(unit: .count(), doubleValue: 7) }
}

// Unchecked because its superclass is.
private final class MockSource: HKSource, @unchecked Sendable {
    override var name: String { "Mock" }
}

// Unchecked because its superclass is. On Apple's systems, `required` is allowed, but not necessary.
private final class MockObserverQuery: HKObserverQuery, @unchecked Sendable {
    private(set) var isMade = false

    required init(
        sampleType: HKSampleType, predicate: NSPredicate?,
        updateHandler:
            @escaping @Sendable (HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void
    ) {
        super.init(sampleType: sampleType, predicate: predicate, updateHandler: updateHandler)
        isMade = true
    }

    required init(
        queryDescriptors: [HKQueryDescriptor],
        updateHandler:
            @escaping @Sendable (
                HKObserverQuery, Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?
            ) -> Void
    ) {
        super.init(queryDescriptors: queryDescriptors, updateHandler: updateHandler)
        isMade = true
    }
}

/// A protocol for queries, as used by apps for dependency injection.
private protocol AnchoredQuery {
    init(
        type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
        resultsHandler:
            @escaping @Sendable (
                HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
            ) -> Void)
}

extension HKAnchoredObjectQuery: AnchoredQuery {}

/// Tests of the classes that mocks in apps subclass, and of the initializers that they call.
@Suite struct SubclassUsageTests {
    @Test func characteristicsCanBeCreatedAndSubclassed() {
        #expect(HKBiologicalSexObject().biologicalSex == .notSet)
        #expect(HKBloodTypeObject().bloodType == .notSet)
        #expect(HKFitzpatrickSkinTypeObject().skinType == .notSet)
        #expect(HKWheelchairUseObject().wheelchairUse == .notSet)
        #expect(HKActivityMoveModeObject().activityMoveMode == .activeEnergy)
        #expect(MockSex().biologicalSex == .female)
        #expect(MockBloodType().bloodType == .abNegative)
        #expect(MockSkinType().skinType == .III)
    }

    @Test func samplesCanBeSubclassed() {
        let start = Date(timeIntervalSince1970: 1_760_000_000)
        let workout = MockWorkout(activityType: .running, start: start, end: start + 60)
        #expect(type(of: workout) == MockWorkout.self)
        #expect((workout as HKWorkout).duration == 5)
        let sleep = MockCategorySample(type: HKCategoryType(.sleepAnalysis), value: 0, start: start, end: start + 60)
        #expect((sleep as HKCategorySample).value == HKCategoryValueSleepAnalysis.awake.rawValue)
    }

    @Test func archivesAreReadAsSubclasses() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        HKSource.default().encode(with: archiver)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = false
        let source = try #require(MockSource(coder: unarchiver))
        #expect((source as HKSource).name == "Mock")
        #expect(source.bundleIdentifier == HKSource.default().bundleIdentifier)
        #expect((MockStatistics.self as HKStatistics.Type).supportsSecureCoding)
    }

    @Test func queriesCanBeCreatedFromMetatypes() {
        let steps = HKQuantityType(.stepCount)
        let observer: HKObserverQuery.Type = HKObserverQuery.self
        #expect(observer.init(sampleType: steps, predicate: nil) { _, done, _ in done() }.sampleType == steps)
        let anchored: any AnchoredQuery.Type = HKAnchoredObjectQuery.self
        let query = anchored.init(type: steps, predicate: nil, anchor: nil, limit: 1) { _, _, _, _, _ in }
        #expect((query as? HKAnchoredObjectQuery)?.sampleType == steps)
    }

    @Test func initializersOfQueriesCanBeOverridden() {
        let type: HKObserverQuery.Type = MockObserverQuery.self
        let query = type.init(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, done, _ in done() }
        #expect((query as? MockObserverQuery)?.isMade == true)
    }

    @Test func breathingDisturbancesHaveNoClass() {
        let count = HKQuantity(unit: .count(), doubleValue: 12)
        #expect(HKAppleSleepingBreathingDisturbancesClassification(classifying: count) == nil)
    }
}
