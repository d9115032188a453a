// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The handlers of version 3 of Nightscout's interface: tokens, status and lists.
enum NightscoutVersion3Handlers {
    static let bindings: [RouteBinding] = {
        var bindings = [RouteBinding(NightscoutVersion3Routes.authorize, authorize)]
        for route in NightscoutVersion3Routes.versions {
            bindings.append(RouteBinding(route) { scope in ok(scope, .object(versions(scope))) })
        }
        for route in NightscoutVersion3Routes.statuses { bindings.append(RouteBinding(route, status)) }
        for route in NightscoutVersion3Routes.modifications { bindings.append(RouteBinding(route, lastModified)) }
        for route in NightscoutVersion3Routes.documents {
            bindings.append(RouteBinding(route.route) { scope in try await response(scope, route) })
        }
        return bindings
    }()

    private static func response(
        _ scope: RequestScope, _ route: NightscoutVersion3Routes.DocumentRoute
    ) async throws -> Response {
        let collection = route.collection
        return switch route.operation {
        case .search: try await search(scope, collection)
        case .changes, .changesSince: try await changes(scope, collection, isInPath: route.operation == .changesSince)
        case .read: try await read(scope, collection)
        case .create: try await NightscoutVersion3Writes(scope, collection).create()
        case .update: try await NightscoutVersion3Writes(scope, collection).update()
        case .patch: try await NightscoutVersion3Writes(scope, collection).patch()
        case .delete: try await NightscoutVersion3Writes(scope, collection).delete()
        }
    }

    // MARK: Tokens and status

    /// Responds with a signed token for the token in the path. The path is in no log of the server.
    private static func authorize(_ scope: RequestScope) async throws -> Response {
        let services = scope.services
        let given = try scope.path("accessToken")
        let now = services.configuration.clock().timeIntervalSince1970
        let sent = NightscoutTokens.withoutName(given.removingPercentEncoding ?? given)
        // A client can get a new token for one that is still valid.
        let hash =
            NightscoutTokens.isToken(sent)
            ? services.nightscoutTokens.credential(of: sent, at: now)
            : Secret.hash(PhoneConnection.token(ofSent: sent))
        guard let hash, let credential = try await services.nightscoutCredential(hash: hash),
            let issued = Int(exactly: now.rounded(.down))
        else {
            try services.rates.wrongTokens.count(
                ClientAddress(scope.clientAddress), "Too many requests with unknown tokens. Wait.")
            throw Problem(.unauthenticated, "No connection has this token. Enter the token of the Apps page.")
        }
        let isReader = if case .reader = credential { true } else { false }
        let operations = isReader ? ["read"] : ["create", "read", "update", "delete"]
        let permissions = operations.map { JSONValue.string("api:*:\($0)") }
        return scope.response(
            .object([
                ("token", .string(services.nightscoutTokens.token(of: hash, issued: issued))),
                ("sub", .string(credential.name)), ("permissionGroups", .array([.array(permissions)])),
                ("iat", .integer(issued)), ("exp", .integer(issued + NightscoutTokens.seconds)),
            ]))
    }

    private static func versions(_ scope: RequestScope) -> [(key: String, value: JSONValue)] {
        [
            ("version", .string(scope.services.configuration.version)),
            ("apiVersion", .string(NightscoutVersion3Routes.apiVersion)),
            ("srvDate", .integer(NightscoutSamples.milliseconds(scope.services.configuration.clock()))),
            ("storage", .object([("storage", .string("sqlite")), ("version", .string("3"))])),
        ]
    }

    private static func status(_ scope: RequestScope) async throws -> Response {
        let letters = scope.principal.isReader ? "r" : "crud"
        let permissions = NightscoutCollection.version3.map { (key: $0.rawValue, value: JSONValue.string(letters)) }
        return ok(scope, .object(versions(scope) + [("apiPermissions", .object(permissions))]))
    }

    private static func lastModified(_ scope: RequestScope) async throws -> Response {
        let access = try scope.access()
        let times = try await scope.blocking {
            try NightscoutCollection.version3.compactMap { collection -> (key: String, value: JSONValue)? in
                let time = try access.lastModified(collection, samples: NightscoutSamples.types(of: collection)) {
                    NightscoutSamples.version3($0, in: collection)
                }
                return time.map { (collection.rawValue, .number(String($0))) }
            }
        }
        let now = NightscoutSamples.milliseconds(scope.services.configuration.clock())
        return ok(scope, .object([("srvDate", .integer(now)), ("collections", .object(times))]))
    }

    // MARK: Lists

    private static func search(_ scope: RequestScope, _ collection: NightscoutCollection) async throws -> Response {
        let find: NightscoutFind
        do {
            find = try NightscoutFind(version3: NightscoutHandlers.parameters(scope))
        } catch {
            throw Self.problem(error.parameter, error.detail)
        }
        let (limit, skip) = (
            try number(scope, "limit", 1...NightscoutVersion3Routes.maximumLimit)
                ?? NightscoutVersion3Routes.maximumLimit,
            try number(scope, "skip", 0...NightscoutVersion3Routes.maximumSkip) ?? 0
        )
        let order = try order(scope)
        let access = try scope.access()
        let selection = find.selection
        // By the date of the change, all documents are compared.
        let most = order.isByChange ? NightscoutVersion3Routes.maximumSkip : skip + limit
        var found = try await scope.blocking {
            try access.documents(
                in: collection, selection, limit: most, ascending: order.isAscending,
                samples: NightscoutSamples.types(of: collection), render: { $0.version3(modified: $1) }
            ) { NightscoutSamples.version3($0, in: collection) }
        }
        if order.isByChange { found = sortedByChange(found, ascending: order.isAscending) }
        return list(found.dropFirst(skip).prefix(limit), fields(scope))
    }

    /// The order of a list.
    private struct Order: Sendable {
        var isAscending = false
        var isByChange = false
    }

    private static func order(_ scope: RequestScope) throws(Problem) -> Order {
        let (up, down) = (scope.query("sort"), scope.query("sort$desc") ?? scope.query("sort%24desc"))
        if up?.isEmpty == false, down?.isEmpty == false {
            throw problem("sort", "Parameters sort and sort_desc cannot be combined")
        }
        switch up?.isEmpty == false ? up : down {
        case nil, "": return Order()
        case "date", "created_at", "dateString", "sysTime", "mills": return Order(isAscending: up?.isEmpty == false)
        case "srvModified", "srvCreated": return Order(isAscending: up?.isEmpty == false, isByChange: true)
        default: throw problem("sort", "Expected date, created_at, srvModified or srvCreated.")
        }
    }

    private static func sortedByChange(_ documents: [[UInt8]], ascending: Bool) -> [[UInt8]] {
        let dated = documents.map { bytes in
            (bytes: bytes, time: JSONValue(String(decoding: bytes, as: UTF8.self))?["srvModified"]?.double ?? 0)
        }
        return dated.sorted { ascending ? $0.time < $1.time : $0.time > $1.time }.map(\.bytes)
    }

    /// Responds with the documents that were changed after a date, which is in the path or in a header field that states whole seconds.
    private static func changes(
        _ scope: RequestScope, _ collection: NightscoutCollection, isInPath: Bool
    ) async throws -> Response {
        let text: String?
        if isInPath {
            let part = try scope.path("lastModified")
            text = part.removingPercentEncoding ?? part
        } else {
            text = scope.request.headers[.lastModified]
        }
        let date = text.flatMap { NightscoutDate(JSONValue.string($0)) }
        guard let date, date.seconds >= 0, date.seconds < 1e11,
            let whole = Int64(exactly: (date.seconds * 1000).rounded())
        else { throw problem("lastModified", "Bad or missing Last-Modified header/parameter") }
        let limit =
            try number(scope, "limit", 1...NightscoutVersion3Routes.maximumLimit)
            ?? NightscoutVersion3Routes.maximumLimit
        let access = try scope.access()
        let after = isInPath ? whole : whole - whole % 1000 - 1
        let found = try await scope.blocking {
            try access.changedDocuments(
                in: collection, after: after, limit: limit, samples: NightscoutSamples.types(of: collection),
                render: { $0.version3(modified: $1) }
            ) { NightscoutSamples.version3($0, in: collection) }
        }
        var response = list(found.documents[...], fields(scope))
        if let modified = found.modified {
            response.headers[.lastModified] = HTTPDate.text(milliseconds: modified)
            response.headers[.eTag] = "W/\"\(modified)\""
        }
        return response
    }

    private static func read(_ scope: RequestScope, _ collection: NightscoutCollection) async throws -> Response {
        let identifier = NightscoutHandlers.plain(try scope.path("identifier"))
        let access = try scope.access()
        let found = try await scope.blocking {
            try access.document(
                identifier, in: collection, samples: NightscoutSamples.types(of: collection),
                render: { $0.version3(modified: $1) }
            ) { NightscoutSamples.version3($0, in: collection) }
        }
        switch found {
        case nil: throw Problem(.notFound, "There is no document with this identifier.")
        case .deleted?: throw Problem(.gone, "The document was deleted.")
        case .document(let bytes, let modified)?:
            let date = HTTPDate.text(milliseconds: modified)
            if let since = scope.request.headers[.ifModifiedSince].flatMap(HTTPDate.seconds), modified / 1000 <= since {
                return Response(status: .notModified, headers: [.lastModified: date])
            }
            var response = one(bytes, fields(scope))
            response.headers[.lastModified] = date
            return response
        }
    }

    // MARK: Parts

    private static func number(
        _ scope: RequestScope, _ name: String, _ range: ClosedRange<Int>
    ) throws(Problem) -> Int? {
        guard let text = scope.query(name), !text.isEmpty else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw problem(name, "Parameter \(name) out of tolerance")
        }
        return number
    }

    static func problem(_ parameter: String, _ detail: String) -> Problem {
        Problem(.invalidRequest, "?\(parameter): \(detail)", faults: [Problem.Fault("?\(parameter)", detail)])
    }

    /// Returns the names of the fields of a response; nil for all fields.
    private static func fields(_ scope: RequestScope) -> Set<String>? {
        guard let text = scope.query("fields"), !text.isEmpty, text != "_all" else { return nil }
        return Set(text.split(separator: ",").map(String.init))
    }

    private static func selected(_ bytes: [UInt8], _ fields: Set<String>?) -> [UInt8] {
        guard let fields, case .object(let entries)? = JSONValue(String(decoding: bytes, as: UTF8.self)) else {
            return bytes
        }
        return JSONValue.object(entries.filter { fields.contains($0.key) }).bytes
    }

    private static func list(_ documents: ArraySlice<[UInt8]>, _ fields: Set<String>?) -> Response {
        var bytes: [UInt8] = Array(#"{"status":200,"result":["#.utf8)
        for (index, document) in documents.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += selected(document, fields)
        }
        return json(bytes + Array("]}".utf8))
    }

    private static func one(_ document: [UInt8], _ fields: Set<String>?) -> Response {
        json(Array(#"{"status":200,"result":"#.utf8) + selected(document, fields) + [UInt8(ascii: "}")])
    }

    private static func json(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func ok(_ scope: RequestScope, _ result: JSONValue) -> Response {
        scope.response(.object([("status", .integer(200)), ("result", result)]))
    }
}
