// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import OpenCombineShim

/// The third step: the same future, created for each subscriber.
final class DeferredAuthorization {
    let healthStore = HKHealthStore()
    private let healthTypes = Set([HKSampleType.categoryType(forIdentifier: .abdominalCramps)!])

    func authorizationPublisher() -> Deferred<Future<Bool, Error>> {
        Deferred {
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
}
