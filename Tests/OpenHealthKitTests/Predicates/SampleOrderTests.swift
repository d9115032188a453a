// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import Testing

@Suite struct SampleOrderTests {
    typealias Order = SampleQuery.Order

    @Test func keys() throws {
        let table: [(String, Order.Key)] = [
            (HKSampleSortIdentifierStartDate, .startDate), (HKSampleSortIdentifierEndDate, .endDate),
            (HKWorkoutSortIdentifierDuration, .duration), (HKWorkoutSortIdentifierTotalDistance, .totalDistance),
            (HKWorkoutSortIdentifierTotalEnergyBurned, .totalEnergyBurned),
            (HKWorkoutSortIdentifierTotalFlightsClimbed, .totalFlightsClimbed),
            (HKWorkoutSortIdentifierTotalSwimmingStrokeCount, .totalSwimmingStrokeCount),
            (HKPredicateKeyPathQuantity, .quantity), (HKPredicateKeyPathCategoryValue, .categoryValue),
            (HKPredicateKeyPathUUID, .uuid),
        ]
        for (key, expected) in table {
            for ascending in [true, false] {
                let descriptor = NSSortDescriptor(key: key, ascending: ascending)
                #expect(try Order.orders([descriptor]) == [Order(expected, ascending: ascending)])
            }
        }
        #expect(try Order.orders(nil as [NSSortDescriptor]?) == [])
        for key in ["weight", "metadata.a", "", nil] {
            #expect {
                try Order.orders([NSSortDescriptor(key: key, ascending: true)])
            } throws: { error in
                (error as? HKError)?.code == .errorInvalidArgument && "\(error)".contains("HKSampleSortIdentifier")
            }
        }
    }

    @Test func keyPaths() throws {
        let descriptors = [
            NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true),
            NSSortDescriptor(keyPath: \HKQuantitySample.startDate, ascending: false),
            NSSortDescriptor(keyPath: \HKWorkout.endDate, ascending: true),
            NSSortDescriptor(keyPath: \HKWorkout.duration, ascending: true),
            NSSortDescriptor(keyPath: \HKCategorySample.value, ascending: true),
        ]
        #expect(
            try Order.orders(descriptors) == [
                Order(.startDate, ascending: true), Order(.startDate, ascending: false),
                Order(.endDate, ascending: true),
                Order(.duration, ascending: true), Order(.categoryValue, ascending: true),
            ])
        #expect(throws: HKError.self) {
            try Order.orders([NSSortDescriptor(keyPath: \HKQuantitySample.count, ascending: true)])
        }
    }

    @Test func valueDescriptors() throws {
        let samples: [SortDescriptor<HKSample>] = [
            SortDescriptor(\.startDate), SortDescriptor(\.endDate, order: .reverse),
        ]
        #expect(try Order.orders(samples) == [Order(.startDate, ascending: true), Order(.endDate, ascending: false)])
        let quantities: [SortDescriptor<HKQuantitySample>] = [SortDescriptor(\.endDate, order: .reverse)]
        #expect(try Order.orders(quantities) == [Order(.endDate, ascending: false)])
        let workouts: [SortDescriptor<HKWorkout>] = [SortDescriptor(\.duration), SortDescriptor(\.startDate)]
        #expect(try Order.orders(workouts) == [Order(.duration, ascending: true), Order(.startDate, ascending: true)])
        let categories: [SortDescriptor<HKCategorySample>] = [SortDescriptor(\.value)]
        #expect(try Order.orders(categories) == [Order(.categoryValue, ascending: true)])
        let wrong: [SortDescriptor<HKQuantitySample>] = [SortDescriptor(\.count)]
        #expect(throws: HKError.self) { try Order.orders(wrong) }
    }
}
