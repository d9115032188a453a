// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// Requests permission and saves samples, each as a future.
class DataStoreManager {
    let healthStore = HKHealthStore()

    /// Requests permission to save a type. Success does not mean that permission was granted.
    func authorization(toType quantityType: HKQuantityType) -> Future<Void, Error> {
        let dataTypes: Set<HKSampleType> = [quantityType]
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

    /// Returns a future that succeeds if permission was granted.
    func authorizationStatus(forType quantityType: HKQuantityType) -> Future<Void, Error> {
        Future { promise in
            let status = self.healthStore.authorizationStatus(for: quantityType)
            switch status {
            case .notDetermined, .sharingDenied:
                promise(
                    .failure(
                        NSError(
                            domain: "HKAuthorizationStatus", code: status.rawValue,
                            userInfo: [NSLocalizedDescriptionKey: "this app may not save heights"])))
            case .sharingAuthorized:
                promise(.success(()))
            @unknown default:
                promise(.success(()))
            }
        }
    }

    func availableType(_ quantityType: HKQuantityType) -> Future<Void, Error> {
        authorization(toType: quantityType).then {
            self.authorizationStatus(forType: quantityType)
        }
    }

    func writeSample(_ sample: HKQuantitySample) -> Future<Void, Error> {
        Future { promise in
            self.healthStore.save(sample) { success, error in
                if let error {
                    promise(.failure(error))
                } else {
                    promise(.success(()))
                }
            }
        }
    }
}
