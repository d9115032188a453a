// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of values with units.
@Suite struct HKQuantityTests {
    @Test func valueAndUnit() throws {
        let quantity = HKQuantity(unit: HKUnit(from: "mg/dL"), doubleValue: 5)
        #expect(quantity.description == "5 mg/dL")
        #expect(HKQuantity(unit: .count(), doubleValue: 0.25).description == "0.25 count")
        #expect(quantity.originalUnit == HKUnit(from: "mg/dL"))
        #expect(quantity.originalValue == 5)
        #expect(quantity.copy() as? HKQuantity === quantity)
        #expect(quantity.is(compatibleWith: HKUnit(from: "kg/m^3")))
        #expect(!quantity.is(compatibleWith: .gram()))
        #expect(quantity.doubleValue(for: HKUnit(from: "g/L")) == 0.05)
        #expect(throws: HKUnitConversionError.self) { try quantity.value(in: .gram()) }
    }

    @Test func equalQuantitiesInOtherUnits() {
        let pairs: [(Double, String, Double, String)] = [
            (1, "ft", 12, "in"), (1, "ft", 0.3048, "m"), (1, "lb", 16, "oz"), (32, "degF", 0, "degC"),
            (1, "L", 1000, "mL"),
            (0.5, "%", 0.5, "count"), (1, "d", 24, "hr"), (60, "count/min", 1, "Hz"), (0.0, "m", -0.0, "km"),
            (98.6, "degF", 37, "degC"), (1, "Cal", 1, "kcal"),
        ]
        for (a, unitA, b, unitB) in pairs {
            let first = HKQuantity(unit: HKUnit(from: unitA), doubleValue: a)
            let second = HKQuantity(unit: HKUnit(from: unitB), doubleValue: b)
            #expect(first == second, "\(first) \(second)")
            #expect(second == first)
            #expect(first.hash == second.hash)
            #expect(first.compare(second) == .orderedSame)
        }
    }

    @Test func differentQuantities() {
        let gram = HKQuantity(unit: .gram(), doubleValue: 1)
        #expect(gram != HKQuantity(unit: .liter(), doubleValue: 1))
        #expect(gram != HKQuantity(unit: .gram(), doubleValue: 2))
        #expect(!gram.isEqual("1 g"))
        #expect(!gram.isEqual(nil))
        let nothing = HKQuantity(unit: .gram(), doubleValue: .nan)
        #expect(nothing == nothing)
        #expect(nothing != HKQuantity(unit: .gram(), doubleValue: .nan))
    }

    @Test func equalityIsTheSameFromBothSides() {
        var generator = UnitGenerator(seed: 10)
        for _ in 0..<2000 {
            let expression = UnitExpression.random(depth: 1, using: &generator)
            let value = Double(Int.random(in: -1000...1000, using: &generator)) / 8
            let first = HKQuantity(unit: expression.unit, doubleValue: value)
            let target = expression.compatible(using: &generator).unit
            let second = HKQuantity(unit: target, doubleValue: first.doubleValue(for: target))
            #expect((first == second) == (second == first))
            #expect((first == second) == (first.compare(second) == .orderedSame))
            if first == second { #expect(first.hash == second.hash) }
        }
    }

    @Test func order() {
        let foot = HKQuantity(unit: .foot(), doubleValue: 1)
        #expect(foot.compare(HKQuantity(unit: .inch(), doubleValue: 13)) == .orderedAscending)
        #expect(foot.compare(HKQuantity(unit: .meter(), doubleValue: 0.3)) == .orderedDescending)
        let freezing = HKQuantity(unit: .degreeCelsius(), doubleValue: 0)
        #expect(freezing.compare(HKQuantity(unit: .degreeFahrenheit(), doubleValue: 31)) == .orderedDescending)
        #expect(freezing.compare(HKQuantity(unit: .kelvin(), doubleValue: 274)) == .orderedAscending)
    }
}
