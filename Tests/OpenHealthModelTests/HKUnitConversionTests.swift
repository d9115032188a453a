// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthModel
import Testing

/// Tests of conversions between named units.
@Suite struct HKUnitConversionTests {
    private func convert(_ value: Double, _ source: String, _ target: String) throws -> Double {
        try HKQuantity(unit: HKUnit(validating: source), doubleValue: value).value(in: HKUnit(validating: target))
    }

    @Test(arguments: [
        (187, "cm", "m", 1.87), (4.7, "m/s^2", "cm/s^2", 470), (1, "m^3", "L", 1000), (1000, "mL", "L", 1),
        (500, "mL", "L", 0.5), (3, "dL", "L", 0.3), (1, "oz", "g", 28.349523125), (1, "lb", "oz", 16),
        (1, "st", "lb", 14),
        (7, "ft", "in", 84), (84, "in", "ft", 7), (1, "mi", "ft", 5280), (3, "ft", "yd", 1),
        (1, "cup_us", "fl_oz_us", 8),
        (1, "pt_us", "cup_us", 2), (1, "pt_imp", "fl_oz_imp", 20), (1, "d", "min", 1440), (1, "kcal", "kJ", 4.184),
        (250, "Cal", "kcal", 250), (0.5, "%", "count", 0.5), (1.1, "count", "%", 1.1), (1.5, "()", "count", 1.5),
        (27, "degC", "degF", 80.6), (98.6, "degF", "degC", 37), (-40, "degC", "degF", -40), (32, "degF", "degC", 0),
        (0, "K", "degC", -273.15), (25, "degC", "K", 298.15), (0, "degC", "mK", 273_150),
        (1.1, "degC·m", "degF·m", 1.98),
        (2, "degC/min", "K/min", 2), (72, "count/min", "Hz", 1.2), (1.2, "Hz", "count/min", 72),
        (760, "mmHg", "mmHg", 760), (2, "mol<18.02>", "g", 36.04), (1, "mL/min·kg", "L/min·kg", 0.001),
        (42.5, "mL/min·kg", "ml/(kg*min)", 42.5), (1, "kcal/hr·kg", "cal/hr·g", 1),
    ])
    func exactConversions(value: Double, source: String, target: String, expected: Double) throws {
        #expect(try convert(value, source, target) == expected)
    }

    @Test func bloodGlucose() throws {
        for molarMass in ["180.1558800000541", "180.15588000005408"] {
            let milligrams = try convert(5.5, "mmol<\(molarMass)>/L", "mg/dL")
            #expect(abs(milligrams - 99.085734) < 1e-9)
            #expect(abs(try convert(milligrams, "mg/dL", "mmol<\(molarMass)>/L") - 5.5) < 5.5e-15)
        }
        let unit = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
        #expect(unit.unitString == "mmol<180.1558800000541>/L")
        #expect(unit.is(compatibleWith: HKUnit(from: "mg/dL")))
    }

    @Test func everyPrefixOfEveryMetricUnit() throws {
        for unit in UnitReference.metric {
            for prefix in UnitReference.prefixes {
                let got = try convert(7, prefix.text + unit.text, unit.text)
                #expect(abs(got - 7 * prefix.size) <= 1e-15 * 7 * prefix.size, "\(prefix.text)\(unit.text)")
            }
        }
    }

    @Test func aHundredFeetRoundTrip() throws {
        for feet in 1...100 {
            let meters = try convert(Double(feet), "ft", "m")
            #expect(abs(try convert(meters, "m", "ft") - Double(feet)) <= 2 * Double(feet).ulp)
            #expect(try convert(Double(feet), "ft", "ft") == Double(feet))
        }
    }

    @Test(arguments: [
        ("%", "count"), ("%/m", "count/ft"), ("m^3", "L"), ("m^2·in", "L"), ("m·km·mm", "L"), ("Gmol", "kmol"),
        ("mol<123>", "kmol<456>"), ("mol<123>", "lb"), ("()", "count"), ("()", "%"), ("()", "count^2"), ("Hz", "1/s"),
        ("Hz", "count/s"), ("m/m", "dL/L"), ("deg", "rad"), ("K·m/km", "degC"), ("W", "kW"), ("inHg", "mmHg"),
    ])
    func compatible(a: String, b: String) {
        #expect(HKUnit(from: a).is(compatibleWith: HKUnit(from: b)))
        #expect(HKUnit(from: b).is(compatibleWith: HKUnit(from: a)))
    }

    @Test(arguments: [
        ("%/m", "%/m^2"), ("W", "J/s"), ("kW", "J/s"), ("mol", "mol<18>"), ("mol", "g"), ("dBASPL", "Pa"),
        ("dBASPL", "dBHL"), ("()", "IU"), ("()", "appleEffortScore"), ("()", "in"), ("D", "1/m"), ("D", "pD"),
        ("V", "W"),
        ("rad", "count"), ("lx", "count"), ("S", "V"), ("Pa·m^3", "J"), ("count", "count/min"), ("degC", "degC^2"),
    ])
    func incompatible(a: String, b: String) throws {
        #expect(!HKUnit(from: a).is(compatibleWith: HKUnit(from: b)))
        #expect(!HKUnit(from: b).is(compatibleWith: HKUnit(from: a)))
        #expect(HKUnit(from: a).conversion(to: HKUnit(from: b)) == nil)
        let error = #expect(throws: HKUnitConversionError.self) { try convert(1, a, b) }
        #expect(error?.code == .incompatibleUnits)
        #expect(error?.source == HKUnit(from: a))
        #expect(error?.target == HKUnit(from: b))
        #expect(error?.description.contains("compatible with \(HKUnit(from: a).unitString)") == true)
    }

    @Test func scaleAndOffsetDescribeTheConversion() throws {
        let conversion = try #require(HKUnit.degreeFahrenheit().conversion(to: .degreeCelsius()))
        #expect(conversion.scale == 5.0 / 9.0)
        #expect(conversion.offset == -160.0 / 9.0)
        #expect(UnitConversion.identity.scale == 1)
        #expect(UnitConversion.identity.offset == 0)
        #expect(HKUnit(from: "Cal").conversion(to: HKUnit(from: "kcal"))?.scale == 1)
    }

    @Test func unitsBeyondADoubleDoNotBecomeZero() throws {
        #expect(try convert(1, "Tm^99", "Gm^99").isNormal)
        #expect(try convert(1, "Tm^99", "m^99") == .infinity)
        #expect(try convert(1, "m^99", "Tm^99") == 0)
    }
}
