// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the owner's sessions.
enum OwnerSessionHandlers {
    static let bindings = [
        RouteBinding(OwnerRoutes.session) { try $0.owner().formToken },
        RouteBinding(OwnerRoutes.signOut.route, signOut),
        RouteBinding(OwnerRoutes.confirm) { scope, passphrase in
            try await SignInService(scope).confirm(passphrase)
        },
        RouteBinding(OwnerRoutes.sessions, list),
        RouteBinding(OwnerRoutes.endSessions.route, endAll),
        RouteBinding(OwnerRoutes.endSession.route, end),
    ]

    /// Returns a response that removes the session from the browser.
    static func ended(_ scope: RequestScope) -> Response {
        Response(status: .noContent, headers: HTTPFields(cookies: [OwnerSessionCookie.taking(scope.services)]))
    }

    private static func signOut(_ scope: RequestScope) async throws -> Response {
        let (owner, id) = (scope.services.owner, try scope.owner().id)
        try await scope.blocking { _ = try owner.signOut(id) }
        return ended(scope)
    }

    private static func list(_ scope: RequestScope) async throws -> [OwnerSessionEntryJSON] {
        let (owner, current) = (scope.services.owner, try scope.owner().id)
        return try await scope.blocking { try owner.sessions() }.map { session in
            OwnerSessionEntryJSON(
                id: String(session.id), created: session.created, used: session.used, confirmed: session.confirmed,
                address: session.address, agent: session.agent, isCurrent: session.id == current)
        }
    }

    private static func endAll(_ scope: RequestScope) async throws -> Response {
        let owner = scope.services.owner
        try await scope.blocking { try owner.signOutEverywhere() }
        return ended(scope)
    }

    private static func end(_ scope: RequestScope) async throws -> Response {
        let (owner, current) = (scope.services.owner, try scope.owner().id)
        guard let id = Int64(try scope.path("id")), try await scope.blocking({ try owner.signOut(id) }) else {
            throw Problem(.notFound, "There is no such session. It may have ended.")
        }
        return id == current ? ended(scope) : scope.done()
    }
}
