// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The values entered by the user.
final class HeightModel {
    let managedType = HKQuantityType.quantityType(forIdentifier: .height)!
    var heightData: Double?
    var recordDate = Date()

    var heightSample: HKQuantitySample? {
        guard let heightData else {
            return nil
        }
        let heightType = HKQuantityType.quantityType(forIdentifier: .height)!
        // double/cm
        let meterValue = heightData / 100
        let height = HKQuantity(unit: .meter(), doubleValue: meterValue)
        let heightSample = HKQuantitySample(
            type: heightType, quantity: height, start: self.recordDate, end: self.recordDate)
        return heightSample
    }
}
