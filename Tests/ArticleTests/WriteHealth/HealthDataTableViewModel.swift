// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import HealthKitCombine
import OpenHealthTestSupport
import OpenCombineShim

/// The contents of the screen that reads samples.
final class HealthDataTableViewModel {
    let dataStoreManager = DataStoreManager()
    let managedType = HKQuantityType.quantityType(forIdentifier: .height)!
    private(set) var heightDataList: [HKSample] = []

    func reloadData() -> Future<[HKSample], Error> {
        let availablePromise = self.dataStoreManager.availableType(self.managedType)
        return availablePromise.then {
            return self.dataStoreManager.fetchAllSampleForType(self.managedType)
        }.then { result in
            self.heightDataList = result
            return result
        }
    }
}

/// The screen that reads samples: a table, and alerts that are read by tests.
final class HealthDataTableViewController {
    let model = HealthDataTableViewModel()
    let rows = QueryRecorder<[Double]>()

    func updateTableView() {
        self.model.reloadData().then { _ in
            self.rows.record(
                self.model.heightDataList.map { ($0 as! HKQuantitySample).quantity.doubleValue(for: .meter()) })
        }.catch { error in
            self.rows.record(.failure(error))
        }
    }
}
