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
            RouteBinding(OwnerRoutes.setUp.route, setUp),
            RouteBinding(OwnerRoutes.signIn.route, signIn),
            RouteBinding(writing: OwnerRoutes.changePassphrase, changePassphrase),
        ] + OwnerSessionHandlers.bindings + OwnerAppHandlers.bindings + OwnerRequestHandlers.bindings
        + PreferenceHandlers.bindings + OwnerSourceHandlers.bindings + OwnerPairingHandlers.bindings
        + OwnerAccessHandlers.bindings + OwnerQuotaHandlers.bindings + OwnerMedicationHandlers.bindings
        + OwnerEffortHandlers.bindings

    private static func setUp(_ scope: RequestScope) async throws -> Response {
        try SameOrigin.check(scope.request, scope.services)
        let request = try OwnerRoutes.setUp.read(try await scope.body())
        let new = try await SignInService(scope).setUp(code: request.code, passphrase: request.passphrase)
        return response(scope, new, to: OwnerRoutes.setUp)
    }

    private static func signIn(_ scope: RequestScope) async throws -> Response {
        try SameOrigin.check(scope.request, scope.services)
        let request = try OwnerRoutes.signIn.read(try await scope.body())
        let new = try await SignInService(scope).signIn(request.passphrase, code: request.code)
        return response(scope, new, to: OwnerRoutes.signIn)
    }

    private static func response<Input>(
        _ scope: RequestScope, _ new: NewOwnerSession, to endpoint: Endpoint<Input, String>
    ) -> Response {
        scope.response(
            new.session.formToken, to: endpoint,
            headers: HTTPFields(cookies: OwnerSessionCookie.giving(new, scope.services)))
    }

    private static func changePassphrase(_ scope: RequestScope, _ change: PassphraseUpdateJSON) async throws -> Response
    {
        // This proves that the sender is the owner.
        try await SignInService(scope).confirm(change.old)
        _ = try await scope.services.owner.setPassphrase(change.new)
        return OwnerSessionHandlers.ended(scope)
    }
}
