// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct QuantityUsageTests {
    static let symbols = [
        "HKUnit.init(from:)", "HKUnit.unitDivided(by:)", "HKUnit.unitMultiplied(by:)", "HKUnit.unitString",
        "HKQuantity.init(unit:doubleValue:)", "HKQuantity.doubleValue(for:)", "HKQuantity.doubleValue(for:){}",
        "HKQuantity.doubleValue", "HKUnitMolarMassBloodGlucose",
    ]

    @Test func unitsAreCombined() {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        #expect(perMinute == HKUnit(from: "count/min"))
        #expect(perMinute.unitString == "count/min")
        #expect(HKUnit.watt().unitMultiplied(by: .hour()).unitString.contains("W"))
        let perLiter = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
        let glucose = HKQuantity(unit: perLiter, doubleValue: 5)
        #expect((89.9...90.2).contains(glucose.doubleValue(for: HKUnit(from: "mg/dL"))))
    }

    @Test func quantitiesAreReadInAnyUnit() {
        let height = HKQuantity(unit: .meterUnit(with: .centi), doubleValue: 172)
        if height.doubleValue(for: .meter()) < 2 {
            let convert = height.doubleValue
            #expect(convert(.meter()) == 1.72)
        }
    }
}
