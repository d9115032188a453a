// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import HealthKitCombine
import OpenHealthTestSupport
import OpenCombineShim

/// The screen that saves samples: a button, and alerts that are read by tests.
final class WriteHealthScreen {
    let dataStoreManager = DataStoreManager()
    let model = HeightModel()
    let alerts = QueryRecorder<String>()

    func handleSaveButton() {
        let availableTypePromise = self.dataStoreManager.availableType(self.model.managedType)
        availableTypePromise.then {
            return self.dataStoreManager.writeSample(self.model.heightSample!)
        }.then {
            self.alerts.record("Saved!")
        }.catch { error in
            self.alerts.record("Error \((error as NSError).domain) \((error as NSError).code)")
        }
    }
}
