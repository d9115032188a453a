// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for exports that the owner uploads.
package enum ImportRoutes {
    package static let all = [upload.route, demo.route, show.route, events]

    package static let upload = Endpoint<Void, ImportJSON>(
        "uploadExport", .post, "/v1/imports", for: .owner, "Imports an export of Apple's Health app",
        details: """
            The body is the export.zip from the phone, or the XML file inside. It is kept only until it is imported. One import \
            runs at a time.
            """,
        parameters: [
            .query("partial", .one(of: ["true", "false"]), "Whether to import the intact part of a truncated export.")
        ],
        body: APIBody(
            [
                ("application/zip", .string(format: "binary")), ("text/xml", .string(format: "binary")),
                ("application/xml", .string(format: "binary")),
            ], most: 16 << 30),
        answer: ImportJSON.format, "The export is uploaded, and the import has begun.", status: 202,
        problems: [.conflict])

    package static let demo = Endpoint<Void, ImportJSON>(
        "importDemo", .post, "/v1/imports/demo", for: .owner, "Fills an empty database with generated data",
        details: "Requires a database without samples. The import continues like that of an upload.",
        question: .nothing, answer: ImportJSON.format, "The import has begun.", status: 202,
        problems: [.conflict, .notFound])

    package static let show = Endpoint<Void, ImportJSON>(
        "showImport", .get, "/v1/imports/{id}", for: .owner, "The progress of an import",
        details: "The server keeps the last imports since its start.",
        parameters: [id], answer: ImportJSON.format, "The import.")

    package static let events = APIRoute(
        "importEvents", .get, "/v1/imports/{id}/events", for: .owner, "The progress of an import as a stream",
        details: "Events named progress, and at the end one named done; the data of each is an Import.",
        parameters: [id], answers: [APIAnswer(200, "The events.", [("text/event-stream", .string())])])

    private static let id = APIParameter.path("id", .uuid, "The import.")
}
