// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes for the owner's sessions.
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
    static func ended(_ exchange: Exchange) -> Response {
        Response(status: .noContent, headers: HTTPFields(cookies: [SessionCookie.taking(exchange.services)]))
    }

    private static func signOut(_ exchange: Exchange) async throws -> Response {
        let (owner, id) = (exchange.services.owner, try exchange.owner().id)
        try await exchange.blocking { _ = try owner.signOut(id) }
        return ended(exchange)
    }

    private static func confirm(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["passphrase"])
        try await OwnerDoor(exchange).confirm(try body.required("passphrase").string())
        return exchange.done()
    }

    private static func list(_ exchange: Exchange) async throws -> Response {
        let (owner, current) = (exchange.services.owner, try exchange.owner().id)
        let sessions = try await exchange.blocking { try owner.sessions() }
        return exchange.answer(
            .object([("sessions", .array(sessions.map { json($0, isCurrent: $0.id == current) }))]))
    }

    private static func json(_ session: StoredOwnerSession, isCurrent: Bool) -> JSONValue {
        .object([
            ("id", .string(String(session.id))), ("created", .string(APIDate.text(session.created))),
            ("used", .string(APIDate.text(session.used))), ("confirmed", .string(APIDate.text(session.confirmed))),
            ("address", .string(session.address)), ("agent", .string(session.agent)), ("isCurrent", .bool(isCurrent)),
        ])
    }

    private static func endAll(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        try await exchange.blocking { try owner.signOutEverywhere() }
        return ended(exchange)
    }

    private static func end(_ exchange: Exchange) async throws -> Response {
        let (owner, current) = (exchange.services.owner, try exchange.owner().id)
        guard let id = Int64(try exchange.path("id")), try await exchange.blocking({ try owner.signOut(id) }) else {
            throw Problem(.notFound, "There is no such session. It may have ended.")
        }
        return id == current ? ended(exchange) : exchange.done()
    }
}
