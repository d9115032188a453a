// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The routes for samples.
package enum SampleRoutes {
    package static let all = [
        list, query.route, queries.route, show.route, save.route, delete, deleteMany.route, correlations.route,
    ]

    /// The maximum and default number of samples in an answer in one piece.
    package static let maximumOnPage = 10_000
    package static let usualPage = 1000
    /// The media type of answers with one JSON value on a line.
    package static let lines = "application/x-ndjson"
    /// The field with the idempotency key of a request that makes a change.
    package static let onceField = "Idempotency-Key"

    package static let list = APIRoute(
        "listSamples", .get, "/v1/samples", for: .app, "Samples of a type", details: pages,
        parameters: [
            .query("type", .named("TypeName"), "The type.", isRequired: true),
            .query("from", .date, "Samples that end later than this, or that start at it or later."),
            .query("to", .date, "Samples that start before this."),
            .query("predicate", .string(length: 1...8000), "What they must be; see the schema Predicate."),
            .query(
                "order", .one(of: ["oldestFirst", "newestFirst"] + orderNames),
                "What they are put in order by; oldestFirst where it is not given. A minus goes backwards."),
            .query("limit", .integer(1...maximumOnPage), "How many at most; in lines all where it is not given."),
            .query("cursor", .string(length: 1...2000), "The cursor of the page before."),
        ],
        answers: [page], problems: [.invalidArgument])

    package static let query = Endpoint<SampleQueryJSON, SamplePageJSON>(
        "querySamples", .post, "/v1/samples/query", for: .app, "Samples of several types, in any order",
        details: pages,
        question: SampleQueryJSON.format,
        answer: SamplePageJSON.format, "The samples.", lines: .named("Sample"),
        problems: [.invalidArgument])

    package static let queries = Endpoint<[SampleQuery], [[HKSample]]>(
        "querySamplesAtOnce", .post, "/v1/samples/queries", for: .app, "Several questions about one moment",
        details: "All answers show the database at one moment. There are no pages: ask for little.",
        question: .only("queries", .array(of: .sampleQuery, most: 100)),
        answer: .only("answers", .array(of: .array(of: .sample))), "The samples.",
        problems: [.invalidArgument])

    package static let show = Endpoint<Void, HKSample>(
        "showSample", .get, "/v1/samples/{uuid}", for: .app, "A sample",
        parameters: [uuid, .query("own", .one(of: ["true", "false"]), "Whether it must be the app's own.")],
        answer: .sample, "The sample.",
        problems: [.notFound])

    package static let save = Endpoint<SaveJSON, [UUID]>(
        "saveSamples", .post, "/v1/samples", for: .app, "Saves samples: all of them, or none",
        details: """
            The app must be allowed to save each type. With a key the request can be sent again when no answer has \
            come: it is done once, and the answer is the same for 24 hours. The answer comes once the samples are on disk.
            """,
        parameters: [onceKey],
        question: SaveJSON.format, most: 64 << 20,
        answer: .only("uuids", .array(of: .uuid)),
        "For each sample the UUID under which it is stored: another than its own where the sync identifier kept "
            + "what was there.",
        problems: [.invalidArgument, .conflict])

    package static let delete = APIRoute(
        "deleteSample", .delete, "/v1/samples/{uuid}", for: .app, "Deletes a sample that the app has saved",
        parameters: [uuid, onceKey], answers: [.nothing("It is gone.")], problems: [.invalidArgument, .conflict])

    package static let deleteMany = Endpoint<DeleteJSON, Int>(
        "deleteSamples", .post, "/v1/samples/delete", for: .app, "Deletes samples that the app has saved",
        details: "By UUIDs all of them or none; or those of a type that a predicate fits.",
        parameters: [onceKey],
        question: DeleteJSON.format, most: 4 << 20,
        answer: .only("count", .integer(0...Int.max)), "How many are gone.",
        problems: [.invalidArgument, .conflict])

    package static let correlations = Endpoint<CorrelationQueryJSON, [HKSample]>(
        "queryCorrelations", .post, "/v1/correlations/query", for: .app, "Correlations by their members",
        details: "Of each type that members names, at least one member has to fit its predicate.",
        question: CorrelationQueryJSON.format,
        answer: .only("correlations", .array(of: .sample)), "The correlations, oldest first.",
        problems: [.invalidArgument])

    // MARK: - Parts

    private static let pages = """
        The answer has the key cursor where more follow: ask again with it. What is saved meanwhile may be seen or not; \
        nothing is left out and nothing comes twice. With `Accept: application/x-ndjson` the samples come one a line, all \
        of them. Types that the app may not read are as if they had no data.
        """
    private static let onceKey = APIParameter.header(
        onceField, .string(pattern: "^[!-~]{1,200}$"), "A name for the request that the app uses for no other.")
    private static let orderNames = SampleQuery.Order.Key.allCases.flatMap { [$0.rawValue, "-\($0.rawValue)"] }
    private static let uuid = APIParameter.path("uuid", .uuid, "The UUID of the sample.")
    private static let page = APIAnswer(
        200, "The samples.",
        [
            (
                "application/json",
                .object(["samples": .array(of: .named("Sample"))], optional: ["cursor": .string()])
            ),
            (lines, .named("Sample")),
        ])
}
