// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Schemas of statistics.
enum StatisticsSchemas {
    static let all: [(name: String, schema: JSONSchema)] = [
        ("Interval", interval), ("Source", source), ("Buckets", buckets),
        ("StatisticsQuery", query), ("Statistics", statistics),
        ("SourceRankReason", reason), ("Explanation", explanation), ("CategoryStatistics", categories),
    ]

    private static let interval = JSONSchema.object(
        ["startDate": .date, "endDate": .date, "seconds": .number]
    ).described("An interval of time, and how long it is.")

    private static let source = JSONSchema.object(["name": .string(), "bundleIdentifier": .string()])
        .described("An app or device that saves data.")

    private static let buckets = JSONSchema.object(
        [
            "anchor": JSONSchema.date.described("Where one of the intervals begins."),
            "interval": JSONSchema.object(
                optional: [
                    "year": length, "quarter": length, "month": length, "weekOfYear": length, "weekOfMonth": length,
                    "day": length, "hour": length, "minute": length, "second": length,
                ]
            ).with("minProperties", .integer(1)).described("The length: one or more of these, together above 0."),
            "timeZone": JSONSchema.string().described("The zone whose days count, such as Europe/Berlin."),
        ],
        optional: ["calendar": .one(of: CalendarName.all.map(\.name))]
    ).described("Intervals of one length, side by side, right where clocks change.")

    private static let length = JSONSchema.integer(0...315_569_520_000)

    private static let query = JSONSchema.object(
        ["type": .named("TypeName")],
        optional: [
            "predicate": .named("Predicate"),
            "options": .array(of: .one(of: StatisticsOptionNames.all.map(\.name))),
            "buckets": .named("Buckets"),
        ])

    private static let statistics = JSONSchema.object(
        ["type": .named("TypeName"), "startDate": .date, "endDate": .date],
        optional: [
            "average": .named("Quantity"), "minimum": .named("Quantity"), "maximum": .named("Quantity"),
            "sum": .named("Quantity"), "mostRecent": .named("Quantity"), "duration": .named("Quantity"),
            "mostRecentInterval": .named("Interval"),
            "sources": JSONSchema.array(of: bySource).described(
                "The figures of each source, where they were asked for."),
            "partial": partial,
        ]
    ).described("Figures over the samples of one interval.")

    private static let partial = JSONSchema.bool.described(
        "True where the interval is not over, the latest export was made in it and no later data are there, or the range begins or "
            + "ends within it; left out otherwise.")

    private static let bySource = JSONSchema.object(
        ["source": .named("Source")],
        optional: [
            "average": .named("Quantity"), "minimum": .named("Quantity"), "maximum": .named("Quantity"),
            "sum": .named("Quantity"), "mostRecent": .named("Quantity"), "duration": .named("Quantity"),
            "mostRecentInterval": .named("Interval"),
        ])

    private static let reason = JSONSchema.one(of: [
        "chosen", "enteredByHand", "watch", "phone", "otherAppleDevice", "other",
    ]).described("Why a source stands where it stands: the person chose it, or what it is.")

    /// Imports name no bundles.
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
            "partial": partial,
        ]
    ).described("How long each value of a category went on in one interval.")
}
