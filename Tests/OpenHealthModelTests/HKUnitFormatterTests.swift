// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of the conversion to units of Foundation's formatters.
@Suite struct HKUnitFormatterTests {
    @Test func mass() {
        let pairs: [(MassFormatter.Unit, String)] = [
            (.gram, "g"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st"),
        ]
        for (unit, text) in pairs {
            #expect(HKUnit(from: unit).unitString == text)
            #expect(HKUnit.massFormatterUnit(from: HKUnit(from: text)) == unit)
        }
    }

    @Test func length() {
        let pairs: [(LengthFormatter.Unit, String)] = [
            (.millimeter, "mm"), (.centimeter, "cm"), (.meter, "m"), (.kilometer, "km"), (.inch, "in"), (.foot, "ft"),
            (.yard, "yd"), (.mile, "mi"),
        ]
        for (unit, text) in pairs {
            #expect(HKUnit(from: unit).unitString == text)
            #expect(HKUnit.lengthFormatterUnit(from: HKUnit(from: text)) == unit)
        }
    }

    @Test func energy() {
        let pairs: [(EnergyFormatter.Unit, String)] = [
            (.joule, "J"), (.kilojoule, "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal"),
        ]
        for (unit, text) in pairs {
            #expect(HKUnit(from: unit).unitString == text)
            #expect(HKUnit.energyFormatterUnit(from: HKUnit(from: text)) == unit)
        }
        #expect(HKUnit.energyFormatterUnit(from: .largeCalorie()) == .kilocalorie)
    }
}
