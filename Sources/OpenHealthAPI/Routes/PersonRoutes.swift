// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Routes about the person: characteristics, rings, medicines, units, and the energy that a body uses at rest.
package enum PersonRoutes {
    package static let all = [
        characteristics, characteristic, querySummaries, summaries, queryMedications, medications, units, splitEnergy,
    ]

    package static let characteristics = APIRoute(
        "readCharacteristics", .get, "/v1/characteristics", for: .app, "All characteristics that the app may read",
        details: "One that is not set, may not be read or was not asked for is left out.",
        answers: [.json(.named("Characteristics"), "The characteristics.")])

    package static let characteristic = APIRoute(
        "readCharacteristic", .get, "/v1/characteristics/{name}", for: .app, "One characteristic",
        details: "One that may not be read is null, like one that is not set.",
        parameters: [.path("name", .one(of: CharacteristicName.all.map(\.name)), "The characteristic.")],
        answers: [
            .json(
                .object(["name": .string(), "value": .any(of: [.string(), JSONSchema([("type", .string("null"))])])]),
                "The characteristic.")
        ],
        problems: [.forbidden, .notFound])

    package static let querySummaries = APIRoute(
        "queryActivitySummaries", .post, "/v1/activity-summaries/query", for: .app, "The rings of days",
        body: .json(.object(optional: ["predicate": .named("Predicate")])), answers: [summariesAnswer],
        problems: [.forbidden, .invalidArgument])

    package static let summaries = APIRoute(
        "readActivitySummaries", .get, "/v1/activity-summaries", for: .app, "The rings of days, in one line",
        parameters: [
            .query("from", day, "The first day."),
            .query("to", day, "The last day."),
        ],
        answers: [summariesAnswer], problems: [.forbidden, .invalidArgument])

    package static let queryMedications = APIRoute(
        "queryMedications", .post, "/v1/medications/query", for: .app, "The medicines that the app may see",
        body: .json(
            .object(optional: ["predicate": .named("Predicate"), "limit": .integer(limits)])),
        answers: [medicationsAnswer], problems: [.forbidden, .invalidArgument])

    package static let medications = APIRoute(
        "readMedications", .get, "/v1/medications", for: .app, "All medicines that the app may see",
        answers: [medicationsAnswer], problems: [.forbidden, .invalidArgument])

    package static let units = APIRoute(
        "readUnits", .get, "/v1/units", for: .app, "The units that the person likes to see",
        details:
            "What they have chosen, else the unit of their latest export where the app may read all samples, else what is usual.",
        parameters: [
            .query(
                "type", JSONSchema.array(of: .named("TypeName"), most: 1000).with("minItems", .integer(1)),
                "The quantity types; repeat it for several.", isRequired: true),
            .query(
                "locale", .string(), "Where the app's user lives, such as en_GB. The daemon's own locale otherwise."),
        ],
        answers: [
            .json(
                .object(["units": .array(of: .object(["type": .named("TypeName"), "unit": .named("Unit")]))]),
                "The units, in the order of the types' identifiers.")
        ],
        problems: [.forbidden, .invalidArgument])

    package static let splitEnergy = APIRoute(
        "splitEnergy", .post, "/v1/energy/split", for: .app,
        "Splits energy into what the body used at rest and the rest of it",
        details: "Reckoned from weight, height, date of birth and sex, as far as the app may read them.",
        body: .json(
            .object(
                ["total": .named("Quantity"), "startDate": .date, "endDate": .date], optional: ["timeZone": .string()])),
        answers: [
            .json(.object(["resting": .named("Quantity"), "active": .named("Quantity")]), "Both parts of the energy.")
        ],
        problems: [.notFound, .invalidArgument])

    /// How many medicines can be asked for.
    package static let limits = 1...1_000_000

    private static let day = JSONSchema.string(format: "date").example(.string("2026-03-14"))

    private static let summariesAnswer = APIAnswer.json(
        .object(["activitySummaries": .array(of: .named("ActivitySummary"))]),
        "The summaries, in the order of their days.")

    private static let medicationsAnswer = APIAnswer.json(
        .object(["medications": .array(of: .named("Medication"))]),
        "The medicines, in the order in which they were added.")
}
