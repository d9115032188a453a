// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

/// The named schemas of the document, to which ``JSONSchema/named(_:)`` refers.
package enum APIComponents {
    /// All schemas by name, in the order in which the document lists them.
    package static let all: [(name: String, schema: JSONSchema)] = [
        [("Problem", problem)], types, samples, queries, statistics, person, series, access, preferences,
        FHIRSchemas.all, deliveries, imports, pushes, OAuthSchemas.all,
    ].flatMap { $0 }

    private typealias Schemas = [(name: String, schema: JSONSchema)]

    private static let types: Schemas = [
        VisibleTypeJSON.format.component, CatalogueJSON.format.component, CatalogueJSON.Entry.format.component,
        CatalogueJSON.NamedValue.format.component, CatalogueJSON.MetadataKey.format.component,
    ]

    private static let samples: Schemas = [
        ("TypeName", typeName), ("Unit", unit), JSONFormat.quantity.component, JSONFormat.metadata.component,
        JSONFormat.sourceRevision.component, JSONFormat.device.component, SampleJSON.format.component,
        NewSampleJSON.format.component, JSONFormat.measurements.component, JSONFormat.reading.component,
        WorkoutEventJSON.format.component, WorkoutActivityJSON.component,
        JSONFormat.heartbeat.component, JSONFormat.routePoint.component, JSONFormat.deletedObject.component,
    ]

    private static let queries: Schemas = [
        ("Predicate", predicate), SampleQueryPartJSON.format.component, JSONFormat.queryOrder.component,
        AnchorJSON.format.component, AppChanges.format.component, ("ChangeNotice", notice), ("ChangeEvent", event),
        ("ImportEvent", importEvent),
    ]

    private static let statistics: Schemas = [
        JSONFormat.interval.component, JSONFormat.source.component, CivilBuckets.format.component,
        StatisticsQuery.format.component, JSONFormat.statistics.component,
        JSONFormat.sourceRankReason.component, ExplanationJSON.format.component,
        CategoryStatisticsJSON.format.component, JSONFormat.statisticsList.component,
        JSONFormat.categoryStatisticsList.component, Insight.format.component, DailyCorrelationJSON.format.component,
        UsualRanges.format.component, DaySummaryJSON.format.component, NightSummaryJSON.format.component,
        WorkoutSummaryJSON.format.component, JSONFormat.days.component, JSONFormat.nights.component,
        WorkoutSummaryPageJSON.format.component,
    ]

    private static let person: Schemas = [
        JSONFormat.characteristics.component, JSONFormat.activitySummary.component, JSONFormat.medication.component,
        NewMedicationJSON.format.component, MedicationUpdateJSON.format.component,
    ]

    private static let series: Schemas = [
        StoredAttachment.format.component, JSONFormat.effortRelationship.component,
        WorkoutEffortJSON.format.component,
        JSONFormat.zoneConfiguration.component,
    ]

    private static let access: Schemas = [
        AppIdentity.format.component, AppRegistrationJSON.format.component, JSONFormat.newPairingCode.component,
        JSONFormat.registrationSetting.component, AccessEntryJSON.format.component, AppQuotaJSON.format.component,
        AppQuotaUpdateJSON.format.component, AppIdentity.response.component, AppAccountJSON.format.component,
        AppAccountJSON.Quota.format.component, JSONFormat.appToken.component,
        TypeLists.format.component, NewAuthorizationRequestJSON.objects.component,
        JSONFormat.authorizationRequest.component, JSONFormat.ownerSession.component,
        OwnerSessionEntryJSON.format.component, JSONFormat.secondFactor.component,
        JSONFormat.recoveryCodes.component, AppPermissionsJSON.format.component, OpenRequestJSON.format.component,
        RequestDecisionJSON.format.component,
    ]

    private static let preferences: Schemas = [
        JSONFormat.goal.component, PreferencesJSON.format.component,
        PreferencesUpdateJSON.format.component, SourceSummaryJSON.format.component, SourceOrderJSON.format.component,
    ]

    private static let deliveries: Schemas = [
        ReceiverJSON.format.component, JSONFormat.delivery.component, WebhookJSON.format.component,
        JSONFormat.newWebhook.component, WebhookDeliveryJSON.format.component, ("WebhookMessage", webhookMessage),
    ]

    private static let imports: Schemas = [ImportJSON.format.component, JSONFormat.exportFormat.component]

    private static let pushes: Schemas = [
        PushReceiptJSON.format.component, PushReceiptJSON.TypeCounts.format.component,
        PushReceiptJSON.Remark.format.component, HealthKitPushJSON.format.component,
        ("NightscoutDocument", nightscoutDocument), ("NightscoutDocuments", nightscoutDocuments),
    ]
}

extension APIComponents {
    private static let problem = JSONSchema.object(
        ["type": .string(), "title": .string(), "status": .integer(400...599), "detail": .string()],
        optional: [
            "errors": .array(of: .object(["pointer": .string(), "detail": .string()])),
            "healthKitCode": .integer().described("The raw value of the HKError.Code of the same error."),
            "retryAfter": .integer(0...86_400).described("The number of seconds to wait before another attempt."),
        ]
    ).described("What went wrong (RFC 9457).")

    /// The schema of the name of a type.
    private static let typeName = JSONSchema.string(length: 1...200).described(
        "The identifier of a type, such as HKQuantityTypeIdentifierStepCount; a short name (stepCount) is accepted, too."
    ).example(.string("HKQuantityTypeIdentifierStepCount"))

    private static let unit = JSONSchema.string(length: 0...200).described(
        "A unit as HealthKit writes it, such as count/min or mg/dL."
    ).example(.string("count/min"))

    private static let predicate = JSONSchema.any(of: [.string(), .object(isOpen: true)]).described(
        """
        A condition for samples: a string or an object.

        A string has the format of NSPredicate without arguments. It compares key paths with strings in quotation marks, numbers, `YES`, `NO`, \
        `nil` and dates, `CAST(<seconds since 2001>, "NSDate")`, and joins comparisons by `AND`, `OR` and `NOT`. Key paths are, among \
        others, `startDate`, `endDate`, `UUID`, `source.name`, `source.bundleIdentifier`, `device.name`, `metadata.<key>`, `value` (the raw \
        value of a category), `duration` (the seconds of a workout) and `workoutActivityType` (the raw value of an activity, as in \
        `/v1/catalogue`); the error of an unknown key path lists all. Quantities are compared by an object, not by a string.

        An object has one key: `constant` (a Boolean), `and` and `or` (lists of predicates), `not` (a predicate), `interval` (the keys `from` and \
        `to`, in seconds since 2001), `compare`, `activity` (a predicate for an activity of a workout) or `related`. `compare` has \
        `field`, such as `quantity`, `totalDistance`, `startDate`, `categoryValue`, `sourceName` or `metadata:<key>`; `operator`, one of \
        \(PredicateOperator.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")); and `value`, an object with one of the keys \
        `bool`, `number`, `text`, `date` (seconds since 2001), `quantity` (`value` and `unit`), `uuid` and `list`.
        """
    ).with(
        "examples",
        .array([
            .string("metadata.HKWasUserEntered == YES"), .string("duration > 1800 AND workoutActivityType == 37"),
            .string("source.bundleIdentifier BEGINSWITH \"com.apple\""), .object([("compare", heavy)]),
        ]))

    /// The comparison of an example: a quantity greater than 80 kg.
    private static let heavy = JSONValue.object([
        ("field", .string("quantity")), ("operator", .string(PredicateOperator.greaterThan.rawValue)),
        ("value", .object([("quantity", .object([("value", .integer(80)), ("unit", .string("kg"))]))])),
    ])

    private static let webhookMessage = JSONSchema.object(
        [
            "type": .string().described("`health.changed`, or `health.ping` for a message without changes."),
            "timestamp": .date,
        ],
        optional: [
            "data": .object([
                "types": .array(of: .named("TypeName")).described("The types with changes."),
                "anchor": .string().described("The place after the changes; ask with your own anchor."),
            ])
        ], isOpen: true, allowsNull: false
    ).described("The body of a message to a webhook, which contains no data.")

    // Generators of clients make invalid code of a union of types that have no name or no key.
    private static let nightscoutDocument = JSONSchema.object(
        optional: ["_id": JSONSchema.any.described("The identifier.")], isOpen: true, allowsNull: false
    ).described("A document of Nightscout, with the keys of its collection.")

    private static let nightscoutDocuments = JSONSchema.any(
        of: [.named("NightscoutDocument"), .array(of: .named("NightscoutDocument"))]
    ).described("One document of Nightscout, or several.")

    private static let notice = JSONSchema.object([
        "after": .named("Anchor"), "through": .named("Anchor"), "types": .array(of: .named("TypeName")),
        "topics": .array(of: .string()).described(
            "What changed without samples, such as permissions, units, or efforts: other workouts are copies, so that sums change."
        ),
    ]).described("Which types changed between two places, and what else.")

    private static let event = JSONSchema.object(
        [
            "data": .string().described("JSON: Changes in place and changes, and ChangeNotice in types.")
                .with("contentMediaType", .string("application/json"))
                .with("contentSchema", JSONSchema.any(of: [.named("Changes"), .named("ChangeNotice")]).json)
        ],
        optional: [
            "event": .one(of: ["place", "changes", "types", "end"]),
            "id": .string().described("The place where it ends, for the header Last-Event-ID."),
        ], isOpen: true, allowsNull: false
    ).described("An event of the stream of changes.")

    private static let importEvent = JSONSchema.object(
        [
            "data": .string().described("The JSON of an Import.")
                .with("contentMediaType", .string("application/json"))
                .with("contentSchema", JSONSchema.named("Import").json)
        ],
        optional: ["event": .one(of: ["progress", "done"]), "id": .string()], isOpen: true, allowsNull: false
    ).described("An event of the progress of an import.")
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
