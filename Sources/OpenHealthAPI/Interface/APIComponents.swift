// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The named schemas of the document, to which ``JSONSchema/named(_:)`` refers.
package enum APIComponents {
    /// All schemas by name, in the order in which the document lists them.
    package static let all: [(name: String, schema: JSONSchema)] = [
        [("Problem", problem)],
        TypeSchemas.all,
        SampleSchemas.all,
        QuerySchemas.all,
        StatisticsSchemas.all,
        PersonSchemas.all,
        SeriesSchemas.all,
        AccessSchemas.all,
        PreferenceSchemas.all,
        FHIRSchemas.all,
        DeliverySchemas.all,
        ImportSchemas.all,
        IngestSchemas.all,
    ].flatMap { $0 }

    private static let problem = JSONSchema.object(
        ["type": .string(), "title": .string(), "status": .integer(400...599), "detail": .string()],
        optional: [
            "errors": .array(of: .object(["pointer": .string(), "detail": .string()])),
            "healthKitCode": .integer().described("The raw value of the HKError.Code of the same mistake."),
            "retryAfter": .integer(0...86_400).described("Seconds after which it is worth trying again."),
        ]
    ).described("What went wrong (RFC 9457).")
}
