// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of what is about the person.
enum PersonSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Characteristics", characteristics), ("ActivitySummary", summary), ("Medication", medication),
    ]

    /// The keys are the names of characteristics.
    private static let characteristics = JSONSchema.map(of: .string())
        .described("Values as exports write them, such as HKBiologicalSexFemale; the date of birth as 1980-01-31.")
        .example(
            .object([
                ("biologicalSex", .string("HKBiologicalSexFemale")), ("dateOfBirth", .string("1980-01-31")),
            ]))

    private static let summary = JSONSchema.object(
        [
            "activityMoveMode": .one(of: ["activeEnergy", "appleMoveTime"]), "isPaused": .bool,
            "activeEnergyBurned": .named("Quantity"), "activeEnergyBurnedGoal": .named("Quantity"),
            "appleMoveTime": .named("Quantity"), "appleMoveTimeGoal": .named("Quantity"),
            "appleExerciseTime": .named("Quantity"), "appleStandHours": .named("Quantity"), "detail": detail,
        ],
        optional: [
            "date": .string(format: "date"), "exerciseTimeGoal": .named("Quantity"),
            "standHoursGoal": .named("Quantity"),
        ]
    ).described("The rings of one day.")

    private static let medication = JSONSchema.object(
        [
            "name": .string(), "form": .string(), "isArchived": .bool, "hasSchedule": .bool,
            "codings": .array(of: .object(["system": .string(), "code": .string()])), "detail": detail,
        ],
        optional: ["nickname": .string()]
    ).described("A medicine that the person takes.")

    private static let detail = JSONSchema.object(isOpen: true)
        .described("The object's archive, from which it comes back equal.")
}
