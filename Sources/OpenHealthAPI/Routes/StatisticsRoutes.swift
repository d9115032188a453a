// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// The routes for statistics.
package enum StatisticsRoutes {
    package static let all = [query.route, read.route, explanation.route, categories.route]

    package static let query = Endpoint<StatisticsQuery, IntervalListJSON<HKStatistics>>(
        "queryStatistics", .post, "/v1/statistics/query", for: .app, "Statistics of samples, in total or by interval",
        onlyReads: true,
        details: details,
        request: StatisticsQuery.format,
        response: .statisticsList, response, lines: .named("Statistics"),
        problems: [.forbidden, .invalidArgument])

    package static let read = Endpoint<Void, IntervalListJSON<HKStatistics>>(
        "readStatistics", .get, "/v1/statistics", for: .app, "Statistics of samples, by query parameters",
        details: details + " Intervals that have no time between the dates are omitted, too.",
        parameters: [
            .query("type", .named("TypeName"), "The quantity type, such as stepCount.", isRequired: true)
        ] + APIParameter.someSamples + [
            .query(
                "options", .string(pattern: "^(\(option))(,(\(option)))*$"),
                "The figures, separated by commas; all figures of the type by default.")
        ] + buckets,
        response: .statisticsList, response, lines: .named("Statistics"),
        problems: [.forbidden, .invalidArgument])

    package static let explanation = Endpoint<Void, ExplanationJSON>(
        "explainStatistics", .get, "/v1/statistics/explanation", for: .app,
        "The parts of the sum of a type in a time range",
        details: """
            The intervals in which each source counts, and the samples that do not count: at each moment the source with the \
            highest precedence counts, and the others fill its gaps. Samples are cut at both ends; the amounts of the intervals \
            add up to the total, which is the sum that /v1/statistics returns for an interval from the one date to the other. \
            Data that the app may not read is not included.
            """,
        parameters: [
            .query("type", .named("TypeName"), "A cumulative quantity type, such as stepCount.", isRequired: true),
            .query("from", .date, "The start of the range.", isRequired: true),
            .query("to", .date, "The end of the range.", isRequired: true),
        ],
        response: ExplanationJSON.format, "The sum and its parts.",
        problems: [.forbidden, .invalidArgument])

    package static let categories = Endpoint<Void, IntervalListJSON<CategoryStatisticsJSON>>(
        "readCategoryStatistics", .get, "/v1/category-statistics", for: .app,
        "The durations of the values of a category",
        details: """
            Each moment belongs to one value, however many sources report it: sleep stages and time awake take precedence over \
            time in bed, and then sources by their order. Samples are cut at the boundaries of the range and of intervals. \
            A range of sleep is not extended to whole nights: /v1/summaries/nights has the nights that end on days. \
            Intervals without samples are omitted. Data that the app may not read is not included.
            """,
        parameters: [
            .query("type", .named("TypeName"), "The category type, such as sleepAnalysis.", isRequired: true),
            .query("from", .date, "The start of the range."),
            .query("to", .date, "The end of the range."),
        ] + buckets,
        response: .categoryStatisticsList,
        "The intervals with samples, in order; one or none without intervals.",
        problems: [.forbidden, .invalidArgument])

    private static let buckets: [APIParameter] = [
        .query("every", .string(pattern: BucketLength.pattern), "The length of intervals: \(BucketLength.forms)."),
        .query(
            "anchor", .date,
            "The start of one of the intervals. The default is 2000-01-01, and for weeks the first day after it that is the owner's "
                + "first weekday (Monday by default)."),
        .query(
            "timeZone", .string(),
            "The time zone that determines days, such as Europe/Berlin. The default is the home time zone, and UTC if none is set."
        ),
    ]

    private static let option = StatisticsOptionNames.all.map(\.name).joined(separator: "|")

    private static let details = """
        Each moment counts once, however many sources report it. Samples count entirely: the part of a sample outside the
        predicate's interval is in intervals of its own, which are partial. Intervals without samples are omitted. Data that the app may not read is
        not included.
        """

    private static let response =
        "The statistics of the intervals with samples, in order; one or none without intervals."
}
