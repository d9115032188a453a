// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the person: characteristics, activity summaries, medications, units, and resting energy.
package enum PersonRoutes {
    package static let all = [
        characteristics.route, characteristic.route, querySummaries.route, summaries.route, queryMedications.route,
        medications.route, units.route, splitEnergy.route,
    ]

    package static let characteristics = Endpoint<Void, [String: String]>(
        "readCharacteristics", .get, "/v1/characteristics", for: .app, "All characteristics that the app may read",
        details: "A characteristic that is not set, may not be read or was not requested is omitted.",
        response: .characteristics, "The characteristics.")

    package static let characteristic = Endpoint<Void, CharacteristicJSON>(
        "readCharacteristic", .get, "/v1/characteristics/{name}", for: .app, "One characteristic",
        details: "One that may not be read is null, like one that is not set.",
        parameters: [.path("name", .one(of: CharacteristicName.all.map(\.name)), "The characteristic.")],
        response: .characteristic, "The characteristic.",
        problems: [.forbidden, .notFound])

    package static let querySummaries = Endpoint<PredicateNode, [HKActivitySummary]>(
        "queryActivitySummaries", .post, "/v1/activity-summaries/query", for: .app, "The rings of days",
        onlyReads: true,
        request: .optional("predicate", .predicate, default: .constant(true)),
        response: .only("activitySummaries", .array(of: .activitySummary)), summariesSay,
        problems: [.forbidden, .invalidArgument])

    package static let summaries = Endpoint<Void, [HKActivitySummary]>(
        "readActivitySummaries", .get, "/v1/activity-summaries", for: .app, "The rings of days, in one line",
        parameters: [
            .query("from", .day, "The first day."),
            .query("to", .day, "The last day."),
        ],
        response: .only("activitySummaries", .array(of: .activitySummary)), summariesSay,
        problems: [.forbidden, .invalidArgument])

    package static let queryMedications = Endpoint<MedicationQueryJSON, [HKUserAnnotatedMedication]>(
        "queryMedications", .post, "/v1/medications/query", for: .app, "The medicines that the app may see",
        onlyReads: true,
        request: .medicationQuery,
        response: .only("medications", .array(of: .medication)), medicationsSay,
        problems: [.forbidden, .invalidArgument])

    package static let medications = Endpoint<Void, [HKUserAnnotatedMedication]>(
        "readMedications", .get, "/v1/medications", for: .app, "All medicines that the app may see",
        response: .only("medications", .array(of: .medication)), medicationsSay,
        problems: [.forbidden, .invalidArgument])

    package static let units = Endpoint<Void, [HKQuantityType: HKUnit]>(
        "readUnits", .get, "/v1/units", for: .app, "The preferred units",
        details:
            "The owner's choice, or the unit of the latest export if the app may read all samples, or the default.",
        parameters: [
            .query(
                "type", JSONSchema.array(of: .named("TypeName"), most: 1000).with("minItems", .integer(1)),
                "The quantity types; repeat it for several.", isRequired: true),
            .query(
                "locale", .string(), "The locale of the app's user, such as en_GB. The default is the server's locale."),
        ],
        response: .only("units", .units), "The units, in the order of the types' identifiers.",
        problems: [.forbidden, .invalidArgument])

    package static let splitEnergy = Endpoint<EnergySplitQueryJSON, (resting: HKQuantity, active: HKQuantity)>(
        "splitEnergy", .post, "/v1/energy/split", for: .app,
        "Splits energy into resting and active energy", onlyReads: true,
        details: "Estimated from weight, height, date of birth and sex, as far as the app may read them.",
        request: .energySplitQuery,
        response: .energySplit, "Both parts of the energy.",
        problems: [.notFound, .invalidArgument])

    /// The number of medications that can be requested.
    package static let limits = 1...1_000_000

    private static let summariesSay = "The summaries, in the order of their days."
    private static let medicationsSay = "The medicines, in the order in which they were added."
}
