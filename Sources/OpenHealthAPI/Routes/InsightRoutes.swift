// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthModel

/// The routes for insights.
package enum InsightRoutes {
    package static let all = [read.route, ranges.route, correlation.route, cycle.route]

    package static let read = Endpoint<Void, [Insight]>(
        "readInsights", .get, "/v1/insights", for: .app, "Insights from daily values: changes, ranges, records, sleep",
        details: """
            Computed from the data that the app may read, and from nothing else: types that it may not read are left out. The methods are \
            published ones, which the guide Insights names. Days that are not over do not count. The response is not a diagnosis.
            """,
        parameters: [
            timeZone,
            .query(
                "goal", .array(of: .string(pattern: #"^[A-Za-z0-9]+:[0-9]+(\.[0-9]+)?$"#), most: 100),
                "The goal of a day in the unit of the type, for streaks, such as stepCount:8000. It may occur several times."
            ),
            .query(
                "sleepGoal", .number,
                "The goal of a night, in hours from 1 to 16; 7 by default."),
            .query(
                "firstWeekday", .integer(1...7),
                "The day on which weeks begin, from 1 for Sunday to 7 for Saturday; that of the settings by default."),
        ],
        response: .only("insights", .array(of: Insight.format)), "The statements: highlights first.",
        problems: [.invalidArgument])

    package static let ranges = Endpoint<Void, [UsualRanges]>(
        "readUsualRanges", .get, "/v1/insights/ranges", for: .app,
        "The figures of days beside the person's usual ranges",
        details: """
            The usual range of a day follows from the 60 days before: their median, plus and minus about two scaled median absolute \
            deviations, so that it has about 95 % of usual days. It is a range of the person's own days. A day without data or without a range has an entry without it, and one without both has none.
            """,
        parameters: [
            timeZone,
            .query(
                "type", .array(of: .named("TypeName"), most: 300),
                "A type with a usual range, such as restingHeartRate. It may occur several times; all of them by default."
            ),
            .query("from", .day, "The first day.", isRequired: true),
            .query("to", .day, "The last day, at most 399 days later.", isRequired: true),
        ],
        response: .only("ranges", .array(of: UsualRanges.format)), "One entry for each type.",
        problems: [.invalidArgument])

    package static let correlation = Endpoint<Void, DailyCorrelationJSON>(
        "readCorrelation", .get, "/v1/insights/correlation", for: .app,
        "The correlation of the daily figures of two types in the last year",
        details: """
            Spearman's rank correlation of the days on which both have data, without the differences between weekdays, with a 95 % \
            confidence interval that takes into account that days resemble the day before. Data that the app may not read is not included.
            """,
        parameters: [
            timeZone,
            .query("type", .named("TypeName"), "A type, such as stepCount.", isRequired: true),
            .query("other", .named("TypeName"), "The other type, such as sleepAnalysis.", isRequired: true),
            .query("lag", .integer(0...7), "The number of days by which the other type is later; 0 by default."),
        ],
        response: DailyCorrelationJSON.format, "The correlation.",
        problems: [.invalidArgument])

    package static let cycle = Endpoint<Void, CycleJSON>(
        "readCycle", .get, "/v1/insights/cycle", for: .app,
        "The menstrual periods of the last five years, and when the next one is expected",
        details: """
            Computed from the samples of menstrualFlow that the app may read. The forecast is a range with a stated method, which the guide \
            Insights describes; it says nothing about fertile days and is not a means of contraception.
            """,
        parameters: [timeZone], response: CycleJSON.format, "The periods, oldest first.",
        problems: [.forbidden, .invalidArgument])

    private static let timeZone = APIParameter.query(
        "timeZone", .string(),
        "The time zone that determines days, such as Europe/Berlin. The default is the home time zone, and UTC if none is set."
    )
}
