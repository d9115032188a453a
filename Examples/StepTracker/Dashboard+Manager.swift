// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Dashboard {
    /// Creates a dashboard of the data that the manager has fetched.
    init(_ manager: HealthKitManager) {
        self.init(
            steps: manager.stepData, weights: manager.weightData, weightsForDifferentials: manager.weightDiffData,
            weightUnit: manager.weightUnit.unitString)
    }
}
