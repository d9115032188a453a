// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// Permission and saving; what the database says is thrown on.
class DataStoreManager {
    let healthStore = HKHealthStore()

    /// Asks for permission to save a type. That it returns does not mean that permission was given.
    func authorization(toType quantityType: HKQuantityType) async throws {
        let dataTypes: Set<HKSampleType> = [quantityType]
        // authorization for write
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            healthStore.requestAuthorization(toShare: dataTypes, read: nil) { success, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }

    /// Whether permission was given.
    func authorizationStatus(forType quantityType: HKQuantityType) throws {
        let status = healthStore.authorizationStatus(for: quantityType)
        switch status {
        case .notDetermined, .sharingDenied:
            throw NSError(
                domain: "HKAuthorizationStatus", code: status.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "this app may not save heights"])
        case .sharingAuthorized:
            break
        @unknown default:
            break
        }
    }

    func availableType(_ quantityType: HKQuantityType) async throws {
        try await authorization(toType: quantityType)
        try authorizationStatus(forType: quantityType)
    }

    func writeSample(_ sample: HKQuantitySample) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            healthStore.save(sample) { success, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }
}
