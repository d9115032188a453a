// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Units in the spelling of their source.
package enum StoredUnit {
    /// Returns the unit of a string, or nil for an unknown unit.
    ///
    /// Phones write the micro sign as either of its two characters; HealthKit's unit strings use `mc`.
    package static func unit(_ text: String) -> HKUnit? {
        try? HKUnit(validating: text.replacing("\u{00B5}", with: "mc").replacing("\u{03BC}", with: "mc"))
    }

    /// Returns the quantity of a value and a unit string, or nil if either can't be read.
    package static func quantity(_ value: String?, _ unit: String?) -> HKQuantity? {
        guard let number = value.flatMap(Double.init), number.isFinite, let unit = unit.flatMap(self.unit) else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: number)
    }
}
