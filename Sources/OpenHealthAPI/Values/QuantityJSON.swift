// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension JSONFormat where Value == HKQuantity {
    /// The format of a quantity in its original unit: `{"value": 72, "unit": "count/min"}`.
    package static let quantity = JSONFormat.object(
        named: "Quantity", about: "A value in its original unit.",
        .required("value", \.originalValue, .anyNumber), .required("unit", \.originalUnit, .unit)
    ) { HKQuantity(unit: $1, doubleValue: $0) }
}

extension JSONFormat where Value == Double {
    /// The format of a number, including those that JSON cannot represent.
    package static var anyNumber: JSONFormat {
        JSONFormat(.any(of: [.number, .one(of: ["inf", "-inf", "nan"])])) {
            .double($0)
        } decode: {
            (json) throws(Problem) in
            try json.anyDouble()
        }
    }
}

extension JSONReader {
    /// Returns the unit, in HealthKit's notation.
    package func unit() throws(Problem) -> HKUnit {
        let text = try string()
        guard text.utf8.count <= 200, let unit = try? HKUnit(validating: text) else {
            throw problem(
                "Unknown unit. Write it as HealthKit does, such as count/min or mg/dL.", kind: .invalidArgument
            )
        }
        return unit
    }

    /// Returns the number, including those that JSON cannot represent: `"inf"`, `"-inf"`, `"nan"`.
    package func anyDouble() throws(Problem) -> Double {
        switch value {
        case .string("inf"): return .infinity
        case .string("-inf"): return -.infinity
        case .string("nan"): return .nan
        default: return try double()
        }
    }
}
