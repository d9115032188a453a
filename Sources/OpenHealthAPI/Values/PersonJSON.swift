// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A characteristic and its value.
package struct CharacteristicJSON: JSONRepresentable {
    package var name: String
    /// The value; nil if it is not set or the app may not read it.
    package var value: String?

    package init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    package static let format = JSONFormat<CharacteristicJSON>.object(
        .required("name", \.name, .string), .nullable("value", \.value, .string)
    ) { CharacteristicJSON($0, $1) }
}

/// A request for medications.
package struct MedicationQueryJSON: JSONRepresentable {
    package var predicate: PredicateNode
    /// The maximum number of medications; nil for all.
    package var limit: Int?

    package init(_ predicate: PredicateNode, limit: Int?) {
        self.predicate = predicate
        self.limit = limit
    }

    package static let format = JSONFormat<MedicationQueryJSON>.object(
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("limit", \.limit, .medicationLimit)
    ) { MedicationQueryJSON($0, limit: $1) }
}

/// A request to split energy.
package struct EnergySplitQueryJSON: JSONRepresentable {
    package var total: HKQuantity
    package var startDate: Date
    package var endDate: Date
    /// The time zone of the person's age; nil for UTC.
    package var timeZone: TimeZone?

    package init(_ total: HKQuantity, startDate: Date, endDate: Date, timeZone: TimeZone?) {
        self.total = total
        self.startDate = startDate
        self.endDate = endDate
        self.timeZone = timeZone
    }

    package static let format = JSONFormat<EnergySplitQueryJSON>.object(
        .required("total", \.total, .quantity), .required("startDate", \.startDate, .date),
        .required("endDate", \.endDate, .date), .optional("timeZone", \.timeZone, .timeZone)
    ) { EnergySplitQueryJSON($0, startDate: $1, endDate: $2, timeZone: $3) }
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
