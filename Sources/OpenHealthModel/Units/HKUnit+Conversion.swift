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

    /// Converts a value as Apple's systems do: `value * scale(from) / scale(to)`, where a scale is a product of doubles. A result may
    /// differ from ``conversion(to:)`` in its last digit: 7 ft is 2.1336 m, and 2.1336 m is 6.999999999999999 ft.
    ///
    /// - Parameters:
    ///   - value: The value in this unit.
    ///   - target: The unit to convert to.
    /// - Returns: The value in the other unit, unchanged if the units are equal; nil if they are not compatible.
    func plainlyConverted(_ value: Double, to target: HKUnit) -> Double? {
        guard let exact = conversion(to: target) else { return nil }
        let (scale, targetScale) = (measure.scale, target.measure.scale)
        // Temperatures with a zero of their own need the difference of the zeros, and sizes such as that of Tm^99 exceed a double.
        guard exact != .identity, measure.zero == 0, target.measure.zero == 0, scale.isNormal, targetScale.isNormal
        else { return exact(value) }
        return value * scale / targetScale
    }

    /// The way from this unit to the one in which everything compatible with it is compared.
    var conversionForComparing: UnitConversion {
        UnitConversion(from: measure, to: UnitMeasure(comparing: measure.dimension))
    }
}
