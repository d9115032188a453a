// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenCombineShim
import OpenHealthKit

/// The article's manager, with a future for each call of the store that has a callback.
final class DataStoreManager: Sendable {
    let healthStore: HKHealthStore

    init(_ healthStore: HKHealthStore) {
        self.healthStore = healthStore
    }

    func authorization(toType quantityType: HKQuantityType, read: Bool = false) -> Future<Void, any Error> {
        Future { promise in
            let promise = Promise(settle: promise)
            self.healthStore.requestAuthorization(
                toShare: [quantityType], read: read ? [quantityType] : nil
            ) { success, error in
                promise.settle(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    func authorizationStatus(forType quantityType: HKQuantityType) -> Future<Void, any Error> {
        Future { promise in
            let status = self.healthStore.authorizationStatus(for: quantityType)
            switch status {
            case .sharingAuthorized:
                promise(.success(()))
            default:
                promise(.failure(NSError(domain: "HKAuthorizationStatus", code: status.rawValue)))
            }
        }
    }

    func availableType(_ quantityType: HKQuantityType) -> Future<Void, any Error> {
        authorization(toType: quantityType, read: true).then {
            self.authorizationStatus(forType: quantityType)
        }
    }

    func writeSample(_ sample: HKQuantitySample) -> Future<Void, any Error> {
        Future { promise in
            let promise = Promise(settle: promise)
            self.healthStore.save(sample) { success, error in
                promise.settle(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    func fetchAllSample(forType quantityType: HKQuantityType) -> Future<[HKSample], any Error> {
        Future { promise in
            let promise = Promise(settle: promise)
            let sortDescriptor = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
            let sampleQuery = HKSampleQuery(
                sampleType: quantityType, predicate: nil, limit: 0, sortDescriptors: [sortDescriptor]
            ) { query, results, error in
                promise.settle(error.map { .failure($0) } ?? .success(results ?? []))
            }
            self.healthStore.execute(sampleQuery)
        }
    }
}

/// Unchecked because a `Future` locks its own state: its promise can be called on any thread.
private struct Promise<Output>: @unchecked Sendable {
    let settle: (Result<Output, any Error>) -> Void
}
