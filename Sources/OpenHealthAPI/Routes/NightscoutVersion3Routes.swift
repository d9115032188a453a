// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes of Nightscout's interface, version 3, and that of version 2 with which its clients get a token.
package enum NightscoutVersion3Routes {
    package static let all = [authorize] + versions + statuses + modifications + documents.map(\.route)

    /// The routes of apps.
    package static let ofApps = all.filter { $0.audience == .app }

    /// The operation of a route on documents.
    package enum Operation: String, Sendable, CaseIterable {
        /// Lists documents.
        case search
        /// Saves a document.
        case create
        /// Lists documents that were changed after the date in the header.
        case changes
        /// Lists documents that were changed after the date in the path.
        case changesSince
        /// Returns a document.
        case read
        /// Replaces a document.
        case update
        /// Changes fields of a document.
        case patch
        /// Deletes a document.
        case delete
    }

    /// A route on the documents of a collection.
    package struct DocumentRoute: Sendable {
        package let collection: NightscoutCollection
        package let operation: Operation
        package let route: APIRoute
    }

    /// The version of the interface.
    package static let apiVersion = "3.0.3-alpha"
    /// The maximum number of documents of a response, which is also the usual one.
    package static let maximumLimit = 1000
    /// The maximum number of documents that a request leaves out.
    package static let maximumSkip = 50_000

    package static let documents: [DocumentRoute] = NightscoutCollection.version3.flatMap { collection in
        Operation.allCases.flatMap { operation in
            suffixes(of: operation).map { suffix in
                DocumentRoute(
                    collection: collection, operation: operation, route: route(operation, collection, suffix))
            }
        }
    }

    /// The ends of the paths of a collection. Others end with an identifier, which is read with and without `.json`, or with a date.
    private static func suffixes(of operation: Operation) -> [String] {
        [.search, .create, .changes].contains(operation) ? bothForms : [""]
    }

    private static let bothForms = ["", ".json"]

    /// Returns the end of the name of a route whose path has a suffix.
    private static func form(_ suffix: String) -> String { suffix.isEmpty ? "" : "JSON" }

    /// Returns the route of an operation.
    package static func route(_ operation: Operation, of collection: NightscoutCollection) -> APIRoute {
        route(operation, collection)
    }

    package static let authorize = APIRoute(
        "authorizeNightscout", .get, "/api/v2/authorization/request/{accessToken}", for: .anyone,
        "Returns a token of some hours for a Nightscout client",
        details: """
            The token that is sent in `Authorization: Bearer` on the routes of Nightscout's interface. That for the token of a reader can \
            only read.
            """,
        parameters: [
            .path(
                "accessToken", .string(length: 1...4096),
                "The token of a connection or of a reader from the Apps page, or its SHA-1.")
        ],
        responses: [
            .json(
                .object([
                    "token": .string(), "sub": .string(), "permissionGroups": .array(of: .array(of: .string())),
                    "iat": .integer(), "exp": .integer(),
                ]), "The token, with its dates in seconds since 1970.")
        ], problems: [.unauthenticated, .tooManyRequests])
    package static let versions = bothForms.map { suffix in
        APIRoute(
            "showNightscoutVersion" + form(suffix), .get, "/api/v3/version" + suffix, for: .anyone,
            "Returns the version of Nightscout's interface",
            responses: [.json(.object(isOpen: true), "The versions.")])
    }
    package static let statuses = bothForms.map { suffix in
        APIRoute(
            "showNightscoutVersion3Status" + form(suffix), .get, "/api/v3/status" + suffix, for: .app,
            "Returns the version of Nightscout's interface and the permissions of the app",
            responses: [.json(.object(isOpen: true), "The versions and permissions.")])
    }
    package static let modifications = bothForms.map { suffix in
        APIRoute(
            "showNightscoutLastModified" + form(suffix), .get, "/api/v3/lastModified" + suffix, for: .app,
            "Returns when the documents of each collection were last changed",
            responses: [.json(.object(isOpen: true), "The dates in milliseconds since 1970.")])
    }

    // MARK: - Parts

    private static func name(_ collection: NightscoutCollection) -> String {
        collection == .deviceStatus
            ? "DeviceStatus" : collection.rawValue.prefix(1).uppercased() + collection.rawValue.dropFirst()
    }

    private static let document = JSONSchema.object(isOpen: true)
    /// The schema of a document that is saved. Dates in the other forms of Nightscout's clients are accepted, too.
    private static let newDocument = JSONSchema.object(
        ["app": .string(pattern: #"\S"#)],
        optional: [
            "date": .integer(946_684_800_001...99_999_999_999_999).described("In milliseconds since 1970."),
            "created_at": .string(
                pattern: #"^20(0[1-9]|[1-9][0-9])-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]"#
                    + #":[0-5][0-9](\.[0-9]{1,6})?(Z|[+-](0[0-9]|1[0-2]):[0-5][0-9])$"#
            ).example(.string("2026-03-14T07:30:00Z")),
            "utcOffset": JSONSchema.number.with("minimum", .integer(-1440)).with("maximum", .integer(1440))
                .described("In minutes."),
            "identifier": .string(pattern: "^[!-~]{1,200}$"),
        ], isOpen: true, allowsNull: false
    ).with(
        "anyOf",
        .array(["date", "created_at"].map { .object([("required", .array([.string($0)]))]) }))
    private static let body = APIBody(
        [("application/json", newDocument)], most: NightscoutDocument.maximumBytes * 4, acceptsGzip: true)
    private static let changes = APIBody(
        [("application/json", document.with("minProperties", .integer(1)))],
        most: NightscoutDocument.maximumBytes * 4, acceptsGzip: true)
    private static let identifier = APIParameter.path(
        "identifier", .string(length: 1...200), "The identifier of the document, or its `_id`.")
    /// The pattern of an HTTP date, or of milliseconds.
    private static let httpDate =
        "^([0-9]{1,13}|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (0[1-9]|1[0-9]|2[0-8]) "
        + "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (19[789][0-9]|20[0-9]{2}) "
        + "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9] GMT)$"
    private static let fields = APIParameter.query(
        "fields", .string(length: 0...2000),
        "The names of the fields of the response, with commas between them; `_all` for all.")
    private static let limit = APIParameter.query("limit", .integer(1...maximumLimit), "The maximum number.")
    private static let searchParameters: [APIParameter] = [
        limit, .query("skip", .integer(0...maximumSkip), "The number of first documents that are left out."),
        .query("sort", .one(of: orders), "The field by which the documents are sorted."),
        .query("sort$desc", .one(of: orders), "As `sort`, in descending order. Only one of the two is possible."),
        fields,
    ]
    private static let orders = ["date", "created_at", "dateString", "sysTime", "mills", "srvModified", "srvCreated"]
    private static let list = APIResponse.json(
        .object(["status": .integer(), "result": .array(of: document)]), "The documents.")
    private static let changed = APIResponse.json(
        .object(isOpen: true), "The document is saved; `lastModified` is the time of the change.")
    private static let saveDetails = """
        A document needs `date` or `created_at`, and `app`. One with the `identifier` of an earlier one replaces it, or else one with its \
        device, date and type. `date`, `eventType`, `device`, `app` and `utcOffset` cannot be changed. The response is sent after the \
        data are on disk.
        """
    private static let changesDetails = """
        Deleted documents have `isValid: false`. The field `ETag` of the response has the time of the last change, in milliseconds since 1970.
        """

    private static func route(
        _ operation: Operation, _ collection: NightscoutCollection, _ suffix: String = ""
    ) -> APIRoute {
        let (name, path) = (name(collection), "/api/v3/\(collection.rawValue)")
        switch operation {
        case .search:
            return APIRoute(
                "searchNightscout\(name)" + form(suffix), .get, path + suffix, for: .app,
                "Lists documents of Nightscout's \(collection.rawValue)",
                details:
                    "Other parameters are conditions, as FIELD=VALUE or FIELD$OPERATOR=VALUE with the operators eq, ne, gt, "
                    + "gte, lt, lte, in, nin and re.",
                parameters: searchParameters, responses: [list])
        case .create:
            return APIRoute(
                "createNightscout\(name)" + form(suffix), .post, path + suffix, for: .app,
                "Saves a document of Nightscout's \(collection.rawValue)", details: saveDetails, body: body,
                responses: [
                    .json(.object(isOpen: true), "The document replaces an earlier one."),
                    .json(.object(isOpen: true), "The document is new.", status: 201),
                ])
        case .changes:
            return APIRoute(
                "listNightscout\(name)Changes" + form(suffix), .get, path + "/history" + suffix, for: .app,
                "Lists changed documents of Nightscout's \(collection.rawValue)", details: changesDetails,
                parameters: [
                    .header(
                        "Last-Modified", .string(pattern: httpDate),
                        "The date after which documents were changed: an HTTP date, or milliseconds since 1970.",
                        isRequired: true), limit, fields,
                ], responses: [list])
        case .changesSince:
            return APIRoute(
                "listNightscout\(name)ChangesSince", .get, path + "/history/{lastModified}", for: .app,
                "Lists changed documents of Nightscout's \(collection.rawValue)", details: changesDetails,
                parameters: [
                    .path(
                        "lastModified", .string(pattern: "^[0-9]{1,13}$"),
                        "The date after which documents were changed, in milliseconds since 1970."), limit, fields,
                ], responses: [list])
        case .read:
            return APIRoute(
                "readNightscout\(name)", .get, path + "/{identifier}", for: .app,
                "Returns a document of Nightscout's \(collection.rawValue)", parameters: [identifier, fields],
                responses: [
                    .json(.object(["status": .integer(), "result": document]), "The document."),
                    APIResponse(304, "The document was not changed after the date in `If-Modified-Since`."),
                ], problems: [.notFound, .gone])
        case .update:
            return APIRoute(
                "updateNightscout\(name)", .put, path + "/{identifier}", for: .app,
                "Replaces a document of Nightscout's \(collection.rawValue)", details: saveDetails,
                parameters: [identifier], body: body,
                responses: [changed, .json(.object(isOpen: true), "The document is new.", status: 201)],
                problems: [.gone, .preconditionFailed])
        case .patch:
            return APIRoute(
                "patchNightscout\(name)", .patch, path + "/{identifier}", for: .app,
                "Changes fields of a document of Nightscout's \(collection.rawValue)", parameters: [identifier],
                body: changes, responses: [changed], problems: [.notFound, .gone, .preconditionFailed])
        case .delete:
            return APIRoute(
                "deleteNightscout\(name)Document", .delete, path + "/{identifier}", for: .app,
                "Deletes a document of Nightscout's \(collection.rawValue)",
                parameters: [
                    identifier,
                    .query("permanent", .bool, "Whether clients cannot ask any more that it was deleted."),
                ], responses: [.json(.object(isOpen: true), "The document is deleted.")], problems: [.notFound])
        }
    }
}
