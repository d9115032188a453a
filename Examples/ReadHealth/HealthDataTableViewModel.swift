// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The rows of the list.
class HealthDataTableViewModel {
    let dataStoreManager = DataStoreManager()
    let managedType = HKQuantityType.quantityType(forIdentifier: .height)!
    private(set) var heightDataList: [HKQuantitySample] = []

    func reloadData() async throws {
        try await dataStoreManager.authorization(toType: managedType)
        heightDataList = try await dataStoreManager.fetchAllSample(forType: managedType) as? [HKQuantitySample] ?? []
    }

    /// Returns the text of a row: the height and the app that wrote it.
    func text(of sample: HKQuantitySample) -> String {
        let centimetres = sample.quantity.doubleValue(for: .meterUnit(with: .centi))
        return String(format: "%.1f cm from %@", centimetres, sample.sourceRevision.source.name)
    }
}
