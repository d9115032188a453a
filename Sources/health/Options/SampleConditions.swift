// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// Conditions on samples, and the unit of their values.
struct SampleConditions {
    /// The names of the sources; `nil` for all.
    var sources: Set<String>?
    /// A limit for values.
    enum Limit {
        /// A number in the unit in which values are shown.
        case shown(Double)
        /// A quantity, in the unit in which each type is stored.
        case stored([String: Double])

        /// Returns the limit and the value of a record to compare with it; `nil` for types that the limit does not apply to.
        fileprivate func compared(_ type: String, shown: Double, stored: Double) -> (value: Double, limit: Double)? {
            switch self {
            case .shown(let limit): (shown, limit)
            case .stored(let limits): limits[type].map { (stored, $0) }
            }
        }
    }

    /// The minimum value.
    var least: Limit?
    /// The maximum value.
    var most: Limit?
    /// The raw value of each category; `nil` for all.
    var values: [String: Int]?
    /// The required metadata keys, with their values if a value is required.
    var metadata: [(key: String, value: String?)] = []
    /// The unit of each type; `nil` for the type's own unit.
    var units: [String: ShownUnit]?

    /// Returns a sample with its value converted to the unit; `nil` if a condition is not met.
    func apply(_ record: SampleRecord) -> SampleRecord? {
        if let sources, !sources.contains(record.source) { return nil }
        var record = record
        let stored = record.value
        if let unit = units?[record.type] {
            record.value = record.value.map { unit($0) }
            record.unit = unit.text
            // Tables show the original value if there is one.
            record.originalValue = record.value
            record.originalUnit = unit.text
        }
        if least != nil || most != nil {
            guard let value = record.value, let stored else { return nil }
            if let (value, limit) = least?.compared(record.type, shown: value, stored: stored), value < limit {
                return nil
            }
            if let (value, limit) = most?.compared(record.type, shown: value, stored: stored), value > limit {
                return nil
            }
        }
        if let values, record.value != values[record.type].map(Double.init) { return nil }
        let holds = metadata.allSatisfy { condition in
            record.metadata.contains { entry in
                entry.key == condition.key && (condition.value == nil || entry.value == condition.value)
            }
        }
        return holds ? record : nil
    }
}
