// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import Testing

@Suite struct HKSamplePredicateTests {
    @Test func typesFollowFromTheMethod() {
        let steps: HKSamplePredicate<HKQuantitySample> = .quantitySample(type: HKQuantityType(.stepCount))
        let sleep: HKSamplePredicate<HKCategorySample> = .categorySample(type: HKCategoryType(.sleepAnalysis))
        let food: HKSamplePredicate<HKCorrelation> = .correlation(type: HKCorrelationType(.food))
        let record: HKSamplePredicate<HKClinicalRecord> = .clinicalRecord(type: HKClinicalType(.labResultRecord))
        let any: [HKSamplePredicate<HKSample>] = [
            .sample(type: HKQuantityType(.stepCount)), .sample(type: .workoutType()),
        ]
        #expect(steps.sampleType == HKQuantityType(.stepCount) && sleep.sampleType == HKCategoryType(.sleepAnalysis))
        #expect(food.sampleType == HKCorrelationType(.food))
        #expect(record.sampleType == HKClinicalType(.labResultRecord))
        #expect(any.map(\.sampleType) == [HKQuantityType(.stepCount), .workoutType()])
        let workout: HKSamplePredicate<HKWorkout> = .workout()
        let route: HKSamplePredicate<HKWorkoutRoute> = .workoutRoute()
        let heartbeats: HKSamplePredicate<HKHeartbeatSeriesSample> = .heartbeatSeries()
        let electrocardiogram: HKSamplePredicate<HKElectrocardiogram> = .electrocardiogram()
        let audiogram: HKSamplePredicate<HKAudiogramSample> = .audiogram()
        let glasses: HKSamplePredicate<HKVisionPrescription> = .visionPrescription()
        let mind: HKSamplePredicate<HKStateOfMind> = .stateOfMind()
        let gad: HKSamplePredicate<HKGAD7Assessment> = .gad7Assessment()
        let phq: HKSamplePredicate<HKPHQ9Assessment> = .phq9Assessment()
        let types: [HKSampleType] = [
            workout.sampleType, route.sampleType, heartbeats.sampleType, electrocardiogram.sampleType,
            audiogram.sampleType, glasses.sampleType, mind.sampleType, gad.sampleType, phq.sampleType,
        ]
        #expect(Set(types).count == 9 && types[0] == .workoutType() && workout.nsPredicate == nil)
        #expect(workout.node == .constant(true))
    }

    @Test func equality() {
        let uuid = UUID()
        let (first, second) = (HKQuery.predicateForObject(with: uuid), HKQuery.predicateForObject(with: uuid))
        let type = HKQuantityType(.stepCount)
        let predicate = HKSamplePredicate.quantitySample(type: type, predicate: first)
        #expect(predicate == .quantitySample(type: type, predicate: second))
        #expect(Set([predicate, .quantitySample(type: type, predicate: second)]).count == 1)
        #expect(predicate != .quantitySample(type: type) && predicate.nsPredicate == first)
        #expect(predicate.node == .compare(.uuid, .equalTo, .uuid(uuid)))
        #expect(HKSamplePredicate.workout(first) == HKSamplePredicate.workout(second))
    }
}
