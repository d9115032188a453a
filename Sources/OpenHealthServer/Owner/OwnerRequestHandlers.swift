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
        RouteBinding(OwnerRoutes.decide, decide),
    ]

    private static func list(_ scope: RequestScope) async throws -> [OpenRequestJSON] {
        let (database, horizon) = (scope.database, scope.services.requests.horizon)
        return try await scope.blocking {
            try database.requests.open(since: horizon).map { request in
                let objects = try database.requests.objectCandidates(of: request)
                return OpenRequestJSON(
                    id: request.id, app: request.app, share: request.share, read: request.read,
                    objects: request.predicate == nil ? nil : objects, created: request.created)
            }
        }
    }

    private static func decide(_ scope: RequestScope, _ given: RequestDecisionJSON) async throws {
        guard let id = UUID(uuidString: try scope.path("id")) else { throw notFound }
        let database = scope.database
        guard let stored = try await scope.blocking({ try database.requests.request(id) }) else {
            throw notFound
        }
        let objects = try await objects(given, of: stored, scope)
        let decision = try decision(given, on: stored)
        if decision.isGrant || !objects.isEmpty { try scope.checkConfirmed() }
        guard try await scope.services.requests.decide(id, decision, objects: objects) else {
            throw Problem(.conflict, "The request has already been answered.")
        }
    }

    private static var notFound: Problem { Problem(.notFound, "There is no such request, or it has expired.") }

    private static func objects(
        _ given: RequestDecisionJSON, of stored: StoredAuthorizationRequest, _ scope: RequestScope
    ) async throws -> Set<UUID> {
        if let objects = given.objects { return Set(objects) }
        guard given.all == true else { return [] }
        let database = scope.database
        return try await scope.blocking { Set(try database.requests.objectCandidates(of: stored).map(\.uuid)) }
    }

    private static func decision(
        _ given: RequestDecisionJSON, on stored: StoredAuthorizationRequest
    ) throws(Problem) -> AuthorizationDecision {
        func read(_ isAllowed: Bool) -> AppPermission.Read {
            isAllowed ? given.since.map { .limited(since: $0) } ?? .authorized : .denied
        }
        var decision = AuthorizationDecision()
        if let all = given.all {
            for type in stored.request.share { decision.share[type] = all ? .authorized : .denied }
            for type in stored.request.read { decision.read[type] = read(all) }
        }
        for (type, isAllowed) in given.share { decision.share[type] = isAllowed ? .authorized : .denied }
        for (type, isAllowed) in given.read { decision.read[type] = read(isAllowed) }
        let isAsked =
            decision.share.keys.allSatisfy { type in stored.request.share.contains { $0 == type } }
            && decision.read.keys.allSatisfy(stored.request.read.contains)
        guard isAsked else {
            throw Problem(
                .invalidArgument, "The decision names a type that the request does not ask for. Leave it out.")
        }
        return decision
    }
}
