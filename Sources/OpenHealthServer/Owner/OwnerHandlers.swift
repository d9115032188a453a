// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes about what only the owner may do.
enum OwnerHandlers {
    static let bindings =
        [
            RouteBinding(OwnerRoutes.setUp, setUp),
            RouteBinding(OwnerRoutes.signIn, signIn),
            RouteBinding(OwnerRoutes.changePassphrase, changePassphrase),
        ] + OwnerSessionHandlers.bindings + OwnerAppHandlers.bindings + OwnerRequestHandlers.bindings
        + PreferenceHandlers.bindings + OwnerSourceHandlers.bindings + OwnerPairingHandlers.bindings
        + OwnerAccessHandlers.bindings + OwnerQuotaHandlers.bindings

    private static func setUp(_ exchange: Exchange) async throws -> Response {
        try SameOrigin.check(exchange.request, exchange.services)
        let body = try await exchange.json()
        try body.check(keys: ["code", "passphrase"])
        let passphrase = try newPassphrase(body.required("passphrase"))
        let new = try await OwnerDoor(exchange).setUp(
            code: try body.required("code").string(), passphrase: passphrase)
        return answer(exchange, new, status: .created)
    }

    private static func signIn(_ exchange: Exchange) async throws -> Response {
        try SameOrigin.check(exchange.request, exchange.services)
        let body = try await exchange.json()
        try body.check(keys: ["passphrase", "code"])
        let new = try await OwnerDoor(exchange).signIn(
            try body.required("passphrase").string(), code: try body.optional("code")?.string())
        return answer(exchange, new)
    }

    private static func answer(
        _ exchange: Exchange, _ new: NewSession, status: HTTPResponse.Status = .ok
    ) -> Response {
        exchange.answer(
            OwnerSessionHandlers.json(new.session), status: status,
            headers: HTTPFields(cookies: SessionCookie.giving(new, exchange.services)))
    }

    private static func changePassphrase(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["old", "new"])
        let passphrase = try newPassphrase(body.required("new"))
        // Proves that it is the owner who sits there.
        try await OwnerDoor(exchange).confirm(try body.required("old").string())
        _ = try await exchange.services.owner.setPassphrase(passphrase)
        return OwnerSessionHandlers.ended(exchange)
    }

    private static func newPassphrase(_ json: JSONReader) throws(Problem) -> String {
        let text = try json.string()
        if let fault = Passphrase.fault(text) { throw json.problem(fault.detail) }
        return text
    }
}
