// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The first step: authorization with a completion handler.
final class CallbackAuthorization {
    // the HKHealthStore handles requesting authorization, querying, etc.
    let healthStore = HKHealthStore()
    private let healthTypes = Set([HKSampleType.categoryType(forIdentifier: .abdominalCramps)!])

    func requestHealthDataAccess(_ completion: @escaping (Bool) -> Void) {
        healthStore.requestAuthorization(toShare: healthTypes, read: healthTypes) { success, error in
            if let error = error {
                print("HealthKit authorization error:", error.localizedDescription)
            }
            completion(success)
        }
    }
}
