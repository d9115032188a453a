// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for exports that the owner uploads.
package enum ImportRoutes {
    package static let all = [upload.route, demo.route, show.route, events]

    package static let upload = Endpoint<Void, ImportJSON>(
        "uploadExport", .post, "/v1/imports", for: .owner, "Imports an export or a file of activities",
        details: """
            The body is the export.zip from the phone, the XML file inside, the archive of an account with Garmin or Strava, a \
            FIT, TCX or GPX file, or an archive of such files: its content tells which. It is kept only until it is imported. One import \
            runs at a time.
            """,
        parameters: [
            .query("partial", .one(of: ["true", "false"]), "Whether to import the intact part of a truncated export.")
        ],
        body: APIBody(
            [
                ("application/zip", .string(format: "binary")), ("text/xml", .string(format: "binary")),
                ("application/xml", .string(format: "binary")),
                ("application/octet-stream", .string(format: "binary")),
            ], most: 16 << 30),
        response: ImportJSON.format, "The export is uploaded, and the import has begun.", status: 202,
        problems: [.conflict])

    package static let demo = Endpoint<Void, ImportJSON>(
        "importDemo", .post, "/v1/imports/demo", for: .owner, "Fills an empty database with generated data",
        details: "Requires a database without samples. The import continues like that of an upload.",
        request: .nothing, response: ImportJSON.format, "The import has begun.", status: 202,
        problems: [.conflict, .notFound])

    package static let show = Endpoint<Void, ImportJSON>(
        "showImport", .get, "/v1/imports/{id}", for: .owner, "The progress of an import",
        details: "The server keeps the last imports since its start.",
        parameters: [id], response: ImportJSON.format, "The import.")

    package static let events = APIRoute(
        "importEvents", .get, "/v1/imports/{id}/events", for: .owner, "The progress of an import as a stream",
        details: "Events named progress, and at the end one named done; the data of each is an Import.",
        parameters: [id],
        responses: [
            APIResponse(200, "The events.", [("text/event-stream", .any(of: [.string(), .named("ImportEvent")]))])
        ])

    private static let id = APIParameter.path("id", .uuid, "The import.")
}

/// The routes for exports of the store.
package enum ExportRoutes {
    package static let all = [export, formats.route]

    package static let export = APIRoute(
        "exportStore", .get, "/v1/owner/export", for: .owner, "An export of the store, or of a part of it",
        details: """
            A zip archive in one of the formats of GET /v1/owner/export/formats. It is written while it is read: a response that \
            ends without the last chunk is not complete.
            """,
        parameters: [
            .query("format", .string(length: 1...40), "The name of the format; apple by default."),
            .query("types", .string(length: 1...20_000), "Only these types, separated by commas."),
            .query("from", .date, "Only samples that end at this date or later."),
            .query("to", .date, "Only samples that start before this date."),
            .query("source", .string(length: 1...1000), "Only samples of the sources with this name."),
        ],
        responses: [APIResponse(200, "The archive.", [(contentType, .string(format: "binary"))])],
        problems: [.notFound, .invalidArgument])

    package static let formats = Endpoint<Void, [ExportFormatJSON]>(
        "listExportFormats", .get, "/v1/owner/export/formats", for: .owner, "The formats of exports",
        response: .only("formats", .array(of: .exportFormat)), "The formats.")

    /// The media type of exports.
    package static let contentType = "application/zip"
}
