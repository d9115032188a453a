// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct SortDescriptorKeyTests {
    @Test func keysAreKept() {
        for key in [HKSampleSortIdentifierStartDate, HKSampleSortIdentifierEndDate, "anything"] {
            for ascending in [true, false] {
                let descriptor = NSSortDescriptor(key: key, ascending: ascending)
                #expect(descriptor.key == key)
                #expect(sortKey(of: descriptor) == key && descriptor.ascending == ascending)
                #expect(descriptor == NSSortDescriptor(key: key, ascending: ascending))
                #expect(descriptor != NSSortDescriptor(key: key, ascending: !ascending))
                let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
                #expect(reversed.flatMap(sortKey(of:)) == key && reversed?.ascending == !ascending)
            }
        }
        #expect(NSSortDescriptor(keyPath: \HKSample.endDate, ascending: true).key == nil)
        #expect(NSSortDescriptor(key: nil, ascending: true).key == nil)
        #expect(sortKey(of: NSSortDescriptor(keyPath: \HKSample.endDate, ascending: true)) == nil)
        #expect(sortKey(of: NSSortDescriptor(key: nil, ascending: true))?.isEmpty == true)
    }

    @Test func objectsAreCompared() {
        func sample(_ start: Double) -> HKCategorySample {
            let start = Date(timeIntervalSinceReferenceDate: start)
            return HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 1, start: start, end: start)
        }
        let descriptor = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)
        let reversed = NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)
        #expect(descriptor.compare(sample(1), to: sample(2)) == .orderedAscending)
        #expect(reversed.compare(sample(1), to: sample(2)) == .orderedDescending)
        #expect(descriptor.compare(sample(1), to: sample(1)) == .orderedSame)
        let duration = NSSortDescriptor(key: HKWorkoutSortIdentifierDuration, ascending: true)
        #expect(duration.compare(sample(1), to: HealthModelTestSamples.workout) == .orderedAscending)
        #expect(duration.compare(HealthModelTestSamples.workout, to: sample(1)) == .orderedDescending)
        #expect(NSSortDescriptor(key: nil, ascending: true).compare(sample(1), to: sample(2)) == .orderedSame)
        let sorted = NSArray(array: [sample(1), sample(3), sample(2)]).sortedArray(using: [reversed])
        #expect(sorted.compactMap { ($0 as? HKSample)?.startDate.timeIntervalSinceReferenceDate } == [3, 2, 1])
    }
}
