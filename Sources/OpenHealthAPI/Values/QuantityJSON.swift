// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A quantity: `{"value": 72, "unit": "count/min"}`, in the unit that it was given in.
package struct QuantityJSON: Sendable {
    package var quantity: HKQuantity

    package init(_ quantity: HKQuantity) {
        self.quantity = quantity
    }

    package init(_ json: JSONReader) throws(Problem) {
        try json.check(keys: ["value", "unit"])
        quantity = HKQuantity(
            unit: try json.required("unit").unit(), doubleValue: try json.required("value").anyDouble())
    }

    package var json: JSONValue {
        .object([("value", .double(quantity.originalValue)), ("unit", .string(quantity.originalUnit.unitString))])
    }
}

extension JSONReader {
    /// The unit, written as HealthKit writes it.
    package func unit() throws(Problem) -> HKUnit {
        let text = try string()
        guard text.utf8.count <= 200, let unit = try? HKUnit(validating: text) else {
            throw problem(
                "There is no such unit. Write it as HealthKit does, such as count/min or mg/dL.", kind: .invalidArgument
            )
        }
        return unit
    }

    /// The number, or one that JSON has no word for: `"inf"`, `"-inf"`, `"nan"`.
    package func anyDouble() throws(Problem) -> Double {
        switch value {
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        case .string("nan"): return .nan
        default: return try double()
        }
    }
}
