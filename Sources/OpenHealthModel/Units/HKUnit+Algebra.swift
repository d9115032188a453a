// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// The product of two units.
    ///
    /// - Parameter unit: The unit to multiply by.
    /// - Returns: A unit with the powers of both added up. The process stops where one would pass 99.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: 1)
    }

    /// The quotient of two units.
    ///
    /// - Parameter unit: The unit to divide by.
    /// - Returns: A unit with the other's powers taken off. The process stops where one would pass -99.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: -1)
    }

    /// A power of the unit; the power 0 is the null unit, the power 1 the unit itself.
    ///
    /// - Parameter power: Any whole number that leaves every factor's power between -99 and 99; the process stops
    ///   otherwise.
    /// - Returns: The unit with each factor's power multiplied.
    public func unitRaised(toPower power: Int) -> HKUnit {
        guard let raised = factors.raised(to: power) else { violationUnitExponentOutOfRange() }
        return HKUnit(factors: raised)
    }

    /// One divided by the unit.
    public func reciprocal() -> HKUnit {
        unitRaised(toPower: -1)
    }

    private func combined(with unit: HKUnit, power: Int) -> HKUnit {
        guard let product = factors.multiplied(by: unit.factors, power: power) else {
            violationUnitExponentOutOfRange()
        }
        return HKUnit(factors: product)
    }
}
