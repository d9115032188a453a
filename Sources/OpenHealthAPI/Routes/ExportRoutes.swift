// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The routes for exports of the store.
package enum ExportRoutes {
    package static let all = [export, formats.route]

    package static let export = APIRoute(
        "exportStore", .get, "/v1/owner/export", for: .owner, "An export of the store, or of a part of it",
        details: """
            A zip archive in one of the formats of GET /v1/owner/export/formats. It is written while it is read: an answer that \
            ends without the last chunk is not complete.
            """,
        parameters: [
            .query("format", .string(length: 1...40), "The name of the format; apple by default."),
            .query("types", .string(length: 1...20_000), "Only these types, separated by commas."),
            .query("from", .date, "Only samples that end at this date or later."),
            .query("to", .date, "Only samples that start before this date."),
            .query("source", .string(length: 1...1000), "Only samples of the sources with this name."),
        ],
        answers: [APIAnswer(200, "The archive.", [(contentType, .string(format: "binary"))])],
        problems: [.notFound, .invalidArgument])

    package static let formats = Endpoint<Void, [ExportFormatJSON]>(
        "listExportFormats", .get, "/v1/owner/export/formats", for: .owner, "The formats of exports",
        answer: .only("formats", .array(of: .exportFormat)), "The formats.")

    /// The media type of exports.
    package static let contentType = "application/zip"
}
