// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthModel

/// Tests of every factory method of Apple's API.
@Suite struct HKUnitFactoryTests {
    static let plain: [(HKUnit, String)] = [
        (.gram(), "g"), (.ounce(), "oz"), (.pound(), "lb"), (.stone(), "st"), (.meter(), "m"), (.inch(), "in"),
        (.foot(), "ft"), (.yard(), "yd"), (.mile(), "mi"), (.liter(), "L"), (.fluidOunceUS(), "fl_oz_us"),
        (.fluidOunceImperial(), "fl_oz_imp"), (.pintUS(), "pt_us"), (.pintImperial(), "pt_imp"), (.cupUS(), "cup_us"),
        (.cupImperial(), "cup_imp"), (.pascal(), "Pa"), (.millimeterOfMercury(), "mmHg"),
        (.centimeterOfWater(), "cmAq"),
        (.atmosphere(), "atm"), (.inchesOfMercury(), "inHg"), (.decibelAWeightedSoundPressureLevel(), "dBASPL"),
        (.second(), "s"), (.minute(), "min"), (.hour(), "hr"), (.day(), "d"), (.joule(), "J"), (.kilocalorie(), "kcal"),
        (.smallCalorie(), "cal"), (.largeCalorie(), "Cal"), (.degreeCelsius(), "degC"), (.degreeFahrenheit(), "degF"),
        (.kelvin(), "K"), (.siemen(), "S"), (.internationalUnit(), "IU"), (.count(), "count"), (.percent(), "%"),
        (.decibelHearingLevel(), "dBHL"), (.hertz(), "Hz"), (.volt(), "V"), (.watt(), "W"), (.diopter(), "D"),
        (.prismDiopter(), "pD"), (.radianAngle(), "rad"), (.degreeAngle(), "deg"), (.lux(), "lx"),
        (.appleEffortScore(), "appleEffortScore"),
    ]

    static let metric: [(@Sendable (HKMetricPrefix) -> HKUnit, String)] = [
        (HKUnit.gramUnit(with:), "g"), (HKUnit.meterUnit(with:), "m"), (HKUnit.literUnit(with:), "L"),
        (HKUnit.pascalUnit(with:), "Pa"), (HKUnit.secondUnit(with:), "s"), (HKUnit.jouleUnit(with:), "J"),
        (HKUnit.siemenUnit(with:), "S"), (HKUnit.hertzUnit(with:), "Hz"), (HKUnit.voltUnit(with:), "V"),
        (HKUnit.wattUnit(with:), "W"), (HKUnit.radianAngleUnit(with:), "rad"), (HKUnit.luxUnit(with:), "lx"),
    ]

    static let prefixes: [(HKMetricPrefix, String, Int)] = [
        (.none, "", 0), (.pico, "p", -12), (.nano, "n", -9), (.micro, "mc", -6), (.milli, "m", -3), (.centi, "c", -2),
        (.deci, "d", -1), (.deca, "da", 1), (.hecto, "h", 2), (.kilo, "k", 3), (.mega, "M", 6), (.giga, "G", 9),
        (.tera, "T", 12), (.femto, "f", -15),
    ]

    @Test func plainFactories() throws {
        for (unit, text) in Self.plain {
            #expect(unit.unitString == text)
            #expect(try HKUnit(validating: text) == unit)
            #expect(!unit.isNull())
            #expect(unit.copy() as? HKUnit === unit)
        }
        // Each named unit has its factory method, except for the mole, which has two of its own.
        #expect(Set(Self.plain.map(\.1)) == Set(UnitSymbol.allCases.map(\.definition.text)).subtracting(["mol"]))
        #expect(HKUnit.meter() === HKUnit.meter())
    }

    @Test func sizesEqualTheReferences() throws {
        for (unit, text) in Self.plain {
            let measure = unit.measure
            let size = measure.numerator / measure.denominator * pow(10, Double(measure.powerOfTen))
            let expected = try #require(UnitReference.entries[text]?.size)
            #expect(abs(size - expected) <= 1e-15 * expected, "\(text)")
        }
    }

    @Test func metricFactories() throws {
        #expect(Self.prefixes.map(\.0) == HKMetricPrefix.everyPrefix)
        for (raw, prefix) in HKMetricPrefix.everyPrefix.enumerated() { #expect(prefix.rawValue == raw) }
        for (prefix, letters, power) in Self.prefixes {
            #expect(prefix.text == letters)
            #expect(prefix.powerOfTen == power)
            for (factory, text) in Self.metric {
                #expect(factory(prefix).unitString == letters + text)
                #expect(try HKUnit(validating: letters + text) == factory(prefix))
            }
            #expect(HKUnit.moleUnit(with: prefix, molarMass: 18.5).unitString == "\(letters)mol<18.5>")
            #expect(try HKUnit(validating: "\(letters)mol<18.5>") == .moleUnit(with: prefix, molarMass: 18.5))
        }
        #expect(HKUnit.moleUnit(withMolarMass: 1234).unitString == "mol<1234>")
        #expect(HKUnitMolarMassBloodGlucose == 180.15588000005408)
    }

    @Test @available(*, deprecated) func calorieIsTheSmallCalorie() {
        #expect(HKUnit.calorie() == .smallCalorie())
    }

    @Test func molarMassesOfAnySizeRoundTrip() throws {
        for mass in [Double.leastNonzeroMagnitude, 1e-5, 0.1, 1, 123, 1e15, 1e16, 1e22, Double.greatestFiniteMagnitude]
        {
            let unit = HKUnit.moleUnit(withMolarMass: mass)
            #expect(try HKUnit(validating: unit.unitString) == unit)
        }
    }

    @Test func everySymbolHasADefinition() {
        for symbol in UnitSymbol.allCases {
            #expect(!symbol.definition.text.isEmpty)
            #expect(symbol.definition.numerator > 0)
            #expect(symbol.definition.denominator > 0)
        }
        #expect(UnitDimension.Base.allCases.count <= 32)
    }
}
