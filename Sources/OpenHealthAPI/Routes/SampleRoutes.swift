// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The routes for samples.
package enum SampleRoutes {
    package static let all = [
        list.route, query.route, queries.route, show.route, save.route, delete.route, deleteMany.route,
        correlations.route,
    ]

    /// The maximum and default number of samples in a response that is not streamed.
    package static let maximumOnPage = 10_000
    package static let usualPage = 1000
    /// The media type of responses with one JSON value per line.
    package static let lines = "application/x-ndjson"
    /// The field with the idempotency key of a request that makes a change.
    package static let onceField = "Idempotency-Key"

    package static let list = Endpoint<Void, SamplePageJSON>(
        "listSamples", .get, "/v1/samples", for: .app, "Samples of a type", details: pages,
        parameters: [
            .query("type", .named("TypeName"), "The type.", isRequired: true),
            .query("from", .date, "Samples that end after this date, or start at or after it."),
            .query("to", .date, "Samples that start before this date."),
            .query("predicate", .string(length: 1...8000), "The predicate; see the schema Predicate."),
            .query(
                "order", .one(of: ["oldestFirst", "newestFirst"] + orderNames),
                "The order; oldestFirst by default. A minus reverses it."),
            .query(
                "limit", .integer(1...maximumOnPage), "The maximum number; \(usualPage) by default, and for lines all."),
            .query("cursor", .string(length: 1...2000), "The cursor of the previous page."),
        ],
        response: SamplePageJSON.format, "The samples.", lines: .named("Sample"),
        problems: [.invalidArgument])

    package static let query = Endpoint<SampleQueryJSON, SamplePageJSON>(
        "querySamples", .post, "/v1/samples/query", for: .app, "Samples of several types, in any order",
        onlyReads: true,
        details: pages,
        request: SampleQueryJSON.format,
        response: SamplePageJSON.format, "The samples.", lines: .named("Sample"),
        problems: [.invalidArgument])

    package static let queries = Endpoint<[SampleQuery], [[HKSample]]>(
        "querySamplesAtOnce", .post, "/v1/samples/queries", for: .app, "Several queries of one state of the store",
        onlyReads: true,
        details: "All results are of the same state of the store. There are no pages, so queries should have limits.",
        request: .only("queries", .array(of: .sampleQuery, most: 100)),
        response: .only("results", .array(of: .array(of: .sample))), "The samples.",
        problems: [.invalidArgument])

    package static let show = Endpoint<Void, HKSample>(
        "showSample", .get, "/v1/samples/{uuid}", for: .app, "A sample",
        details: """
            Two apps can save samples with the same UUID. The response is the app's own sample, or else the first saved one that \
            the app may read.
            """,
        parameters: [
            uuid, .query("own", .one(of: ["true", "false"]), "Whether it must be one of the app's samples."),
        ],
        response: .sample, "The sample.",
        problems: [.notFound])

    package static let save = Endpoint<SaveJSON, [UUID]>(
        "saveSamples", .post, "/v1/samples", for: .app, "Saves samples: all of them, or none",
        details: """
            The app needs permission to save each type. With a key, the request can be repeated if there was no response: it is \
            performed once, and the response is the same for 24 hours. The response is sent after the samples are on disk.
            """,
        parameters: [onceKey],
        request: SaveJSON.format, most: 64 << 20,
        response: .only("uuids", .array(of: .uuid)),
        "The stored UUID of each sample, which is another one if an existing sample with the same sync identifier "
            + "was kept.",
        problems: [.invalidArgument, .conflict])

    package static let delete = Endpoint<Void, Void>(
        "deleteSample", .delete, "/v1/samples/{uuid}", for: .app, "Deletes a sample that the app has saved",
        details: "A sample that the app has deleted before is deleted: the response is the same.",
        parameters: [uuid, onceKey],
        response: .nothing, "The sample is deleted.",
        problems: [.notFound, .conflict])

    package static let deleteMany = Endpoint<DeleteJSON, Int>(
        "deleteSamples", .post, "/v1/samples/delete", for: .app, "Deletes samples that the app has saved",
        details: """
            By UUIDs, all of them or none, or those of a type that match a predicate. UUIDs of samples that the app has deleted before are \
            not errors, and are not counted.
            """,
        parameters: [onceKey],
        request: DeleteJSON.format, most: 4 << 20,
        response: .only("count", .integer(0...Int.max)), "The number of deleted samples.",
        problems: [.invalidArgument, .conflict])

    package static let correlations = Endpoint<CorrelationQueryJSON, CorrelationPageJSON>(
        "queryCorrelations", .post, "/v1/correlations/query", for: .app, "Correlations by their members",
        onlyReads: true,
        details: """
            At least one member of each type in `members` must match its predicate. If more correlations follow, the response has a cursor \
            for the next request. A page has \(usualPage) correlations by default and fewer if their metadata have \
            \(PageBytes.usual >> 20) MiB, so only the missing cursor marks the last page.
            """,
        request: CorrelationQueryJSON.format,
        response: CorrelationPageJSON.format, "The correlations, oldest first.",
        problems: [.invalidArgument])

    // MARK: - Parts

    private static let pages = """
        If more samples follow, the response has a cursor for the next request. A page has fewer samples than the limit if their \
        metadata and documents have \(PageBytes.usual >> 20) MiB, so only the missing cursor marks the last page. Samples that are saved meanwhile may be included or \
        not; none is omitted and none is repeated. With `Accept: application/x-ndjson`, the response has all samples, one per line. \
        Types that the app may not read appear without data.
        """
    static let onceKey = APIParameter.header(
        onceField, .string(pattern: "^[!-~]{1,200}$"),
        """
        A name of the request that is unique for the app. The response is kept for 24 hours. Once the quotas keptResponses and \
        keptResponseBytes are used up, other requests with a key are refused.
        """)
    private static let orderNames = SampleQuery.Order.Key.allCases.flatMap { [$0.rawValue, "-\($0.rawValue)"] }
    private static let uuid = APIParameter.path("uuid", .uuid, "The UUID of the sample.")
}

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
        response: .page("points", .routePoint), "The points.", lines: JSONFormat.routePoint.reference,
        problems: [.forbidden])

    package static let voltages = Endpoint<Void, VoltagesJSON>(
        "readVoltages", .get, "/v1/samples/{uuid}/voltages", for: .app,
        "The voltages of an electrocardiogram, in order",
        details: "As NDJSON, each line also has the seconds since the start of the sample.",
        parameters: [uuid],
        response: VoltagesJSON.format, "The voltages, their unit, and the sampling frequency.",
        lines: .object(["time": .number, "value": .number, "unit": .named("Unit")]),
        problems: [.forbidden])

    package static let heartbeats = Endpoint<Void, MeasurementPageJSON<SeriesHeartbeat>>(
        "readHeartbeats", .get, "/v1/samples/{uuid}/heartbeats", for: .app, "The beats of a heartbeat series, in order",
        details: details,
        parameters: [uuid] + page,
        response: .page("heartbeats", .heartbeat), "The beats.", lines: JSONFormat.heartbeat.reference,
        problems: [.forbidden])

    package static let readings = Endpoint<Void, ReadingPageJSON>(
        "readReadings", .get, "/v1/samples/{uuid}/readings", for: .app, "The readings of a quantity sample, in order",
        details: """
            A sample that is one reading itself has none. Values are in the unit that the response names, the type's canonical
            one.
            """,
        parameters: [
            uuid,
            .query(
                "type", .named("TypeName"),
                "The type of the sample. With it, a type that was never requested is a different error."),
        ] + page,
        response: ReadingPageJSON.format, "The readings.", lines: JSONFormat.reading.reference,
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
