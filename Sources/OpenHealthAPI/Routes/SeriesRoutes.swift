// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Routes about what is inside a sample: routes, voltages, heartbeats, readings.
package enum SeriesRoutes {
    package static let all = [route, voltages, heartbeats, readings]

    /// How many measurements are in a page at the most.
    package static let mostInPage = 10_000

    package static let route = APIRoute(
        "readRoute", .get, "/v1/samples/{uuid}/route", for: .app, "The points of a route, in order",
        details: details,
        parameters: [
            uuid, .query("from", .date, "No points before this date."),
            .query("to", .date, "No points after this date."),
        ] + page,
        answers: [answer("points", .named("RoutePoint"), "The points.")], problems: [.forbidden])

    package static let voltages = APIRoute(
        "readVoltages", .get, "/v1/samples/{uuid}/voltages", for: .app,
        "The voltages of an electrocardiogram, in order",
        details: "As NDJSON, each line has the seconds since the start of the sample besides.",
        parameters: [uuid],
        answers: [
            APIAnswer(
                200, "The voltages, their unit, and how many there are a second.",
                [
                    (
                        "application/json",
                        .object(["voltages": .array(of: .number), "unit": .named("Unit"), "frequency": .number])
                    ),
                    ("application/x-ndjson", .object(["time": .number, "value": .number, "unit": .named("Unit")])),
                ])
        ], problems: [.forbidden])

    package static let heartbeats = APIRoute(
        "readHeartbeats", .get, "/v1/samples/{uuid}/heartbeats", for: .app, "The beats of a heartbeat series, in order",
        details: details,
        parameters: [uuid] + page,
        answers: [answer("heartbeats", .named("Heartbeat"), "The beats.")], problems: [.forbidden])

    package static let readings = APIRoute(
        "readReadings", .get, "/v1/samples/{uuid}/readings", for: .app, "The readings of a quantity sample, in order",
        details: """
            A sample that is one reading itself has none. Values are in the unit that the answer names, the type's canonical
            one.
            """,
        parameters: [
            uuid,
            .query(
                "type", .named("TypeName"),
                "The type of the sample. With it, a type that was never asked for is an error of its own."),
        ] + page,
        answers: [
            APIAnswer(
                200, "The readings.",
                [
                    (
                        "application/json",
                        .object(
                            ["unit": .named("Unit"), "readings": .array(of: .named("Reading"))],
                            optional: ["cursor": cursor])
                    ),
                    ("application/x-ndjson", .named("Reading")),
                ])
        ], problems: [.forbidden, .invalidArgument])

    private static let details = """
        Comes in pages; as NDJSON (Accept: application/x-ndjson) all of it, a line each, as fast as the client takes it.
        Permission is looked up for each page.
        """

    private static let uuid = APIParameter.path("uuid", .uuid, "The sample.")

    private static let page: [APIParameter] = [
        .query("limit", .integer(1...mostInPage), "How many at the most; 1000 where it is left out."),
        .query("cursor", cursor, "Where the page before ended, as it says."),
    ]

    private static let cursor = JSONSchema.string(pattern: "^-?[0-9]{1,19}(\\.[0-9]{1,20})?$")

    private static func answer(_ key: String, _ element: JSONSchema, _ summary: String) -> APIAnswer {
        APIAnswer(
            200, summary,
            [
                (
                    "application/json",
                    .object([key: .array(of: element)], optional: ["cursor": cursor])
                ),
                ("application/x-ndjson", element),
            ])
    }
}
