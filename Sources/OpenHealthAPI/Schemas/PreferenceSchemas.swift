// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of the owner's preferences.
enum PreferenceSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Goal", goal), ("Preferences", preferences), ("PreferencesChange", change), ("SourceSummary", source),
        ("SourceOrder", order),
    ]

    private static let type = JSONSchema.string(length: 1...200)
    private static let language = JSONSchema.one(of: PreferencesJSON.languages)

    private static let timeZone = JSONSchema.string(length: 1...64)
        .described("The home time zone, whose days count, such as Europe/Berlin.")
    private static let weekday = JSONSchema.integer(1...7)
        .described("The first day of the week: 1 is Sunday, 7 is Saturday. That of the language where it is left out.")

    private static let goal = JSONSchema.object(["value": .number, "unit": .named("Unit")])
        .described("What the person wants to reach.")

    private static let preferences = JSONSchema.object(
        [
            "pins": JSONSchema.array(of: type, most: PreferencesJSON.maximumPins)
                .described("The types that come first, by their short names."),
            "goals": .map(of: .named("Goal")), "units": .map(of: .named("Unit")),
        ],
        optional: ["language": language, "timeZone": timeZone, "firstWeekday": weekday]
    ).described("How the owner likes to see their data.")

    private static let change = JSONSchema.object(
        optional: [
            "pins": .array(of: type, most: PreferencesJSON.maximumPins),
            "goals": .map(of: .any(of: [.named("Goal"), JSONSchema([("type", .string("null"))])])),
            "units": .map(of: .any(of: [.named("Unit"), JSONSchema([("type", .string("null"))])])),
            "language": language, "timeZone": timeZone, "firstWeekday": weekday,
        ]
    ).described("A change of preferences.").example(
        .object([
            ("goals", .object([("bodyMass", .object([("value", .double(64)), ("unit", .string("kg"))]))])),
            ("units", .object([("bodyMass", .string("lb"))])),
        ]))

    private static let source = JSONSchema.object(
        [
            "id": JSONSchema.integer(1...Int.max).described("Its number in this database."), "name": .string(),
            "versions": .array(of: .string()), "devices": .array(of: .string()), "count": .integer(0...Int.max),
        ],
        optional: ["bundleIdentifier": .string(), "earliest": .date, "latest": .date]
    ).described("An app or device, and what there is of it.")

    private static let order = JSONSchema.object([
        "type": .named("TypeName"),
        "sources": .array(
            of: .object(
                [
                    "id": .integer(1...Int.max), "name": .string(),
                    "isChosen": JSONSchema.bool.described("Whether the owner has put it there."),
                    "reason": .named("SourceRankReason"),
                ], optional: ["bundleIdentifier": .string()])),
    ]).described("The sources of a type, the one that counts first at the front.")
}
