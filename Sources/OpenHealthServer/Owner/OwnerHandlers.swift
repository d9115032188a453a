// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the owner only.
enum OwnerHandlers {
    static let bindings =
        [
            RouteBinding(OwnerRoutes.setUp, setUp),
            RouteBinding(OwnerRoutes.signIn, signIn),
            RouteBinding(OwnerRoutes.changePassphrase, changePassphrase),
        ] + OwnerSessionHandlers.bindings + OwnerAppHandlers.bindings + OwnerRequestHandlers.bindings
        + PreferenceHandlers.bindings + OwnerSourceHandlers.bindings + OwnerPairingHandlers.bindings
        + OwnerAccessHandlers.bindings + OwnerQuotaHandlers.bindings

    private static func setUp(_ scope: RequestScope) async throws -> Response {
        try SameOrigin.check(scope.request, scope.services)
        let body = try await scope.json()
        try body.check(keys: ["code", "passphrase"])
        let passphrase = try newPassphrase(body.required("passphrase"))
        let new = try await SignInService(scope).setUp(
            code: try body.required("code").string(), passphrase: passphrase)
        return answer(scope, new, status: .created)
    }

    private static func signIn(_ scope: RequestScope) async throws -> Response {
        try SameOrigin.check(scope.request, scope.services)
        let body = try await scope.json()
        try body.check(keys: ["passphrase", "code"])
        let new = try await SignInService(scope).signIn(
            try body.required("passphrase").string(), code: try body.optional("code")?.string())
        return answer(scope, new)
    }

    private static func answer(
        _ scope: RequestScope, _ new: NewSession, status: HTTPResponse.Status = .ok
    ) -> Response {
        scope.answer(
            OwnerSessionHandlers.json(new.session), status: status,
            headers: HTTPFields(cookies: SessionCookie.giving(new, scope.services)))
    }

    private static func changePassphrase(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: ["old", "new"])
        let passphrase = try newPassphrase(body.required("new"))
        // Proves that the sender is the owner.
        try await SignInService(scope).confirm(try body.required("old").string())
        _ = try await scope.services.owner.setPassphrase(passphrase)
        return OwnerSessionHandlers.ended(scope)
    }

    private static func newPassphrase(_ json: JSONReader) throws(Problem) -> String {
        let text = try json.string()
        if let fault = Passphrase.fault(text) { throw json.problem(fault.detail) }
        return text
    }
}
