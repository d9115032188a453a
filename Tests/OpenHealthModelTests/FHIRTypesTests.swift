// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthModel

@Suite struct FHIRTypesTests {
    @Test func everyQuantityAndCategoryTypeHasAnEntry() {
        let expected = HealthTypes.all.filter { [.quantity, .category].contains($0.kind) }.map(\.identifier)
        #expect(Set(FHIRTypes.table.map(\.identifier)) == Set(expected + ["HKCorrelationTypeIdentifierBloodPressure"]))
        #expect(FHIRTypes.table.count == expected.count + 1)
        for type in FHIRTypes.table { #expect(FHIRTypes.named(type.identifier)?.display == type.display) }
    }

    /// The body mass index has no unit in HealthKit; all other codes follow from the unit.
    @Test func unitsFitTheirTypesAndCodesTheirUnits() throws {
        for type in FHIRTypes.table {
            let quantity = HKObjectType.named(type.identifier) as? HKQuantityType
            #expect((quantity != nil) == (type.unit != nil), "\(type.identifier)")
            guard let quantity, let text = type.unit else { continue }
            let unit = HKUnit(from: text)
            #expect(quantity.is(compatibleWith: unit), "\(type.identifier)")
            if quantity.identifier == HKQuantityTypeIdentifier.bodyMassIndex.rawValue {
                #expect(type.ucum == "kg/m2")
            } else {
                #expect(type.ucum == unit.ucum?.code, "\(type.identifier)")
            }
        }
    }

    @Test func noCodeIsUsedForTwoTypes() {
        let codes = FHIRTypes.table.flatMap(\.loinc).map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    @Test(arguments: [
        ("kg", "kg", 0), ("lb", "[lb_av]", 0), ("st", "[stone_av]", 0), ("count/min", "/min", 0),
        ("count", "{count}", 0),
        ("%", "%", 2), ("mmHg", "mm[Hg]", 0), ("mg/dL", "mg/dL", 0), ("mmol<180.15588000005408>/L", "mmol/L", 0),
        ("mcg", "ug", 0), ("ml/(kg*min)", "mL/min/kg", 0), ("kcal/(kg*hr)", "kcal/h/kg", 0), ("km/hr", "km/h", 0),
        ("degF", "[degF]", 0), ("m/s^2", "m/s2", 0), ("()", "1", 0), ("dBASPL", "dB[SPL]", 0), ("IU", "[IU]", 0),
    ]) func unitsHaveTheirCodes(unit: String, code: String, powerOfTen: Int) {
        let unit = unit == "()" ? HKUnit(factors: .none) : HKUnit(from: unit)
        #expect(unit.ucum == UCUMUnit(code: code, powerOfTen: powerOfTen))
    }

    @Test func everyNamedUnitButOneHasACode() {
        for symbol in UnitSymbol.allCases {
            let unit = HKUnit(factors: UnitFactors(UnitAtom(symbol)))
            #expect((unit.ucum == nil) == (symbol == .cupImperial), "\(unit.unitString)")
        }
    }
}
