// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes that existing apps on phones call with their own paths, and that of the library HealthBridge.
package enum PhoneRoutes {
    package static let all =
        [healthKit.route, webhook.route] + NightscoutRoutes.all + NightscoutVersion3Routes.all
        + [redeem, refresh, sync, logs]

    // MARK: HealthBridge

    package static let healthKit = Endpoint<HealthKitPushJSON, PushReceiptJSON>(
        "pushHealthKit", .post, "/v1/ingest/healthkit", for: .app,
        "Stores samples that an app on a phone read from HealthKit",
        details: """
            The samples keep their UUIDs, sources and devices, and are not samples of the app. Samples that an import or an earlier \
            push brought are recognised, so that a push can be repeated. Deletions apply to samples that the same app has pushed. \
            HealthKit gives no other sample the UUID of a deleted one, so a copy of it that arrives later is left out, counts as known, and a \
            warning states the number of such copies. If the app may not save one of the types, nothing is stored. The response is sent after the samples are on disk.
            """,
        request: HealthKitPushJSON.format, most: 32 << 20, response: PushReceiptJSON.format, "Everything is stored.",
        also: [.json(PushReceiptJSON.format.reference, "A part is rejected, and the rest is stored.", status: 207)],
        problems: [.forbidden, .invalidArgument, .tooManyRequests])

    // MARK: HC Webhook

    package static let webhook = Endpoint<Void, PushReceiptJSON>(
        "pushHealthConnectWebhook", .post, "/v1/ingest/health-connect-webhook", for: .app,
        "Stores a push of the Android app HC Webhook",
        details: """
            The body is the app's JSON of Health Connect's records. The app needs permission to save each type; others are refused by \
            name. Records that were pushed before are recognised. The response is sent after the records are on disk.
            """,
        body: body, response: PushReceiptJSON.format, "Everything is stored.",
        also: [.json(PushReceiptJSON.format.reference, "A part is rejected, and the rest is stored.", status: 207)])

    // MARK: Open Wearables

    /// The header field with the key of an Open Wearables app.
    package static let keyField = "x-open-wearables-api-key"

    package static let redeem = APIRoute(
        "redeemOpenWearablesCode", .post, "/api/v1/invitation-code/redeem", for: .anyone,
        "Registers an Open Wearables app with a pairing code",
        details: "The code is that of `POST /v1/apps`, which is valid once.",
        body: .json(.object(["code": .string(length: 1...64)], isOpen: true), most: 16 << 10),
        responses: [.json(.object(isOpen: true), "The token and the identifier of the user.")],
        problems: [.forbidden, .conflict, .tooManyRequests])
    package static let refresh = APIRoute(
        "refreshOpenWearablesToken", .post, "/api/v1/token/refresh", for: .anyone,
        "Returns the token of an Open Wearables app again",
        details: "Tokens do not expire while they are used.",
        body: .json(.object(["refresh_token": .string(length: 1...4096)], isOpen: true), most: 16 << 10),
        responses: [.json(.object(isOpen: true), "The token.")], problems: [.unauthenticated, .tooManyRequests])
    package static let sync = APIRoute(
        "pushOpenWearables", .post, "/api/v1/sdk/users/{user}/sync", for: .app,
        "Stores a push of the Open Wearables SDK",
        details: """
            Records keep their UUIDs. The app needs permission to save each type; others are refused by name and listed on the Apps \
            page. The response is sent after the records are on disk.
            """,
        parameters: [user], body: body, responses: [.json(.object(isOpen: true), "The push is stored.", status: 202)],
        problems: [.notFound])
    package static let logs = APIRoute(
        "pushOpenWearablesLogs", .post, "/api/v1/sdk/users/{user}/logs", for: .app,
        "Accepts and ignores the log messages of the Open Wearables SDK", parameters: [user], body: body,
        responses: [.json(.object(isOpen: true), "The messages are not stored.", status: 202)], problems: [.notFound])

    /// The routes on which apps send the SHA-1 of a secret instead of a token, or a token that they got for the secret.
    package static let withSecrets = Set((NightscoutRoutes.all + NightscoutVersion3Routes.ofApps).map(\.id))

    /// The routes of Nightscout's interface on which the token of a reader is valid. The check of an uploader's secret is not one of them, as on
    /// a server of Nightscout: a reader cannot upload.
    package static let forReaders = Set(
        (NightscoutRoutes.all + NightscoutVersion3Routes.ofApps)
            .filter { $0.method == .get && $0.id != NightscoutRoutes.check.id }.map(\.id))

    // MARK: - Parts

    private static let body = APIBody(
        [("application/json", .object(isOpen: true))], most: IngestRoutes.maximumBytes, acceptsGzip: true)
    private static let user = APIParameter.path(
        "user", .string(length: 1...200), "The identifier that the app received with its token.")
}

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
            same interval replaces them. The response is sent after the data are on disk.
            """,
        parameters: [
            .query(
                "aggregation", .one(of: ["none", "minutes", "hours", "days", "weeks", "months", "years"]),
                "The expected aggregation of the readings; the header field wins. Without both, readings with an identifier or a "
                    + "start and an end are not aggregated, and the dates of the others tell the interval."),
            .header(
                aggregationField, .string(length: 0...maximumAggregationLength),
                "The aggregation of the readings, in upper or lower case."),
            .header(
                sessionField, .string(length: 0...maximumSessionLength), "An identifier that all parts of a push share."
            ),
        ],
        body: APIBody(
            [("application/json", .object(["data": .object(isOpen: true)], isOpen: true))], most: maximumBytes,
            acceptsGzip: true),
        response: PushReceiptJSON.format, "Everything is stored.",
        also: [.json(PushReceiptJSON.format.reference, "A part is rejected, and the rest is stored.", status: 207)])
}
