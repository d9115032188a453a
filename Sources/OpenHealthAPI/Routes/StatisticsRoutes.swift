// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for statistics.
package enum StatisticsRoutes {
    package static let all = [query.route, read.route, explanation, categories]

    package static let query = Endpoint<StatisticsQueryJSON, [HKStatistics]>(
        "queryStatistics", .post, "/v1/statistics/query", for: .app, "Figures over samples, together or by intervals",
        details: details,
        question: StatisticsQueryJSON.format,
        answer: .only("statistics", .array(of: .statistics)), answer, lines: .named("Statistics"),
        problems: [.forbidden, .invalidArgument])

    package static let read = Endpoint<Void, [HKStatistics]>(
        "readStatistics", .get, "/v1/statistics", for: .app, "Figures over samples, in one line",
        details: details,
        parameters: [
            .query("type", .named("TypeName"), "The quantity type, such as stepCount.", isRequired: true),
            .query("from", .date, "Samples that end after this date."),
            .query("to", .date, "Samples that start before this date."),
            .query(
                "predicate", .string(length: 1...PredicateJSON.most), "What else samples have to fit: see /v1/samples."),
            .query(
                "options", .string(pattern: "^(\(option))(,(\(option)))*$"),
                "The figures, with commas between them; all that the type has where it is left out."),
        ] + buckets,
        answer: .only("statistics", .array(of: .statistics)), answer, lines: .named("Statistics"),
        problems: [.forbidden, .invalidArgument])

    package static let explanation = APIRoute(
        "explainStatistics", .get, "/v1/statistics/explanation", for: .app,
        "How the sum of a type over a stretch of time came about",
        details: """
            Which source counted when, and what was left out: at each moment the source that ranks best counts, and the \
            others fill its gaps. Samples are cut at both ends; the amounts of the stretches add up to the total, which is \
            the sum that /v1/statistics gives for an interval from the one date to the other. What the app may not read is \
            not there.
            """,
        parameters: [
            .query("type", .named("TypeName"), "A quantity type that adds up, such as stepCount.", isRequired: true),
            .query("from", .date, "The beginning of the stretch.", isRequired: true),
            .query("to", .date, "Its end.", isRequired: true),
        ],
        answers: [.json(.named("Explanation"), "The sum and its parts.")], problems: [.forbidden, .invalidArgument])

    package static let categories = APIRoute(
        "readCategoryStatistics", .get, "/v1/category-statistics", for: .app,
        "How long each value of a category went on",
        details: """
            Each moment belongs to one value, however many sources report it: being in bed gives way to sleep and waking, \
            then the source that ranks best counts. Samples are cut at the edges of the range and of intervals. Intervals \
            without samples are left out. What the app may not read is not there.
            """,
        parameters: [
            .query("type", .named("TypeName"), "The category type, such as sleepAnalysis.", isRequired: true),
            .query("from", .date, "The beginning of the range."),
            .query("to", .date, "The end of the range."),
        ] + buckets,
        answers: [
            .json(
                .object(["statistics": .array(of: .named("CategoryStatistics"))]),
                "The intervals with samples, in order; one or none where there are no intervals.")
        ],
        problems: [.forbidden, .invalidArgument])

    private static let buckets: [APIParameter] = [
        .query("every", .string(pattern: BucketLength.pattern), "The length of intervals: \(BucketLength.forms)."),
        .query(
            "anchor", .date,
            "Where one of the intervals begins. Otherwise one begins on 2000-01-01, and weeks on the first day after it on which the "
                + "person's week begins (Monday where none is set)."),
        .query(
            "timeZone", .string(),
            "The time zone whose days count, such as Europe/Berlin. Otherwise the person's home time zone, and UTC where none "
                + "is set."),
    ]

    private static let option = StatisticsOptionNames.all.map(\.name).joined(separator: "|")

    private static let details = """
        Each moment counts once, however many sources report it. Samples count whole: what one that crosses an edge of the
        predicate's interval has outside of it comes in intervals of its own. Intervals without samples are left out.
        What the app may not read is not there.
        """

    private static let answer =
        "The statistics of the intervals with samples, in order; one or none where there are no intervals."
}
