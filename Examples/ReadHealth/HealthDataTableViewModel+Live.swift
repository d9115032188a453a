// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

extension HealthDataTableViewModel {
    /// Returns the rows now and after each change by any app, the latest height first.
    func livePublisher() -> AnyPublisher<[HKQuantitySample], Error> {
        let healthStore = dataStoreManager.healthStore
        let heights = HKSamplePredicate.quantitySample(type: managedType)
        return healthStore.authorizationPublisher(read: [managedType])
            .flatMap { _ in
                healthStore.samplesPublisher(heights, sortedBy: [SortDescriptor(\.endDate, order: .reverse)]).live
            }
            .eraseToAnyPublisher()
    }
}
