// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKUnit {
    /// Creates the unit of a mass formatter's unit.
    ///
    /// - Parameter unit: Grams, kilograms, ounces, pounds or stones.
    public convenience init(from unit: MassFormatter.Unit) {
        self.init(factors: Self.counterpart(of: unit).factors)
    }

    /// Creates the unit of a length formatter's unit.
    ///
    /// - Parameter unit: Millimetres, centimetres, metres, kilometres, inches, feet, yards or miles.
    public convenience init(from unit: LengthFormatter.Unit) {
        self.init(factors: Self.counterpart(of: unit).factors)
    }

    /// Creates the unit of an energy formatter's unit.
    ///
    /// - Parameter unit: Joules, kilojoules, small calories or kilocalories.
    public convenience init(from unit: EnergyFormatter.Unit) {
        self.init(factors: Self.counterpart(of: unit).factors)
    }

    /// Returns the mass formatter's unit that matches a unit.
    ///
    /// - Precondition: The unit is `g`, `kg`, `oz`, `lb` or `st`.
    ///
    /// - Parameter unit: The unit to match.
    public static func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
        let every: [MassFormatter.Unit] = [.gram, .kilogram, .ounce, .pound, .stone]
        guard let match = every.first(where: { counterpart(of: $0) == unit }) else {
            violationNoFormatterUnit(unit, "MassFormatter")
        }
        return match
    }

    /// Returns the length formatter's unit that matches a unit.
    ///
    /// - Precondition: The unit is `mm`, `cm`, `m`, `km`, `in`, `ft`, `yd` or `mi`.
    ///
    /// - Parameter unit: The unit to match.
    public static func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
        let every: [LengthFormatter.Unit] = [.millimeter, .centimeter, .meter, .kilometer, .inch, .foot, .yard, .mile]
        guard let match = every.first(where: { counterpart(of: $0) == unit }) else {
            violationNoFormatterUnit(unit, "LengthFormatter")
        }
        return match
    }

    /// Returns the energy formatter's unit that matches a unit.
    ///
    /// - Precondition: The unit is `J`, `kJ`, `cal`, `kcal` or `Cal`, which is another name for a kilocalorie.
    ///
    /// - Parameter unit: The unit to match.
    public static func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
        if unit == .largeCalorie() { return .kilocalorie }
        let every: [EnergyFormatter.Unit] = [.joule, .kilojoule, .calorie, .kilocalorie]
        guard let match = every.first(where: { counterpart(of: $0) == unit }) else {
            violationNoFormatterUnit(unit, "EnergyFormatter")
        }
        return match
    }

    private static func counterpart(of unit: MassFormatter.Unit) -> HKUnit {
        switch unit {
        case .gram: .gram()
        case .kilogram: .gramUnit(with: .kilo)
        case .ounce: .ounce()
        case .pound: .pound()
        case .stone: .stone()
        }
    }

    private static func counterpart(of unit: LengthFormatter.Unit) -> HKUnit {
        switch unit {
        case .millimeter: .meterUnit(with: .milli)
        case .centimeter: .meterUnit(with: .centi)
        case .meter: .meter()
        case .kilometer: .meterUnit(with: .kilo)
        case .inch: .inch()
        case .foot: .foot()
        case .yard: .yard()
        case .mile: .mile()
        }
    }

    private static func counterpart(of unit: EnergyFormatter.Unit) -> HKUnit {
        switch unit {
        case .joule: .joule()
        case .kilojoule: .jouleUnit(with: .kilo)
        case .calorie: .smallCalorie()
        case .kilocalorie: .kilocalorie()
        }
    }
}
