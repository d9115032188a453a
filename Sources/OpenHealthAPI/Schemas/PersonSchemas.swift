// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of data about the person.
enum PersonSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        JSONFormat.characteristics.component, ActivitySummaryJSON.format.component, MedicationJSON.format.component,
    ]
}

extension JSONFormat where Value == [String: String] {
    /// The format of the values of characteristics by name.
    static let characteristics = JSONFormat(
        name: "Characteristics",
        JSONFormat.byName(.string).schema
            .described("Values as exports write them, such as HKBiologicalSexFemale; the date of birth as 1980-01-31.")
            .example(
                .object([
                    ("biologicalSex", .string("HKBiologicalSexFemale")), ("dateOfBirth", .string("1980-01-31")),
                ]))
    ) {
        JSONFormat.byName(.string).encode($0)
    } decode: { (json) throws(Problem) in
        try JSONFormat.byName(.string).decode(json)
    }
}
