// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of units as objects: arithmetic, null units and equality.
@Suite struct HKUnitTests {
    @Test func algebraByName() {
        #expect(HKUnit.meter().unitDivided(by: .second()).unitString == "m/s")
        #expect(HKUnit.hour().unitMultiplied(by: .liter()).unitString == "L·hr")
        #expect(HKUnit.second().unitRaised(toPower: -2).unitString == "1/s^2")
        #expect(HKUnit.liter().unitDivided(by: HKUnit.second().unitDivided(by: .gram())).unitString == "g·L/s")
        let perWeight = HKUnit.gramUnit(with: .kilo).unitMultiplied(by: .minute())
        #expect(HKUnit.literUnit(with: .milli).unitDivided(by: perWeight).unitString == "mL/min·kg")
        #expect(HKUnit.meter().reciprocal() == HKUnit.meter().unitRaised(toPower: -1))
        #expect(HKUnit(from: "m^2·L^3").unitRaised(toPower: 5) == HKUnit(from: "m^10·L^15"))
    }

    @Test func aPowerOfOneIsTheUnit() {
        #expect(HKUnit.meter().unitRaised(toPower: 1) == .meter())
        #expect(HKUnit.meter().unitRaised(toPower: 1).hash == HKUnit.meter().hash)
    }

    @Test func nullUnits() {
        let null = HKUnit.meter().unitDivided(by: .meter())
        #expect(null.isNull())
        #expect(null.unitString == "()")
        #expect(null == HKUnit(from: ""))
        #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
        #expect(null.unitRaised(toPower: Int.max).isNull())
        #expect(null.reciprocal() == null)
        #expect(null.unitDivided(by: .liter()).unitString == "1/L")
        #expect(null.unitMultiplied(by: .liter()) == .liter())
        #expect(!HKUnit.meter().unitDivided(by: .inch()).isNull())
        #expect(!HKUnit(from: "dL/L").isNull())
        #expect(!HKUnit.count().isNull())
        #expect(!HKUnit.count().unitDivided(by: .percent()).isNull())
    }

    @Test func equality() {
        #expect(HKUnit(from: "m/s^2") == HKUnit(from: "m·s^-2"))
        #expect(Set([HKUnit(from: "m/s^2"), HKUnit(from: "m·s^-2"), HKUnit(from: "m·s^-1")]).count == 2)
        #expect(HKUnit.largeCalorie() != .kilocalorie())
        #expect(HKUnit(from: "mol<1>") != HKUnit(from: "mol<2>"))
        #expect(HKUnit(from: "mol") != .moleUnit(withMolarMass: HKUnitMolarMassBloodGlucose))
        #expect(!HKUnit.meter().isEqual("m"))
        #expect(!HKUnit.meter().isEqual(nil))
    }
}
