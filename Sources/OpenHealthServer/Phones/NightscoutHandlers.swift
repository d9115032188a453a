// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel

/// The handlers of version 1 of Nightscout's interface.
enum NightscoutHandlers {
    static let bindings =
        NightscoutRoutes.documents.map { route in
            RouteBinding(route.route) { scope in try await response(scope, route) }
        } + [
            RouteBinding(NightscoutRoutes.check, check), RouteBinding(NightscoutRoutes.verification, verify),
            RouteBinding(NightscoutRoutes.verificationJSON, verify), RouteBinding(NightscoutRoutes.status, status),
            RouteBinding(NightscoutRoutes.statusJSON, status),
            RouteBinding(NightscoutRoutes.entriesText) { scope in try await list(scope, .entries, asText: true) },
        ] + NightscoutReaderHandlers.bindings

    private static func response(
        _ scope: RequestScope, _ route: NightscoutRoutes.DocumentRoute
    ) async throws -> Response {
        switch route.operation {
        case .list: try await list(scope, route.collection)
        case .listSome: try await listSome(scope, route.collection)
        case .push: try await save(scope, route.collection, isPut: false)
        case .put: try await save(scope, route.collection, isPut: true)
        case .delete, .deleteOne: try await delete(scope, route.collection, isOne: route.operation == .deleteOne)
        }
    }

    // MARK: Saving

    /// Saves documents, and responds as Nightscout does: with the documents and their identifiers. Uploaders repeat a push with any other
    /// response, so what is refused is only listed on the Apps page.
    /// - Parameter isPut: Whether a single document is answered without a list, and one that was deleted is restored by the same content: xDrip+
    ///   repeats a deleted treatment with a PUT if the person takes the deletion back.
    private static func save(
        _ scope: RequestScope, _ collection: NightscoutCollection, isPut: Bool
    ) async throws -> Response {
        let body = try await scope.pushBody()
        guard case .memory(let buffer) = body else {
            return try await NightscoutLargePush.save(scope, body, in: collection, isPut: isPut)
        }
        let access = try scope.access()
        let response = try await scope.blocking {
            let now = scope.services.configuration.clock()
            let request = try PhoneHandlers.readable { () throws(FormatError) in
                try NightscoutReader.documents(buffer.readableBytesView, in: collection, now: now)
            }
            let (documents, receipt) = try access.save(request.documents, restoresDeleted: isPut) {
                NightscoutReader.reading($0, now: now)
            }
            scope.services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
            let responses = documents.map { named($0) }
            return isPut && !request.isArray ? responses.first ?? .null : .array(responses)
        }
        return scope.response(response)
    }

    /// Returns a document as it is answered: with its identifier, or without one if it is not kept. Loop and Trio count both as uploaded, and would
    /// otherwise send what is refused again and again.
    static func named(_ document: NightscoutDocument) -> JSONValue {
        guard document.fault != nil, case .object(let entries) = document.json else { return document.named }
        return .object(entries.filter { $0.key != "_id" })
    }

    private static func delete(
        _ scope: RequestScope, _ collection: NightscoutCollection, isOne: Bool
    ) async throws -> Response {
        var find = try find(scope)
        let id = isOne ? plain(try scope.path("id")) : "*"
        let isType = collection == .entries && types.contains(id)
        if id != "*", !isType { find.require("_id", id) }
        guard !find.isEmpty else {
            let detail = "Expected conditions: a request without them would delete everything."
            throw Problem(.invalidRequest, "?find: \(detail)", faults: [Problem.Fault("?find", detail)])
        }
        if isType { find.require("type", id) }
        let access = try scope.access()
        let selection = find.selection
        let count = try await scope.blocking {
            let now = scope.services.configuration.clock()
            return try access.deleteDocuments(in: collection, selection) { NightscoutReader.reading($0, now: now) }
        }
        return scope.response(
            .object([
                ("n", .integer(count)), ("ok", .integer(1)), ("acknowledged", .bool(true)),
                ("deletedCount", .integer(count)),
            ]))
    }

    // MARK: Reading

    /// The types of entries that a path can name.
    private static let types: Set = ["sgv", "mbg", "cal"]

    private static func list(
        _ scope: RequestScope, _ collection: NightscoutCollection, asText: Bool = false
    ) async throws -> Response {
        let find = try find(scope)
        let found = try await documents(scope, collection, find, count: count(scope, collection, find))
        let isText = asText || collection == .entries && NightscoutEntryText.isPreferred(scope)
        return isText ? NightscoutEntryText.response(found) : array(found)
    }

    /// Responds with entries of a type, the newest entry, the entry with an identifier, or the newest profile.
    private static func listSome(_ scope: RequestScope, _ collection: NightscoutCollection) async throws -> Response {
        var part = plain(try scope.path("id"))
        if collection == .profile {
            guard part == "current" else { throw Problem(.notFound, "There is no resource at this path.") }
            let newest = try await documents(scope, collection, NightscoutFind([]), count: 1)
            return json(newest.first ?? Array("null".utf8))
        }
        let hasEnding = part.hasSuffix(NightscoutEntryText.ending)
        if hasEnding { part.removeLast(NightscoutEntryText.ending.count) }
        var find = try find(scope)
        switch part {
        case "current": break
        case _ where types.contains(part): find.require("type", part)
        default: find.require("_id", part)
        }
        let count = part == "current" ? 1 : try count(scope, collection, find)
        let found = try await documents(scope, collection, find, count: count)
        return hasEnding || NightscoutEntryText.isPreferred(scope) ? NightscoutEntryText.response(found) : array(found)
    }

    /// Returns documents, newest first, as JSON in UTF-8.
    static func documents(
        _ scope: RequestScope, _ collection: NightscoutCollection, _ find: NightscoutFind, count: Int
    ) async throws -> [[UInt8]] {
        let access = try scope.access()
        let selection = find.selection
        if count == 0 { return [] }
        return try await scope.blocking {
            try access.documents(
                in: collection, selection, limit: count, samples: NightscoutSamples.types(of: collection)
            ) { NightscoutSamples.document($0, in: collection) }
        }
    }

    private static func count(
        _ scope: RequestScope, _ collection: NightscoutCollection, _ find: NightscoutFind
    ) throws(Problem) -> Int {
        guard let text = scope.query("count"), !text.isEmpty else {
            return collection == .treatments ? find.isEmpty ? 100 : 1000 : 10
        }
        // As on a server of Nightscout, 0 is no limit with conditions, and no document without them.
        if text == "0" { return find.selectsAllOfType ? 0 : NightscoutRoutes.maximumCount }
        guard let count = Int(text), count > 0 else {
            let detail = "Expected an integer of at least 0."
            throw Problem(.invalidRequest, "?count: \(detail)", faults: [Problem.Fault("?count", detail)])
        }
        return min(count, NightscoutRoutes.maximumCount)
    }

    private static func find(_ scope: RequestScope) throws(Problem) -> NightscoutFind {
        do {
            return try NightscoutFind(parameters(scope))
        } catch {
            throw Problem(
                .invalidRequest, "?\(error.parameter): \(error.detail)",
                faults: [Problem.Fault("?\(error.parameter)", error.detail)])
        }
    }

    /// Returns the decoded parameters of a request in their order; a plus sign is a space.
    static func parameters(_ scope: RequestScope) -> [(name: String, value: String)] {
        func decoded(_ text: Substring) -> String {
            let spaced = String(text).replacing("+", with: " ")
            return spaced.removingPercentEncoding ?? spaced
        }
        return (scope.request.uri.query ?? "").split(separator: "&").map { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    /// Returns the last part of a path without `.json`.
    static func plain(_ part: String) -> String {
        let part = part.removingPercentEncoding ?? part
        return part.hasSuffix(".json") ? String(part.dropLast(".json".count)) : part
    }

    private static func array(_ documents: [[UInt8]]) -> Response {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        bytes.reserveCapacity(documents.reduce(2) { $0 + $1.count + 1 })
        for (index, document) in documents.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += document
        }
        bytes.append(UInt8(ascii: "]"))
        return json(bytes)
    }

    private static func json(_ bytes: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Status

    private static func check(_ scope: RequestScope) async throws -> Response {
        scope.response(.object([("status", .integer(200)), ("message", .string("ok"))]))
    }

    private static func verify(_ scope: RequestScope) async throws -> Response {
        scope.response(
            .object([
                ("status", .integer(200)),
                (
                    "message",
                    .object([
                        ("canRead", .bool(true)), ("canWrite", .bool(!scope.principal.isReader)),
                        ("isAdmin", .bool(false)),
                        ("message", .string("OK")), ("rolefound", .string("FOUND")), ("permissions", .string("ROLE")),
                    ])
                ),
            ]))
    }

    /// The settings that readers need. The limits are the usual ones of a server of Nightscout, in mg/dL.
    private static let settings = JSONValue.object([
        ("units", .string("mg/dl")),
        (
            "thresholds",
            .object([
                ("bgHigh", .integer(260)), ("bgTargetTop", .integer(180)), ("bgTargetBottom", .integer(80)),
                ("bgLow", .integer(55)),
            ])
        ),
    ])

    private static func status(_ scope: RequestScope) async throws -> Response {
        let now = scope.services.configuration.clock()
        return scope.response(
            .object([
                ("status", .string("ok")), ("name", .string("OpenHealthKit")),
                ("version", .string(scope.services.configuration.version)), ("serverTime", .string(APIDate.text(now))),
                ("serverTimeEpoch", .integer(NightscoutSamples.milliseconds(now))), ("apiEnabled", .bool(true)),
                ("careportalEnabled", .bool(true)), ("settings", settings),
            ]))
    }
}
