// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A unit as a code of UCUM, the Unified Code for Units of Measure.
package struct UCUMUnit: Hashable, Sendable {
    /// The code, such as `mm[Hg]`.
    package let code: String
    /// The power of ten by which a value is multiplied: 97 % is 0.97 in HealthKit and 97 in UCUM.
    package let powerOfTen: Int
}

extension HKUnit {
    /// The UCUM code of the unit; `nil` if UCUM has no code for one of its factors.
    package var ucum: UCUMUnit? {
        var (numerator, denominator): ([String], [String]) = ([], [])
        var powerOfTen = 0
        for factor in factors.list {
            // A count is a pure number in UCUM and has no code: beats per minute are `/min`.
            if factor.atom.symbol == .count { continue }
            if factor.atom.symbol == .percent { powerOfTen += 2 * factor.exponent }
            guard let symbol = factor.atom.symbol.ucum else { return nil }
            let code = factor.atom.prefix.ucum + symbol
            let power = factor.exponent.magnitude
            let text = power == 1 ? code : code + String(power)
            if factor.exponent > 0 { numerator.append(text) } else { denominator.append("/" + text) }
        }
        let code = numerator.joined(separator: ".") + denominator.joined()
        guard code.isEmpty else { return UCUMUnit(code: code, powerOfTen: powerOfTen) }
        return UCUMUnit(code: factors.list.isEmpty ? "1" : "{count}", powerOfTen: 0)
    }
}

extension HKMetricPrefix {
    /// The UCUM code of the prefix.
    fileprivate var ucum: String {
        self == .micro ? "u" : text
    }
}

extension UnitSymbol {
    /// The UCUM code of the unit; `nil` if UCUM has none.
    fileprivate var ucum: String? {
        switch self {
        case .ounce: "[oz_av]"
        case .pound: "[lb_av]"
        case .stone: "[stone_av]"
        case .inch: "[in_i]"
        case .foot: "[ft_i]"
        case .yard: "[yd_i]"
        case .mile: "[mi_i]"
        case .fluidOunceUS: "[foz_us]"
        case .fluidOunceImperial: "[foz_br]"
        case .pintUS: "[pt_us]"
        case .pintImperial: "[pt_br]"
        case .cupUS: "[cup_us]"
        // UCUM has no code for an imperial cup; it is half an imperial pint.
        case .cupImperial: nil
        case .millimeterOfMercury: "mm[Hg]"
        case .centimeterOfWater: "cm[H2O]"
        case .inchesOfMercury: "[in_i'Hg]"
        case .soundPressureLevel: "dB[SPL]"
        case .hour: "h"
        case .largeCalorie: "[Cal]"
        case .degreeCelsius: "Cel"
        case .degreeFahrenheit: "[degF]"
        case .internationalUnit: "[IU]"
        case .hearingLevel: "dB{HL}"
        case .diopter: "[diop]"
        case .prismDiopter: "[p'diop]"
        case .effortScore: "{score}"
        case .count: "{count}"
        case .gram, .mole, .meter, .liter, .pascal, .atmosphere, .second, .minute, .day, .joule, .kilocalorie,
            .smallCalorie, .kelvin, .siemen, .percent, .hertz, .volt, .watt, .radian, .degree, .lux:
            definition.text
        }
    }
}

extension HKMetricPrefix {
    /// The letters that precede a unit's symbol; micro is `mc`.
    var text: String {
        switch self {
        case .none: ""
        case .femto: "f"
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        }
    }

    /// The power of ten that the prefix represents.
    var powerOfTen: Int {
        switch self {
        case .none: 0
        case .femto: -15
        case .pico: -12
        case .nano: -9
        case .micro: -6
        case .milli: -3
        case .centi: -2
        case .deci: -1
        case .deca: 1
        case .hecto: 2
        case .kilo: 3
        case .mega: 6
        case .giga: 9
        case .tera: 12
        }
    }

    /// All prefixes in the order of their raw values, `none` first.
    static let everyPrefix: [HKMetricPrefix] = [
        .none, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera, .femto,
    ]
}
