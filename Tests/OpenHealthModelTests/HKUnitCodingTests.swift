// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of units and quantities in keyed archives.
@Suite struct HKUnitCodingTests {
    @Test func unitsRoundTrip() throws {
        var generator = UnitGenerator(seed: 9)
        for _ in 0..<200 {
            let unit = UnitExpression.random(using: &generator).unit
            let data = try NSKeyedArchiver.archivedData(withRootObject: unit, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKUnit.self, from: data) == unit)
        }
        #expect(HKUnit.supportsSecureCoding)
    }

    @Test func quantitiesRoundTripWithTheirUnit() throws {
        let quantity = HKQuantity(unit: HKUnit(from: "mmol<180.1558800000541>/L"), doubleValue: 5.5)
        let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
        let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data))
        #expect(copy == quantity)
        #expect(copy.description == "5.5 mmol<180.1558800000541>/L")
        #expect(HKQuantity.supportsSecureCoding)
    }
}
