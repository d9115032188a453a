// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import HealthKitCombine
import OpenCombineShim

/// The store's methods with completion handlers as promises. The article's version is in Objective-C with PromiseKit.
final class DataStoreManager {
    let healthStore = HKHealthStore()

    func authorizationToType(_ quantityType: HKQuantityType) -> Future<Void, Error> {
        let dataTypes = Set([quantityType])
        // authorization for write
        return Future { promise in
            self.healthStore.requestAuthorization(toShare: dataTypes, read: nil) { success, error in
                if let error {
                    promise(.failure(error))
                } else {
                    promise(.success(()))
                }
            }
        }
    }

    func authorizationStatusForType(_ quantityType: HKQuantityType) -> Future<Void, Error> {
        return Future { promise in
            let status = self.healthStore.authorizationStatus(for: quantityType)
            switch status {
            case .notDetermined:
                promise(.failure(NSError(domain: "HKAuthorizationStatus", code: status.rawValue)))
            case .sharingDenied:
                promise(.failure(NSError(domain: "HKAuthorizationStatus", code: status.rawValue)))
            case .sharingAuthorized:
                promise(.success(()))
            }
        }
    }

    func availableType(_ hkQuantity: HKQuantityType) -> Future<Void, Error> {
        return self.authorizationToType(hkQuantity).then {
            return self.authorizationStatusForType(hkQuantity)
        }
    }

    func writeSample(_ sample: HKQuantitySample) -> Future<Void, Error> {
        return Future { promise in
            self.healthStore.save(sample) { success, error in
                if let error {
                    promise(.failure(error))
                } else {
                    promise(.success(()))
                }
            }
        }
    }

    func fetchAllSampleForType(_ quantityType: HKQuantityType) -> Future<[HKSample], Error> {
        return Future { promise in
            let sortDescriptor = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
            let sampleQuery = HKSampleQuery(
                sampleType: quantityType, predicate: nil, limit: 0, sortDescriptors: [sortDescriptor]
            ) { query, results, error in
                if let error {
                    promise(.failure(error))
                } else {
                    promise(.success(results ?? []))
                }
            }
            self.healthStore.execute(sampleQuery)
        }
    }
}
