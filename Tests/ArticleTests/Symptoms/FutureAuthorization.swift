// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import OpenCombineShim

/// The second step: authorization with a future, which requests it as soon as it is created.
final class FutureAuthorization {
    let healthStore = HKHealthStore()
    private let healthTypes = Set([HKSampleType.categoryType(forIdentifier: .abdominalCramps)!])

    func authorizationPublisher() -> Future<Bool, Error> {
        Future { [unowned self] promise in
            self.healthStore.requestAuthorization(toShare: healthTypes, read: healthTypes) { authSuccess, error in
                guard error == nil else {
                    print("HealthKit authorization error:", error!.localizedDescription)
                    promise(.failure(error!))
                    return
                }

                promise(.success(authSuccess))
            }
        }
    }
}
