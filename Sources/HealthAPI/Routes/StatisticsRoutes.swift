// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// Routes about statistics.
package enum StatisticsRoutes {
    package static let all = [query, read]

    package static let query = APIRoute(
        "queryStatistics", .post, "/v1/statistics/query", for: .app, "Figures over samples, together or by intervals",
        details: details,
        body: .json(.named("StatisticsQuery")), answers: [answer], problems: [.forbidden, .invalidArgument])

    package static let read = APIRoute(
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
            .query("every", .string(pattern: BucketsJSON.intervalPattern), "The length of intervals: day, 2weeks."),
            .query(
                "anchor", .date,
                "Where one of the intervals begins. Otherwise days begin at midnight, weeks on Monday, months and years on "
                    + "their first."),
            .query("timeZone", .string(), "The time zone whose days count, such as Europe/Berlin. UTC otherwise."),
        ],
        answers: [answer], problems: [.forbidden, .invalidArgument])

    private static let option = StatisticsOptionNames.all.map(\.name).joined(separator: "|")

    private static let details = """
        Each moment counts once, however many sources report it. Samples count whole: what one that crosses an edge of the
        predicate's interval has outside of it comes in intervals of its own. Intervals without samples are left out.
        What the app may not read is not there.
        """

    private static let answer = APIAnswer(
        200, "The statistics of the intervals with samples, in order; one or none where there are no intervals.",
        [
            ("application/json", .object(["statistics": .array(of: .named("Statistics"))])),
            ("application/x-ndjson", .named("Statistics")),
        ])
}
