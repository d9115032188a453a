// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Units as they are stored: in the spelling of their writers.
package enum StoredUnit {
    /// Returns the unit of a text, or nil for an unknown one.
    ///
    /// Phones write the micro sign, in either of its two characters, where HealthKit's own texts say `mc`.
    package static func unit(_ text: String) -> HKUnit? {
        try? HKUnit(validating: text.replacing("\u{00B5}", with: "mc").replacing("\u{03BC}", with: "mc"))
    }

    /// A quantity out of a value and the text of a unit, where both can be read.
    package static func quantity(_ value: String?, _ unit: String?) -> HKQuantity? {
        guard let number = value.flatMap(Double.init), number.isFinite, let unit = unit.flatMap(self.unit) else {
            return nil
        }
        return HKQuantity(unit: unit, doubleValue: number)
    }
}
