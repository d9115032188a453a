// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of what is inside and beside samples.
enum SeriesSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Attachment", attachment), ("EffortRelationship", relationship), ("WorkoutZones", zones),
    ]

    private static let attachment = JSONSchema.object(
        [
            "uuid": .uuid, "name": .string(), "contentType": .string(),
            "size": .integer(0...AttachmentRoutes.mostBytes),
            "created": .date,
        ],
        optional: ["metadata": .named("Metadata")]
    ).described("A file beside a sample, without its bytes.")

    private static let relationship = JSONSchema.object(
        ["workout": .named("Sample")],
        optional: ["activity": .uuid, "samples": .array(of: .named("Sample"))]
    ).described("The samples of effort of a workout, or of one of its activities.")

    private static let zones = JSONSchema.object(
        [
            "type": .named("TypeName"), "source": .one(of: ["system", "user", "app"]),
            "zones": .array(
                of: .object(
                    ["index": .integer()], optional: ["minimum": .named("Quantity"), "maximum": .named("Quantity")])),
        ]
    ).described("The ranges of a quantity by which a workout was divided.")
}
