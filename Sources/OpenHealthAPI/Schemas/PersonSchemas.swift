// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of data about the person.
enum PersonSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Characteristics", characteristics), ActivitySummaryJSON.format.component, MedicationJSON.format.component,
    ]

    /// The schema of characteristics, whose keys are their names.
    private static let characteristics = JSONSchema.map(of: .string())
        .described("Values as exports write them, such as HKBiologicalSexFemale; the date of birth as 1980-01-31.")
        .example(
            .object([
                ("biologicalSex", .string("HKBiologicalSexFemale")), ("dateOfBirth", .string("1980-01-31")),
            ]))

}
