// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes of Nightscout's interface, version 1, with the paths that its clients call: with and without `.json`.
package enum NightscoutRoutes {
    package static let all =
        documents.map(\.route) + [check, verification, verificationJSON, status, statusJSON] + readers

    /// The operation of a route on documents.
    package enum Operation: String, Sendable, CaseIterable {
        /// Saves documents.
        case push
        /// Saves documents, with the same effect as ``push``.
        case put
        /// Lists documents.
        case list
        /// Lists documents of one type, or the newest one.
        case listSome
        /// Deletes documents by their content.
        case delete
        /// Deletes a document by its identifier.
        case deleteOne
    }

    /// A route on the documents of a collection.
    package struct DocumentRoute: Sendable {
        package let collection: NightscoutCollection
        package let operation: Operation
        package let route: APIRoute
    }

    /// The header field with the SHA-1 of the secret of a Nightscout uploader.
    package static let secretField = "api-secret"
    /// The query parameter with the token of a reader. Other tokens are refused there, because addresses are in the logs of proxies.
    package static let tokenParameter = "token"
    /// The maximum number of documents of a response. Requests for more receive this many.
    package static let maximumCount = 50_000

    package static let documents: [DocumentRoute] =
        profiles
        + NightscoutCollection.allCases.filter { $0 != .settings }.flatMap { collection in
            Operation.allCases.flatMap { operation -> [DocumentRoute] in
                if operation == .listSome, collection != .entries, collection != .profile { return [] }
                return suffixes(operation).map { suffix in
                    DocumentRoute(
                        collection: collection, operation: operation, route: route(operation, collection, suffix))
                }
            }
        }

    /// Returns the route of an operation, with `.json` if it has both forms.
    package static func route(_ operation: Operation, _ collection: NightscoutCollection) -> APIRoute {
        route(operation, collection, suffixes(operation).last ?? "")
    }

    private static func suffixes(_ operation: Operation) -> [String] {
        operation == .listSome || operation == .deleteOne ? [""] : ["", ".json"]
    }

    /// The lists of profiles under the name that NightscoutKit and LoopFollow use.
    private static let profiles = ["", ".json"].map { suffix in
        DocumentRoute(
            collection: .profile, operation: .list,
            route: APIRoute(
                "listNightscoutAllProfiles" + (suffix.isEmpty ? "Plain" : ""), .get, "/api/v1/profiles" + suffix,
                for: .app, "Lists profiles, newest first", details: listDetails, parameters: listParameters,
                responses: [.json(.array(of: .object(isOpen: true)), "The documents, each with an identifier.")]))
    }

    package static let check = APIRoute(
        "checkNightscoutSecret", .get, "/api/v1/experiments/test", for: .app,
        "Answers whether the secret of a Nightscout uploader is valid",
        responses: [.json(.object(isOpen: true), "The secret is valid.")])
    package static let verification = verify("verifyNightscoutSecretPlain", "verifyauth")
    package static let verificationJSON = verify("verifyNightscoutSecret", "verifyauth.json")
    package static let status = showStatus("showNightscoutStatusPlain", "status")
    package static let statusJSON = showStatus("showNightscoutStatus", "status.json")

    // MARK: Watches and widgets

    /// The maximum number of readings of ``watch``: those of two days with one a minute.
    package static let maximumWatchCount = 2880

    package static let readers = [watch, properties, someProperties, statusText, entriesText]

    package static let watch = APIRoute(
        "readNightscoutWatch", .get, "/pebble", for: .app, "Returns the latest glucose readings for watches",
        details: "The form that watch faces for Nightscout read, with the difference to the five minutes before.",
        parameters: [
            .query("count", .integer(1...maximumWatchCount), "The maximum number; 1 by default."),
            .query("units", .string(), "`mmol` for mmol/L; mg/dL by default."),
        ],
        responses: [.json(.object(isOpen: true), "The readings, newest first, under `bgs`.")])
    package static let properties = readProperties("readNightscoutProperties", "")
    package static let someProperties = readProperties("readSomeNightscoutProperties", "/{names}")
    package static let statusText = APIRoute(
        "showNightscoutStatusText", .get, "/api/v1/status.txt", for: .app, "Answers that the server is running",
        responses: [APIResponse(200, "The server is running.", [("text/plain; charset=utf-8", .string())])])

    package static let entriesText = APIRoute(
        "listNightscoutEntriesText", .get, "/api/v1/entries.txt", for: .app,
        "Lists glucose readings for small devices, newest first",
        details:
            "Each line has the date, the date in milliseconds, the glucose, the direction and the device, divided by tabs.",
        parameters: listParameters, responses: [entryLines])

    private static func readProperties(_ id: String, _ suffix: String) -> APIRoute {
        APIRoute(
            id, .get, "/api/v2/properties" + suffix, for: .app,
            "Returns the latest glucose readings by five minutes, and their difference",
            details: """
                `bgnow` has the latest five minutes, `buckets` the latest twenty, `delta` the difference to those before, and `direction` \
                the trend. A property without readings is missing.
                """,
            parameters: suffix.isEmpty
                ? [] : [.path("names", .string(length: 1...200), "The names of properties, divided by commas.")],
            responses: [.json(.object(isOpen: true), "The properties.")])
    }

    // MARK: - Parts

    private static func verify(_ id: String, _ name: String) -> APIRoute {
        APIRoute(
            id, .get, "/api/v1/\(name)", for: .app, "Returns what an app with the secret may do",
            responses: [.json(.object(isOpen: true), "The permissions in Nightscout's form.")])
    }

    private static func showStatus(_ id: String, _ name: String) -> APIRoute {
        APIRoute(
            id, .get, "/api/v1/\(name)", for: .app, "Returns the status that Nightscout uploaders read",
            responses: [.json(.object(isOpen: true), "The status.")])
    }

    private static func name(_ collection: NightscoutCollection) -> String {
        switch collection {
        case .entries: "Entries"
        case .treatments: "Treatments"
        case .profile: "Profiles"
        case .activity: "Activity"
        case .deviceStatus: "DeviceStatus"
        case .food: "Food"
        case .settings: "Settings"
        }
    }

    private static func content(_ collection: NightscoutCollection) -> String {
        switch collection {
        case .entries: "glucose readings"
        case .treatments: "insulin, food and other treatments"
        case .profile: "profiles"
        case .activity: "heart rates and other activity"
        case .deviceStatus: "states of pumps and phones"
        case .food: "foods"
        case .settings: "settings of apps"
        }
    }

    private static func route(_ operation: Operation, _ collection: NightscoutCollection, _ suffix: String) -> APIRoute
    {
        let (name, content) = (name(collection), content(collection))
        let path = "/api/v1/\(collection.rawValue)" + suffix
        let mark = suffix.isEmpty ? "Plain" : ""
        let list = Self.list(
            .array(of: .object(isOpen: true)), "The documents, each with an identifier.", of: collection)
        switch operation {
        case .list:
            return APIRoute(
                "listNightscout\(name)\(mark)", .get, path, for: .app, "Lists \(content), newest first",
                details: listDetails, parameters: listParameters, responses: [list])
        case .listSome:
            return APIRoute(
                "listNightscout\(name)Of", .get, path + "/{id}", for: .app,
                collection == .entries
                    ? "Lists glucose readings of a type, or one entry" : "Returns the profile that is in use",
                details: listDetails,
                parameters: [
                    .path(
                        "id", .string(length: 1...200),
                        collection == .entries
                            ? "`sgv`, `mbg`, `cal`, `current` or an identifier, also with `.json`, or with `.txt` for lines of text."
                            : "`current`.")
                ] + listParameters,
                responses: [Self.list(.named("NightscoutDocuments"), "The documents.", of: collection)],
                problems: [.notFound])
        case .push, .put:
            return APIRoute(
                (operation == .push ? "push" : "put") + "Nightscout\(name)\(mark)", operation == .push ? .post : .put,
                path, for: .app, "Saves \(content) that a Nightscout uploader sends",
                details: """
                    A document with the `_id`, `identifier`, `uuid` or `syncIdentifier` of an earlier one, or with its date\
                    \(collection.mergesSenders ? " and type" : ", type and sender"), replaces it. One with `isValid: false` deletes it. \
                    The field `\(secretField)` has the SHA-1 of the secret from the Apps page. What is refused is listed there. The response is \
                    sent after the data are on disk.
                    """,
                body: APIBody(
                    [("application/json", .named("NightscoutDocuments"))], most: IngestRoutes.maximumBytes,
                    acceptsGzip: true),
                responses: [
                    .json(
                        .named("NightscoutDocuments"),
                        "The documents, each with an identifier unless it is refused as a whole; for a single one that was put, the document."
                    )
                ])
        case .delete:
            return APIRoute(
                "deleteNightscout\(name)\(mark)", .delete, path, for: .app,
                "Deletes \(content) that the app has sent, by their content",
                details: "Conditions are those of the list. A request without conditions is refused.",
                parameters: [
                    .object("find", conditions.with("minProperties", .integer(1)), findDetails, isRequired: true)
                ], responses: [deleted])
        case .deleteOne:
            return APIRoute(
                "deleteNightscout\(name)By", .delete, path + "/{id}", for: .app,
                "Deletes one of the \(content) that the app has sent",
                parameters: [.path("id", .string(length: 1...200), "The identifier, the value of `_id`.")],
                responses: [deleted])
        }
    }

    /// Returns the response with a list of documents; entries are also available as lines of text.
    private static func list(
        _ schema: JSONSchema, _ summary: String, of collection: NightscoutCollection
    ) -> APIResponse {
        let text = collection == .entries ? entryLines.content : []
        return APIResponse(200, summary, [("application/json", schema)] + text)
    }

    private static let entryLines = APIResponse(
        200, "A line for each entry.", [("text/plain; charset=utf-8", .string())])
    private static let deleted = APIResponse.json(
        .object(isOpen: true), "The number of deleted documents, under `n` and `deletedCount`.")
    private static let find = APIParameter.object("find", conditions, findDetails)
    private static let findDetails =
        "Conditions, as find[FIELD]=VALUE or find[FIELD][OPERATOR]=VALUE with the operators $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin "
        + "and $exists, also as find[$or][0][FIELD]=VALUE. Others are refused."
    /// The names of fields do not begin with `$`, and a value that begins with `/` is a pattern.
    private static let conditions = JSONSchema([
        ("type", .string("object")), ("propertyNames", JSONSchema.string(pattern: #"^[^$\]][^\]]*$"#).json),
        ("additionalProperties", JSONSchema.string(pattern: "^([^/]|$)", length: 0...1000).json),
        ("maxProperties", .integer(200)),
    ])
    private static let listDetails = """
        Documents that the app has sent, and those of other samples that it may read. Values whose samples the person has deleted are \
        left out. A list ends early when it has 16 MiB.
        """
    private static let listParameters: [APIParameter] = [
        .query(
            "count", .integer(0...maximumCount),
            "The maximum number; by default, 10 entries or 100 treatments, or 1000 treatments with conditions. 0 is no limit with "
                + "conditions, and no document without them."),
        find,
    ]
}
