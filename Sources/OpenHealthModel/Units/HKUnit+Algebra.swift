// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// Returns the product of this unit and another.
    ///
    /// - Precondition: No resulting power exceeds 99.
    ///
    /// - Parameter unit: The unit to multiply by.
    /// - Returns: A unit with the powers of both units added.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: 1)
    }

    /// Returns the quotient of this unit and another.
    ///
    /// - Precondition: No resulting power is less than -99.
    ///
    /// - Parameter unit: The unit to divide by.
    /// - Returns: A unit with the other unit's powers subtracted.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        combined(with: unit, power: -1)
    }

    /// Returns this unit raised to a power; the power 0 returns the null unit, the power 1 the unit itself.
    ///
    /// - Precondition: Every resulting power is between -99 and 99.
    ///
    /// - Parameter power: The power, which can be any integer that satisfies the precondition.
    /// - Returns: A unit with the power of each factor multiplied.
    public func unitRaised(toPower power: Int) -> HKUnit {
        guard let raised = factors.raised(to: power) else { violationUnitExponentOutOfRange() }
        return HKUnit(factors: raised)
    }

    /// Returns one divided by the unit.
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
