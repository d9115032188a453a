// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The values of samples of one type and origin in the unit in which they were written.
package final class WrittenValue {
    /// A small number that identifies the type and origin during a ``StoreContents``.
    package let number: Int
    /// The unit in which the values were written, as written; the stored unit if there is none.
    package let unit: String?
    /// The unit in which values are stored; nil for types without a unit.
    package let storedUnit: String?
    private let type: StoredType
    private let back: OriginalValue?
    private let forth: UnitConversion?

    init(_ type: StoredType, number: Int, unit: String?) {
        self.type = type
        self.number = number
        let isQuantity = type.description.map { $0.kind == .quantity } ?? true
        storedUnit = isQuantity ? type.unit : nil
        self.unit = isQuantity ? unit ?? type.unit : nil
        guard let unit, let canonical = type.canonical, unit != type.unit, let written = type.written(unit) else {
            back = nil
            forth = nil
            return
        }
        back = OriginalValue(canonical: canonical, original: written)
        forth = written.conversion(to: canonical)
    }

    /// Returns a stored value in ``unit``, or nil if no number in that unit converts to the same stored value.
    package func callAsFunction(_ stored: Double) -> Double? {
        guard let back, let forth else { return unit == storedUnit || type.canonical == nil ? stored : nil }
        let value = back(stored)
        if forth(value) == stored { return value }
        return [value.nextUp, value.nextDown, value.nextUp.nextUp, value.nextDown.nextDown].first {
            forth($0) == stored
        }
    }

    /// Returns a stored value in ``unit``, rounded to the digits that it was written with.
    package func approximate(_ stored: Double) -> Double? {
        guard let back else { return unit == storedUnit || type.canonical == nil ? stored : nil }
        return back(stored)
    }

    /// Returns the name of a category's value.
    package func name(_ stored: Double) -> String? { type.valueName(stored) }
}
