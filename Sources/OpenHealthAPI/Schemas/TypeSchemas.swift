// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of types.
enum TypeSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [("VisibleType", visible)]

    private static let range = JSONSchema.object(optional: [
        "impossibleBelow": .number, "improbableBelow": .number, "improbableAbove": .number, "impossibleAbove": .number,
    ])

    private static let visible = JSONSchema.object(
        [
            "type": JSONSchema.named("TypeName"),
            "name": JSONSchema.string().described("Its short name, such as stepCount."),
            "kind": .one(of: HealthTypeDescription.Kind.allCases.map(\.rawValue)),
            "earliest": JSONSchema.date.described("When the first of its samples starts."),
            "latest": JSONSchema.date.described("When the last of them ends."),
        ],
        optional: [
            "unit": JSONSchema.named("Unit"),
            "range": range.described(
                "The values of a quantity that a person can mean, in its unit. Forms refuse impossible values and ask about improbable "
                    + "ones; this interface saves both."),
        ]
    ).described("A type of samples.")
}
