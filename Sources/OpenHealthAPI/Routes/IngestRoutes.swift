// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes to which apps on phones push data in their own formats.
package enum IngestRoutes {
    package static let all = [healthAutoExport.route]

    /// The maximum number of bytes of a push, packed and unpacked.
    package static let maximumBytes = 64 << 20

    /// The header field with which Health Auto Export states the aggregation.
    package static let aggregationField = "automation-aggregation"
    /// The maximum number of characters of ``aggregationField``.
    package static let maximumAggregationLength = 100

    /// The header field with an identifier that all parts of a push share.
    package static let sessionField = "session-id"
    /// The maximum number of characters of ``sessionField``.
    package static let maximumSessionLength = 200

    package static let healthAutoExport = Endpoint<Void, PushReceiptJSON>(
        "pushHealthAutoExport", .post, "/v1/ingest/health-auto-export", for: .app,
        "Stores a push of the iPhone app Health Auto Export",
        details: """
            The body is the app's JSON of either version, which can be packed with gzip. The app needs permission to save each type; \
            others are refused by name. Readings that are not aggregated are samples, and are recognised if an import or an earlier \
            push brought them, so a push can be repeated. Aggregated readings are kept apart from samples; a repeated push of the \
            same interval replaces them. The answer is sent after the data are on disk.
            """,
        parameters: [
            .query(
                "aggregation", .one(of: ["none", "minutes", "hours", "days", "weeks", "months", "years"]),
                "The aggregation of the readings. Without it and the header field, readings are aggregated unless they have an "
                    + "identifier or a start and an end."),
            .header(
                aggregationField, .string(length: 0...maximumAggregationLength),
                "The aggregation of the readings, in any case."),
            .header(
                sessionField, .string(length: 0...maximumSessionLength), "An identifier that all parts of a push share."
            ),
        ],
        body: APIBody(
            [("application/json", .object(["data": .object(isOpen: true)], isOpen: true))], most: maximumBytes,
            acceptsGzip: true),
        answer: PushReceiptJSON.format, "Everything is stored.",
        also: [.json(PushReceiptJSON.format.reference, "A part is rejected, and the rest is stored.", status: 207)])
}
