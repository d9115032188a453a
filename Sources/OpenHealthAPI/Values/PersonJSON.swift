// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A characteristic and its value; nil if it is not set or the app may not read it.
package typealias CharacteristicJSON = (name: String, value: String?)

extension JSONFormat where Value == CharacteristicJSON {
    /// The format of a characteristic and its value.
    package static let characteristic = JSONFormat.object(
        .required("name", \.name, .string), .nullable("value", \.value, .string)
    ) { (name: $0, value: $1) }
}

/// A request for medications, with their maximum number; nil for all.
package typealias MedicationQueryJSON = (predicate: PredicateNode, limit: Int?)

extension JSONFormat where Value == MedicationQueryJSON {
    /// The format of a request for medications.
    package static let medicationQuery = JSONFormat.object(
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("limit", \.limit, .medicationLimit)
    ) { (predicate: $0, limit: $1) }
}

/// A request to split energy, with the time zone of the person's age; nil for UTC.
package typealias EnergySplitQueryJSON = (total: HKQuantity, startDate: Date, endDate: Date, timeZone: TimeZone?)

extension JSONFormat where Value == EnergySplitQueryJSON {
    /// The format of a request to split energy.
    package static let energySplitQuery = JSONFormat.object(
        .required("total", \.total, .quantity), .required("startDate", \.startDate, .date),
        .required("endDate", \.endDate, .date), .optional("timeZone", \.timeZone, .timeZone)
    ) { (total: $0, startDate: $1, endDate: $2, timeZone: $3) }
}

extension JSONFormat where Value == (resting: HKQuantity, active: HKQuantity) {
    /// The format of energy, split into resting energy and active energy.
    package static let energySplit = JSONFormat.object(
        .required("resting", \.resting, .quantity), .required("active", \.active, .quantity)
    ) { (resting: $0, active: $1) }
}

extension JSONFormat where Value == Int {
    /// The format of the maximum number of medications.
    fileprivate static var medicationLimit: JSONFormat {
        .integer(PersonRoutes.limits, orElse: "Expected from 1 to \(PersonRoutes.limits.upperBound).")
    }
}

extension JSONFormat where Value == [HKQuantityType: HKUnit] {
    /// The format of the units of types, in the order of the types' identifiers.
    static var units: JSONFormat {
        JSONFormat(.array(of: .object(["type": .named("TypeName"), "unit": .named("Unit")]))) { units in
            .array(
                units.sorted { $0.key.identifier < $1.key.identifier }.map { type, unit in
                    .object([("type", .string(type.identifier)), ("unit", .string(unit.unitString))])
                })
        } decode: { (json) throws(Problem) in
            var units: [HKQuantityType: HKUnit] = [:]
            for entry in try json.array() {
                units[try entry.required("type").quantityType()] = try entry.required("unit").unit()
            }
            return units
        }
    }
}
