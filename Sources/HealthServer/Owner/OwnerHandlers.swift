// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird

/// Answers the routes about what only the owner may do.
enum OwnerHandlers {
    static let bindings =
        [
            RouteBinding(OwnerRoutes.setUp, setUp),
            RouteBinding(OwnerRoutes.signIn, signIn),
            RouteBinding(OwnerRoutes.session) { $0.answer(json(try $0.owner())) },
            RouteBinding(OwnerRoutes.signOut, signOut),
            RouteBinding(OwnerRoutes.changePassphrase, changePassphrase),
        ] + OwnerAppHandlers.bindings + OwnerRequestHandlers.bindings + PreferenceHandlers.bindings
        + OwnerSourceHandlers.bindings

    private static func setUp(_ exchange: Exchange) async throws -> Response {
        try SameOrigin.check(exchange.request, exchange.services)
        let body = try await exchange.json()
        try body.check(keys: ["code", "passphrase"])
        let passphrase = try newPassphrase(body.required("passphrase"))
        let session = try await OwnerDoor(exchange).setUp(
            code: try body.required("code").string(), passphrase: passphrase)
        return exchange.answer(
            json(session), status: .created, headers: [.setCookie: SessionCookie.giving(session)])
    }

    private static func signIn(_ exchange: Exchange) async throws -> Response {
        try SameOrigin.check(exchange.request, exchange.services)
        let body = try await exchange.json()
        try body.check(keys: ["passphrase"])
        let session = try await OwnerDoor(exchange).signIn(try body.required("passphrase").string())
        return exchange.answer(json(session), headers: [.setCookie: SessionCookie.giving(session)])
    }

    private static func signOut(_ exchange: Exchange) async throws -> Response {
        let (owner, session) = (exchange.services.owner, try exchange.owner())
        try await exchange.blocking { try owner.signOut(session) }
        return Response(status: .noContent, headers: [.setCookie: SessionCookie.taking])
    }

    private static func changePassphrase(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["old", "new"])
        let passphrase = try newPassphrase(body.required("new"))
        // Proves that it is the owner who sits there.
        _ = try await OwnerDoor(exchange).signIn(try body.required("old").string())
        _ = try await exchange.services.owner.setPassphrase(passphrase)
        return Response(status: .noContent, headers: [.setCookie: SessionCookie.taking])
    }

    private static func newPassphrase(_ json: JSONReader) throws(Problem) -> String {
        let text = try json.string()
        if let fault = Passphrase.fault(text) { throw json.problem(fault.detail) }
        return text
    }

    private static func json(_ session: OwnerSession) -> JSONValue {
        .object([("csrfToken", .string(session.formToken))])
    }
}
