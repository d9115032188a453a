// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the owner's routes for requests of apps.
enum OwnerRequestHandlers {
    static let bindings = [
        RouteBinding(OwnerRoutes.requests, list),
        RouteBinding(OwnerRoutes.answer, answer),
    ]

    private static func list(_ scope: RequestScope) async throws -> Response {
        let (database, horizon) = (scope.database, scope.services.requests.horizon)
        let requests = try await scope.blocking {
            try database.openAuthorizationRequests(since: horizon).map { json($0, try database.objectTexts($0)) }
        }
        return scope.answer(.object([("requests", .array(requests))]))
    }

    private static func json(_ request: StoredAuthorizationRequest, _ objects: [ObjectCandidate]) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("id", .string(request.id.uuidString)), ("app", AppDescription(request.app).json),
            ("share", .array(request.share.map(JSONValue.string))),
            ("read", .array(request.read.map(JSONValue.string))),
        ]
        if request.predicate != nil {
            entries.append(
                (
                    "objects",
                    .array(
                        objects.map { .object([("uuid", .string($0.uuid.uuidString)), ("text", .string($0.text))]) })
                ))
        }
        entries.append(("created", .string(APIDate.text(request.created))))
        return .object(entries)
    }

    private static func answer(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: ["all", "share", "read", "since", "objects"])
        guard let id = UUID(uuidString: try scope.path("id")) else { throw notFound }
        let database = scope.database
        guard let stored = try await scope.blocking({ try database.authorizationRequest(id) }) else {
            throw notFound
        }
        let objects = try await objects(body, of: stored, scope)
        let answer = try answer(body, to: stored)
        if answer.isGrant || !objects.isEmpty { try scope.checkConfirmed() }
        guard try await scope.services.requests.answer(id, answer, objects: objects) else {
            throw Problem(.conflict, "The request has been answered already.")
        }
        return scope.done()
    }

    private static var notFound: Problem { Problem(.notFound, "There is no such request, or it is long past.") }

    private static func objects(
        _ body: JSONReader, of stored: StoredAuthorizationRequest, _ scope: RequestScope
    ) async throws -> Set<UUID> {
        if let list = try body.optional("objects") {
            return Set(try list.array(most: 100_000).map { reader throws(Problem) in try reader.uuid() })
        }
        guard try body.optional("all").map(isAllowed) == true else { return [] }
        let database = scope.database
        return try await scope.blocking { Set(try database.objectTexts(stored).map(\.uuid)) }
    }

    private static func answer(
        _ body: JSONReader, to stored: StoredAuthorizationRequest
    ) throws -> AuthorizationAnswer {
        let since = try body.optional("since")?.date()
        func read(_ isAllowed: Bool) -> AppPermission.Read {
            isAllowed ? since.map { .limited(since: $0) } ?? .authorized : .denied
        }
        var answer = AuthorizationAnswer()
        if let all = try body.optional("all").map(isAllowed) {
            for type in stored.request.share { answer.share[type] = all ? .authorized : .denied }
            for type in stored.request.read { answer.read[type] = read(all) }
        }
        for (name, entry) in try body.optional("share")?.entries() ?? [] {
            let type = try TypeNames.objectType(name, at: entry.pointer)
            answer.share[type] = try isAllowed(entry) ? .authorized : .denied
        }
        for (name, entry) in try body.optional("read")?.entries() ?? [] {
            let type = try TypeNames.objectType(name, at: entry.pointer)
            answer.read[type] = read(try isAllowed(entry))
        }
        let isAsked =
            answer.share.keys.allSatisfy { type in stored.request.share.contains { $0 == type } }
            && answer.read.keys.allSatisfy(stored.request.read.contains)
        guard isAsked else {
            throw Problem(.invalidArgument, "The answer names a type that the request does not ask for. Leave it out.")
        }
        return answer
    }

    private static func isAllowed(_ json: JSONReader) throws(Problem) -> Bool {
        switch try json.string() {
        case "authorized": return true
        case "denied": return false
        default: throw json.problem("Expected denied or authorized.")
        }
    }
}
