// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension HKUnit {
    /// Returns a Boolean value that indicates whether values in this unit can be converted to the other.
    ///
    /// This method is not part of Apple's API, which offers it on ``HKQuantity`` only.
    ///
    /// - Parameter unit: The other unit.
    /// - Returns: `true` if both units have the same dimension; see ``HKUnit``.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self === unit || measure.dimension == unit.measure.dimension
    }

    /// Returns the conversion from this unit to another, for use with many values.
    ///
    /// - Parameter target: The unit to convert to.
    /// - Returns: The conversion, which is the identity if the units are equal; `nil` if they are not compatible.
    package func conversion(to target: HKUnit) -> UnitConversion? {
        if self === target || factors == target.factors { return .identity }
        guard measure.dimension == target.measure.dimension else { return nil }
        return UnitConversion(from: measure, to: target.measure)
    }

    /// Converts a value as Apple's systems do: `value * scale(from) / scale(to)`, where a scale is a product of doubles. The
    /// result
    /// can differ from ``conversion(to:)`` in its last digit: 7 ft is 2.1336 m, and 2.1336 m is 6.999999999999999 ft.
    ///
    /// - Parameters:
    ///   - value: The value in this unit.
    ///   - target: The unit to convert to.
    /// - Returns: The value in the other unit, unchanged if the units are equal; `nil` if they are not compatible.
    func plainlyConverted(_ value: Double, to target: HKUnit) -> Double? {
        guard let exact = conversion(to: target) else { return nil }
        let (scale, targetScale) = (measure.scale, target.measure.scale)
        // Temperatures also need the difference of the zeros, and the size of units such as Tm^99 overflows a double.
        guard exact != .identity, measure.zero == 0, target.measure.zero == 0, scale.isNormal, targetScale.isNormal
        else { return exact(value) }
        return value * scale / targetScale
    }

    /// The conversion from this unit to the unit in which all units compatible with it are compared.
    var conversionForComparing: UnitConversion {
        UnitConversion(from: measure, to: UnitMeasure(comparing: measure.dimension))
    }
}
