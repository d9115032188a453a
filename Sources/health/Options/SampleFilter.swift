// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// Conditions on samples, and the unit that their values are given in.
struct SampleFilter {
    /// The names of the sources; nil for all.
    var sources: Set<String>?
    /// A limit of values.
    enum Limit {
        /// A number in the unit that values are shown in.
        case shown(Double)
        /// A quantity, in the unit that each type is stored in.
        case stored([String: Double])

        /// The limit, and the value of a record to compare with it; nil for types that it is not for.
        fileprivate func compared(_ type: String, shown: Double, stored: Double) -> (value: Double, limit: Double)? {
            switch self {
            case .shown(let limit): (shown, limit)
            case .stored(let limits): limits[type].map { (stored, $0) }
            }
        }
    }

    /// The least value.
    var least: Limit?
    /// The greatest value.
    var most: Limit?
    /// The raw value of each category; nil for all.
    var values: [String: Int]?
    /// The keys that the metadata have, with their values where one is asked for.
    var metadata: [(key: String, value: String?)] = []
    /// The unit of each type; nil for the type's own.
    var units: [String: ShownUnit]?

    /// A sample with its value in the unit; nil where a condition does not hold.
    func apply(_ record: SampleRecord) -> SampleRecord? {
        if let sources, !sources.contains(record.source) { return nil }
        var record = record
        let stored = record.value
        if let unit = units?[record.type] {
            record.value = record.value.map { unit($0) }
            record.unit = unit.text
            // Tables show what was written, where there is such a thing.
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
