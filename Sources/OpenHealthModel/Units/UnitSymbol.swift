// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A named unit without its prefix.
///
/// The order of the cases is the order of the factors in a unit string and must not change, because unit strings are
/// compared and stored.
enum UnitSymbol: Int, CaseIterable, Sendable {
    case gram, ounce, pound, stone, mole
    case meter, inch, foot, yard, mile
    case liter, fluidOunceUS, fluidOunceImperial, pintUS, pintImperial, cupUS, cupImperial
    case pascal, millimeterOfMercury, centimeterOfWater, atmosphere, inchesOfMercury, soundPressureLevel
    case second, minute, hour, day
    case joule, kilocalorie, smallCalorie, largeCalorie
    case degreeCelsius, degreeFahrenheit, kelvin
    case siemen, internationalUnit, count, percent, hearingLevel, hertz, volt, watt
    case diopter, prismDiopter, radian, degree, lux, effortScore

    /// The symbol, dimension and size of the unit.
    var definition: UnitDefinition {
        switch self {
        case .gram, .ounce, .pound, .stone, .mole: massDefinition
        case .meter, .inch, .foot, .yard, .mile: lengthDefinition
        case .liter, .fluidOunceUS, .fluidOunceImperial, .pintUS, .pintImperial, .cupUS, .cupImperial: volumeDefinition
        case .pascal, .millimeterOfMercury, .centimeterOfWater, .atmosphere, .inchesOfMercury, .soundPressureLevel:
            pressureDefinition
        case .second, .minute, .hour, .day, .hertz: timeDefinition
        case .joule, .kilocalorie, .smallCalorie, .largeCalorie: energyDefinition
        case .degreeCelsius, .degreeFahrenheit, .kelvin: temperatureDefinition
        default: otherDefinition
        }
    }
}

extension UnitSymbol {
    // Each switch handles the symbols of its dimension and traps for all others; `definition` calls the right one for every
    // symbol, which a test over all cases verifies.

    var massDefinition: UnitDefinition {
        switch self {
        case .gram: .metric("g", .base(.mass))
        case .ounce: .plain("oz", .mass, 28_349_523_125, e: -9)
        case .pound: .plain("lb", .mass, 45_359_237, e: -5)
        case .stone: .plain("st", .mass, 635_029_318, e: -5)
        // A mole without a molar mass. A mole with one measures mass; see `UnitAtom`.
        case .mole: .metric("mol", .base(.amount))
        default: preconditionFailure("\(self) is not a unit of mass")
        }
    }

    var lengthDefinition: UnitDefinition {
        switch self {
        case .meter: .metric("m", .base(.length))
        case .inch: .plain("in", .length, 254, e: -4)
        case .foot: .plain("ft", .length, 3048, e: -4)
        case .yard: .plain("yd", .length, 9144, e: -4)
        case .mile: .plain("mi", .length, 1_609_344, e: -3)
        default: preconditionFailure("\(self) is not a unit of length")
        }
    }

    var volumeDefinition: UnitDefinition {
        switch self {
        case .liter: .metric("L", .base(.length, 3), e: -3)
        case .fluidOunceUS: .litres("fl_oz_us", 295_735_295_625, e: -13)
        case .fluidOunceImperial: .litres("fl_oz_imp", 284_130_625, e: -10)
        case .pintUS: .litres("pt_us", 473_176_473, e: -9)
        case .pintImperial: .litres("pt_imp", 56_826_125, e: -8)
        case .cupUS: .litres("cup_us", 2_365_882_365, e: -10)
        case .cupImperial: .litres("cup_imp", 284_130_625, e: -9)
        default: preconditionFailure("\(self) is not a unit of volume")
        }
    }

    var pressureDefinition: UnitDefinition {
        switch self {
        case .pascal: .metric("Pa", .base(.pressure))
        case .millimeterOfMercury: .plain("mmHg", .pressure, 133_322_387_415, e: -9)
        case .centimeterOfWater: .plain("cmAq", .pressure, 980_665, e: -4)
        case .atmosphere: .plain("atm", .pressure, 101_325)
        case .inchesOfMercury: .plain("inHg", .pressure, 338_638_816, e: -5)
        // The logarithm of a pressure, which no factor converts to pascals.
        case .soundPressureLevel: .plain("dBASPL", .soundPressureLevel)
        default: preconditionFailure("\(self) is not a unit of pressure")
        }
    }

    var timeDefinition: UnitDefinition {
        switch self {
        case .second: .metric("s", .base(.time))
        case .minute: .plain("min", .time, 60)
        case .hour: .plain("hr", .time, 3600)
        case .day: .plain("d", .time, 86_400)
        case .hertz: .metric("Hz", .base(.time, -1))
        default: preconditionFailure("\(self) is not a unit of time")
        }
    }

    var energyDefinition: UnitDefinition {
        switch self {
        case .joule: .metric("J", .base(.energy))
        case .kilocalorie: .plain("kcal", .energy, 4184)
        case .smallCalorie: .plain("cal", .energy, 4184, e: -3)
        case .largeCalorie: .plain("Cal", .energy, 4184)
        default: preconditionFailure("\(self) is not a unit of energy")
        }
    }

    var temperatureDefinition: UnitDefinition {
        switch self {
        case .degreeCelsius: .fraction("degC", .temperature, 1, over: 1, zero: 245_835)
        case .degreeFahrenheit: .fraction("degF", .temperature, 5, over: 9, zero: 229_835)
        case .kelvin: .metric("K", .base(.temperature))
        default: preconditionFailure("\(self) is not a unit of temperature")
        }
    }

    var otherDefinition: UnitDefinition {
        switch self {
        case .siemen: .metric("S", .base(.conductance))
        case .internationalUnit: .plain("IU", .internationalUnit)
        case .count: .scalar("count")
        // The scale is 1, not 1/100: 97 % is stored as 0.97, and 0.97 % converts to a count of 0.97, as on Apple platforms.
        case .percent: .scalar("%")
        case .hearingLevel: .plain("dBHL", .hearingLevel)
        case .volt: .metric("V", .base(.electricPotential))
        case .watt: .metric("W", .base(.power))
        case .diopter: .plain("D", .opticalPower)
        case .prismDiopter: .plain("pD", .prismPower)
        case .radian: .metric("rad", .base(.angle))
        case .degree: .fraction("deg", .angle, Double.pi, over: 180)
        case .lux: .metric("lx", .base(.illuminance))
        case .effortScore: .plain("appleEffortScore", .effort)
        default: preconditionFailure("\(self) is defined with its dimension")
        }
    }
}
