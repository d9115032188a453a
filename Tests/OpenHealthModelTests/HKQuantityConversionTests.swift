// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthModel
import Testing

/// Tests of `doubleValue(for:)` with the arithmetic of Apple platforms: value times size divided by size, each a double.
@Suite struct HKQuantityConversionTests {
    private static let glucose = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
        .unitDivided(by: .liter())

    /// The expected values are the products and quotients.
    @Test func convertsWithProductsOfDoubles() {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let perSecond = HKUnit.count().unitDivided(by: .second())
        let milligrams = HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci))
        let (milli, deci, litre, minute, foot, pound) = (1e-3, 1e-1, 1e-3, 60.0, 0.3048, 453.59237)
        for step in 1...400 {
            let value = Double(step) * 0.7
            func convert(_ source: HKUnit, _ target: HKUnit) -> Double {
                HKQuantity(unit: source, doubleValue: value).doubleValue(for: target)
            }
            #expect(convert(perMinute, perSecond) == value * (1 / minute))
            #expect(convert(perSecond, perMinute) == value / (1 / minute))
            #expect(convert(.minute(), .hour()) == value * 60 / 3600)
            #expect(convert(.meter(), .foot()) == value / foot)
            #expect(convert(.pound(), .gramUnit(with: .kilo)) == value * pound / 1000)
            let moles = milli * HKUnitMolarMassBloodGlucose / litre
            let grams = milli / (deci * litre)
            #expect(convert(Self.glucose, milligrams) == value * moles / grams)
            #expect(convert(milligrams, Self.glucose) == value * grams / moles)
        }
    }

    @Test func sevenFeetLoseADigit() throws {
        let meters = HKQuantity(unit: .foot(), doubleValue: 7).doubleValue(for: .meter())
        let quantity = HKQuantity(unit: .meter(), doubleValue: meters)
        #expect(quantity.doubleValue(for: .foot()) == 6.999999999999999)
        #expect(try quantity.value(in: .foot()) == 7)
        #expect(quantity.exactValue(in: .foot()) == 7)
    }

    @Test func temperaturesKeepTheirZeroPoints() {
        let fever = HKQuantity(unit: .degreeCelsius(), doubleValue: 27)
        #expect(fever.doubleValue(for: .degreeFahrenheit()) == 80.6)
        #expect(HKQuantity(unit: .degreeFahrenheit(), doubleValue: 32).doubleValue(for: .degreeCelsius()) == 0)
    }

    /// Both directions of conversion agree except for the last digits, for every pair of compatible named units.
    @Test func bothDirectionsAgree() throws {
        for names in UnitReference.namesByDimension.values {
            for source in names {
                let unit = try HKUnit(validating: source)
                for target in names.prefix(20) {
                    let other = try HKUnit(validating: target)
                    let quantity = HKQuantity(unit: unit, doubleValue: 12.3)
                    let (plain, exact) = (quantity.doubleValue(for: other), quantity.exactValue(in: other))
                    #expect(abs(plain - exact) <= 1e-14 * abs(exact), "\(source) to \(target)")
                }
            }
        }
    }

    @Test func equalUnitsConvertExactlyWhateverTheDigitsOfTheMolarMass() throws {
        for text in ["mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"] {
            let unit = try HKUnit(validating: text)
            #expect(unit == Self.glucose)
            #expect(unit.hash == Self.glucose.hash)
            #expect(unit.unitString == "mmol<180.1558800000541>/L")
            #expect(HKQuantity(unit: unit, doubleValue: 5.4).doubleValue(for: Self.glucose) == 5.4)
        }
        #expect(try HKUnit(validating: "mmol<180.15588>/L") != Self.glucose)
        #expect(Self.glucose.unitMultiplied(by: HKUnit(from: "L/mmol<180.1558800000541>")).isNull())
    }

    @Test func everyMolarMassIsReadBackFromItsText() throws {
        var masses: [Double] = [18.02, 1234, 1e20, 1e-300, 0.1, 9.007199254740993e15]
        masses += [.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1.0.nextUp, 10.0.nextDown]
        for mass in masses {
            let unit = HKUnit.moleUnit(withMolarMass: mass)
            let text = unit.unitString
            #expect(try HKUnit(validating: text) == unit, "\(text)")
            #expect(try HKUnit(validating: text).unitString == text)
        }
    }
}
