// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schemas of statistics.
enum StatisticsSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        IntervalJSON.format.component, JSONFormat.source.component, BucketsJSON.format.component,
        StatisticsQueryJSON.format.component, StatisticsJSON.format.component,
        ("SourceRankReason", reason), ("Explanation", explanation), ("CategoryStatistics", categories),
    ]

    private static let reason = JSONSchema.one(of: [
        "chosen", "enteredByHand", "watch", "phone", "otherAppleDevice", "other",
    ]).described("Why a source stands where it stands: the person chose it, or what it is.")

    /// The schema of a source, which has no bundle identifier in imports.
    private static let named = JSONSchema.object(["name": .string()], optional: ["bundleIdentifier": .string()])

    private static let explanation = JSONSchema.object([
        "type": .named("TypeName"), "unit": JSONSchema.named("Unit"), "startDate": .date, "endDate": .date,
        "total": .number,
        "order": JSONSchema.array(of: .object(["source": named, "reason": .named("SourceRankReason")]))
            .described("The sources with something in the stretch, the one that counts first at the front."),
        "stretches": .array(
            of: .object([
                "startDate": .date, "endDate": .date, "source": named, "amount": .number,
                "samples": .integer(0...Int.max), "leftOut": .array(of: leftOut),
            ])),
    ]).described("How a sum came about.")

    private static let leftOut = JSONSchema.object(
        [
            "source": named, "amount": .number, "samples": .integer(0...Int.max),
            "reason": .one(of: ["betterSource", "reportedTwice"]),
        ], optional: ["better": named])

    private static let categories = JSONSchema.object(
        [
            "startDate": .date, "endDate": .date,
            "covered": JSONSchema.number.described("The seconds that samples cover: the sum of the durations."),
            "values": .array(
                of: .object([
                    "value": JSONSchema.integer().described("The raw value."),
                    "duration": JSONSchema.number.described("The seconds that belong to the value alone."),
                    "reported": JSONSchema.number.described(
                        "The seconds that samples of the value cover, whatever else was said of them."),
                    "samples": .integer(0...Int.max),
                ])),
        ],
        optional: [
            "asleep": JSONSchema.number.described("Of sleepAnalysis: the seconds of all values that are sleep."),
            "partial": StatisticsJSON.partial,
        ]
    ).described("How long each value of a category went on in one interval.")
}
