// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The input of the person.
struct HeightModel {
    /// The height in centimetres.
    var heightData: NSNumber?
    var recordDate: Date

    var managedType: HKQuantityType {
        HKQuantityType.quantityType(forIdentifier: .height)!
    }

    var heightSample: HKQuantitySample? {
        guard let heightData else {
            return nil
        }
        let heightType = HKQuantityType.quantityType(forIdentifier: .height)!
        // double/cm
        let meterValue = heightData.doubleValue / 100
        let height = HKQuantity(unit: .meter(), doubleValue: meterValue)
        let heightSample = HKQuantitySample(type: heightType, quantity: height, start: recordDate, end: recordDate)
        return heightSample
    }
}
