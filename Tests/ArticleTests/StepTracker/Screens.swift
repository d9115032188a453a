// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The state of the first screen of the last version, without its view.
final class DashboardView {
    let hkManager: HealthKitManager
    var isShowingPermissionPrimingSheet = false
    var isShowingAlert = false
    var fetchError: STError = .noData

    init(_ hkManager: HealthKitManager) { self.hkManager = hkManager }

    func task() async {
        do {
            try await hkManager.fetchStepCount()
            try await hkManager.fetchWeights()
            try await hkManager.fetchWeightsForDifferentials()
        } catch STError.authNotDetermined {
            isShowingPermissionPrimingSheet = true
        } catch STError.noData {  // modified
            fetchError = .noData
            isShowingAlert = true
        } catch {  // modified
            fetchError = .unableToCompleteRequest
            isShowingAlert = true
        }
    }
}

/// The state of the screen that adds samples, without its view.
final class HealthDataListView {
    let hkManager: HealthKitManager
    let metric: HealthMetricContext
    var isShowingPermissionPriming = false
    var isShowingAlert = false
    var writeError: STError = .noData
    var isShowingAddData = true
    var addDataDate: Date = .now
    var valueToAdd = ""

    init(_ hkManager: HealthKitManager, metric: HealthMetricContext) {
        self.hkManager = hkManager
        self.metric = metric
    }

    /// The buttons of the alert.
    var actions: [String] {
        switch writeError {  // new
        case .authNotDetermined, .noData, .unableToCompleteRequest:
            []
        case .sharingDenied:
            ["Settings", "Cancel"]
        }
    }

    func addData() async {
        if metric == .steps {
            do {
                try await hkManager.addStepData(for: addDataDate, value: Double(valueToAdd)!)
                try await hkManager.fetchStepCount()
                isShowingAddData = false
            } catch STError.authNotDetermined {
                isShowingPermissionPriming = true
            } catch STError.sharingDenied(let quantityType) {  // modified
                writeError = .sharingDenied(quantityType: quantityType)
                isShowingAlert = true
            } catch {  // modified
                writeError = .unableToCompleteRequest
                isShowingAlert = true
            }
        } else {
            do {
                try await hkManager.addWeightData(for: addDataDate, value: Double(valueToAdd)!)
                try await hkManager.fetchWeights()
                try await hkManager.fetchWeightsForDifferentials()
                isShowingAddData = false
            } catch STError.authNotDetermined {
                isShowingPermissionPriming = true
            } catch STError.sharingDenied(let quantityType) {
                writeError = .sharingDenied(quantityType: quantityType)
                isShowingAlert = true
            } catch {
                writeError = .unableToCompleteRequest
                isShowingAlert = true
            }
        }
    }
}
