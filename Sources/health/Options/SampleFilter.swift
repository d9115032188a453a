// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel
import HealthStore

/// Conditions on samples, and the unit that their values are given in.
struct SampleFilter {
    /// The names of the sources; nil for all.
    var sources: Set<String>?
    /// The least value.
    var least: Double?
    /// The greatest value.
    var most: Double?
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
        if let unit = units?[record.type] {
            record.value = record.value.map { unit($0) }
            record.unit = unit.text
            // Tables show what was written, where there is such a thing.
            record.originalValue = record.value
            record.originalUnit = unit.text
        }
        if least != nil || most != nil {
            guard let value = record.value else { return nil }
            if let least, value < least { return nil }
            if let most, value > most { return nil }
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
