// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the data inside a sample: routes, voltages, heartbeats, readings.
package enum SeriesRoutes {
    package static let all = [route.route, voltages.route, heartbeats.route, readings.route]

    /// The maximum number of measurements in a page.
    package static let maximumInPage = 10_000

    package static let route = Endpoint<Void, MeasurementPageJSON<RoutePoint>>(
        "readRoute", .get, "/v1/samples/{uuid}/route", for: .app, "The points of a route, in order",
        details: details,
        parameters: [
            uuid, .query("from", .date, "No points before this date."),
            .query("to", .date, "No points after this date."),
        ] + page,
        answer: .page("points", .routePoint), "The points.", lines: JSONFormat.routePoint.reference,
        problems: [.forbidden])

    package static let voltages = Endpoint<Void, VoltagesJSON>(
        "readVoltages", .get, "/v1/samples/{uuid}/voltages", for: .app,
        "The voltages of an electrocardiogram, in order",
        details: "As NDJSON, each line also has the seconds since the start of the sample.",
        parameters: [uuid],
        answer: VoltagesJSON.format, "The voltages, their unit, and the sampling frequency.",
        lines: .object(["time": .number, "value": .number, "unit": .named("Unit")]),
        problems: [.forbidden])

    package static let heartbeats = Endpoint<Void, MeasurementPageJSON<SeriesHeartbeat>>(
        "readHeartbeats", .get, "/v1/samples/{uuid}/heartbeats", for: .app, "The beats of a heartbeat series, in order",
        details: details,
        parameters: [uuid] + page,
        answer: .page("heartbeats", .heartbeat), "The beats.", lines: JSONFormat.heartbeat.reference,
        problems: [.forbidden])

    package static let readings = Endpoint<Void, ReadingPageJSON>(
        "readReadings", .get, "/v1/samples/{uuid}/readings", for: .app, "The readings of a quantity sample, in order",
        details: """
            A sample that is one reading itself has none. Values are in the unit that the answer names, the type's canonical
            one.
            """,
        parameters: [
            uuid,
            .query(
                "type", .named("TypeName"),
                "The type of the sample. With it, a type that was never requested is a different error."),
        ] + page,
        answer: ReadingPageJSON.format, "The readings.", lines: JSONFormat.reading.reference,
        problems: [.forbidden, .invalidArgument])

    private static let details = """
        In pages; as NDJSON (Accept: application/x-ndjson) all points, one per line, as fast as the client reads them.
        Permission is looked up for each page.
        """

    private static let uuid = APIParameter.path("uuid", .uuid, "The sample.")

    private static let page: [APIParameter] = [
        .query("limit", .integer(1...maximumInPage), "The maximum number; 1000 by default."),
        .query("cursor", JSONFormat.measurementCursor.schema, "The cursor of the previous page."),
    ]

}
