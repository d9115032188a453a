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
