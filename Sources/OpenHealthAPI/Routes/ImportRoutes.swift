// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for exports that the owner uploads.
package enum ImportRoutes {
    package static let all = [upload, demo, show, events]

    package static let upload = APIRoute(
        "uploadExport", .post, "/v1/imports", for: .owner, "Imports an export of Apple's Health app",
        details: """
            The body is the export.zip as the phone makes it, or the XML file inside. It is kept only until it is imported. \
            One import runs at a time.
            """,
        parameters: [
            .query("partial", .one(of: ["true", "false"]), "Whether to take what there is of one that is cut off.")
        ],
        body: APIBody(
            [
                ("application/zip", .string(format: "binary")), ("text/xml", .string(format: "binary")),
                ("application/xml", .string(format: "binary")),
            ], most: 16 << 30),
        answers: [.json(.named("Import"), "The export is here and is being imported.", status: 202)],
        problems: [.conflict])

    package static let demo = APIRoute(
        "importDemo", .post, "/v1/imports/demo", for: .owner, "Fills an empty database with a made-up person's data",
        details: "Only where there are no samples yet. It goes on as the import of an upload does.",
        answers: [.json(.named("Import"), "The data are being made.", status: 202)], problems: [.conflict, .notFound])

    package static let show = APIRoute(
        "showImport", .get, "/v1/imports/{id}", for: .owner, "How far an import is",
        details: "The server remembers the last imports since it started.",
        parameters: [id], answers: [.json(.named("Import"), "The import.")])

    package static let events = APIRoute(
        "importEvents", .get, "/v1/imports/{id}/events", for: .owner, "How far an import is, as it goes on",
        details: "Events called progress, and at the end one called done; the data of each is an Import.",
        parameters: [id], answers: [APIAnswer(200, "The events.", [("text/event-stream", .string())])])

    private static let id = APIParameter.path("id", .uuid, "The import.")
}
