// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// Requests permission and reads samples.
class DataStoreManager {
    let healthStore = HKHealthStore()

    func authorization(toType quantityType: HKQuantityType) async throws {
        try await healthStore.requestAuthorization(toShare: [], read: [quantityType])
    }

    /// Returns all samples of a type, the latest first.
    func fetchAllSample(forType quantityType: HKQuantityType) async throws -> [HKSample] {
        try await withCheckedThrowingContinuation { continuation in
            let sortDescriptor = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
            let sampleQuery = HKSampleQuery(
                sampleType: quantityType, predicate: nil, limit: 0, sortDescriptors: [sortDescriptor]
            ) { query, results, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: results ?? [])
                }
            }
            healthStore.execute(sampleQuery)
        }
    }

    /// Returns the average of all samples, over all apps and by app; nil if there are none.
    func fetchStatistics(forType quantityType: HKQuantityType) async throws -> HKStatistics? {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKStatisticsQuery(
                quantityType: quantityType, quantitySamplePredicate: nil,
                options: [.discreteAverage, .separateBySource]
            ) { query, result, error in
                switch error {
                case HKError.errorNoData?:
                    continuation.resume(returning: nil)
                case let error?:
                    continuation.resume(throwing: error)
                case nil:
                    continuation.resume(returning: result)
                }
            }
            healthStore.execute(query)
        }
    }
}
