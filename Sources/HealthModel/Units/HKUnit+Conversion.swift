// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// Whether values in one unit can be given in the other. Not part of Apple's API, which asks an ``HKQuantity``.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: Whether both measure the same thing; see ``HKUnit``.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self === unit || measure.dimension == unit.measure.dimension
    }

    /// The way from this unit to another, to be worked out once for many values.
    ///
    /// - Parameter target: The unit to convert to.
    /// - Returns: The conversion, which changes nothing where the units are equal; nil where they are not compatible.
    package func conversion(to target: HKUnit) -> UnitConversion? {
        if self === target || factors == target.factors { return .identity }
        guard measure.dimension == target.measure.dimension else { return nil }
        return UnitConversion(from: measure, to: target.measure)
    }

    /// The way from this unit to the one in which everything compatible with it is compared.
    var conversionForComparing: UnitConversion {
        UnitConversion(from: measure, to: UnitMeasure(comparing: measure.dimension))
    }
}
