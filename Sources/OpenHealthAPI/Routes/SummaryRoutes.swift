// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for flat summaries: a row for each figure of a day, for each night and for each workout.
package enum SummaryRoutes {
    package static let all = [days.route, nights.route, workouts.route]

    /// The types of the summary of days, if the request has none.
    package static let usualTypes: [HKQuantityTypeIdentifier] = [
        .stepCount, .distanceWalkingRunning, .flightsClimbed, .activeEnergyBurned, .appleExerciseTime, .appleStandTime,
        .heartRate, .restingHeartRate, .heartRateVariabilitySDNN, .respiratoryRate, .oxygenSaturation, .bodyMass,
        .vo2Max,
    ]

    package static let days = Endpoint<Void, SummaryListJSON<DaySummaryJSON>>(
        "summarizeDays", .get, "/v1/summaries/days", for: .app, "The sums and averages of days, one in each row",
        details: """
            The same figures as /v1/statistics with every=day: the sum of a cumulative type, the average of another, in its canonical \
            unit. Days without samples have no row. Data that the app may not read is not included.
            """,
        parameters: range + [
            .query(
                "type", .array(of: .named("TypeName"), most: 100),
                "A quantity type; may be repeated. By default common ones, without those that the app has not requested."
            ),
            timeZone,
        ],
        response: .days, "The figures, by day and type.", problems: [.forbidden, .invalidArgument])

    package static let nights = Endpoint<Void, SummaryListJSON<NightSummaryJSON>>(
        "summarizeNights", .get, "/v1/summaries/nights", for: .app, "The sleep of nights, one in each row",
        details: """
            A night lasts from 18:00 to 18:00 and belongs to the day on which it ends. The durations are those of \
            /v1/category-statistics. Nights without samples have no row. Data that the app may not read is not included.
            """,
        parameters: range + [timeZone],
        response: .nights, "The nights, in order.", problems: [.forbidden, .invalidArgument])

    package static let workouts = Endpoint<Void, WorkoutSummaryPageJSON>(
        "summarizeWorkouts", .get, "/v1/summaries/workouts", for: .app, "The figures of workouts, one in each row",
        details: """
            Workouts of several sources that are one effort are one row, with the others as its copies. Whether they are depends on workouts, \
            routes, heart rates, steps, distances and active energy: for an app that cannot read all of these, each workout has a row. \
            If more workouts follow, the response has a cursor for the next request.
            """,
        parameters: [
            .query("from", .date, "Workouts that end after this date."),
            .query("to", .date, "Workouts that start before this date."),
            .query(
                "limit", .integer(1...SampleRoutes.maximumOnPage),
                "The maximum number; \(SampleRoutes.usualPage) by default."),
            .query("cursor", .string(length: 1...2000), "The cursor of the previous page."),
        ],
        response: WorkoutSummaryPageJSON.format, "The workouts, oldest first.",
        problems: [.forbidden, .invalidArgument])

    private static let range: [APIParameter] = [
        .query("from", .day, "The first day.", isRequired: true),
        .query("to", .day, "The last day, at most 399 days later.", isRequired: true),
    ]

    private static let timeZone = APIParameter.query(
        "timeZone", .string(),
        "The time zone that determines days, such as Europe/Berlin. The default is the home time zone, and UTC if none is set."
    )
}
