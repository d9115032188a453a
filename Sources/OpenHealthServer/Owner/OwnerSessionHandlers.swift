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
        RouteBinding(OwnerRoutes.session) { $0.answer(json(try $0.owner())) },
        RouteBinding(OwnerRoutes.signOut, signOut),
        RouteBinding(OwnerRoutes.confirm, confirm),
        RouteBinding(OwnerRoutes.sessions, list),
        RouteBinding(OwnerRoutes.endSessions, endAll),
        RouteBinding(OwnerRoutes.endSession, end),
    ]

    /// Returns the JSON of a session for a client that has its token or has just signed in.
    static func json(_ session: OwnerSession) -> JSONValue {
        .object([("csrfToken", .string(session.formToken))])
    }

    /// Returns an answer that removes the session from the browser.
    static func ended(_ scope: RequestScope) -> Response {
        Response(status: .noContent, headers: HTTPFields(cookies: [SessionCookie.taking(scope.services)]))
    }

    private static func signOut(_ scope: RequestScope) async throws -> Response {
        let (owner, id) = (scope.services.owner, try scope.owner().id)
        try await scope.blocking { _ = try owner.signOut(id) }
        return ended(scope)
    }

    private static func confirm(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: ["passphrase"])
        try await SignInService(scope).confirm(try body.required("passphrase").string())
        return scope.done()
    }

    private static func list(_ scope: RequestScope) async throws -> Response {
        let (owner, current) = (scope.services.owner, try scope.owner().id)
        let sessions = try await scope.blocking { try owner.sessions() }
        return scope.answer(
            .object([("sessions", .array(sessions.map { json($0, isCurrent: $0.id == current) }))]))
    }

    private static func json(_ session: StoredOwnerSession, isCurrent: Bool) -> JSONValue {
        .object([
            ("id", .string(String(session.id))), ("created", .string(APIDate.text(session.created))),
            ("used", .string(APIDate.text(session.used))), ("confirmed", .string(APIDate.text(session.confirmed))),
            ("address", .string(session.address)), ("agent", .string(session.agent)), ("isCurrent", .bool(isCurrent)),
        ])
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
