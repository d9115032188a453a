// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for apps and their tokens.
enum AppHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(AppRoutes.register.route, register),
        RouteBinding(AppRoutes.show, show),
        RouteBinding(AppRoutes.describe, describe),
        RouteBinding(AppRoutes.rotate, rotate),
        RouteBinding(AppRoutes.remove, remove),
    ]

    private static func register(_ scope: RequestScope) async throws -> Response {
        try scope.services.rates.registrations.count(
            ClientAddress(scope.clientAddress), "Too many apps have registered from this address. Wait.")
        let registration = try AppRoutes.register.read(try await scope.body())
        let app = registration.app
        var code: PairingCode?
        if let text = registration.pairingCode {
            code = PairingCode(text)
            // A string that is not a code is rejected like a wrong code.
            if code == nil { throw AppDirectory.isNotInvited }
            try scope.services.rates.pairing.count(0, "Too many pairing codes have been tried. Wait.")
        }
        guard !WebApp.owns(app.identifier) else {
            throw Problem(
                .conflict,
                "This identifier is reserved for the server's own pages. Choose another.",
                faults: [Problem.Fault("/identifier", "Expected another identifier.")])
        }
        let apps = scope.services.apps
        let (registered, token) = try await scope.blocking { [code] in try apps.register(app, code: code) }
        return scope.response(json(token, registered), to: AppRoutes.register)
    }

    /// The quotas whose use depends on nothing but the requests of the app.
    private static let counted: Set<AppQuota> = [
        .samplesPerDay, .webhooks, .openRequests, .keptResponses, .keptResponseBytes,
    ]

    private static func show(_ scope: RequestScope) async throws -> AppAccountJSON {
        let (app, database, services) = (try scope.app(), scope.database, scope.services)
        let now = services.configuration.clock()
        let isPages = app.identifier == WebApp.identity.identifier
        let quotas = try await scope.blocking {
            do {
                return isPages ? [] : try database.apps.quotas.all(of: app.identifier, at: now)
            } catch let error as StoreError where error.code == .notFound {
                // Another process has removed the app since its token was read.
                throw Authentication.unknownToken
            }
        }
        let rate = services.rates.apps.state(of: app.identifier)
        return AppAccountJSON(
            app,
            quotas: quotas.map { state in
                AppAccountJSON.Quota(
                    name: state.quota.rawValue, limit: state.limit,
                    used: counted.contains(state.quota) ? state.used : nil)
            }, requests: rate?.limit, seconds: rate?.window, serverVersion: services.configuration.version)
    }

    private static func describe(_ scope: RequestScope, _ described: AppIdentity) async throws -> AppIdentity {
        guard try described.identifier == scope.app().identifier else {
            throw Problem(
                .conflict,
                "The identifier does not belong to this token. Register the other app separately.",
                faults: [Problem.Fault("/identifier", "Expected the identifier that the app has registered.")])
        }
        let apps = scope.services.apps
        return try await scope.blocking { try apps.describe(described) }
    }

    private static func rotate(_ scope: RequestScope) async throws -> (identifier: String, token: String) {
        let app = try scope.app()
        guard let old = Authentication.bearer(scope.request) else {
            throw Problem(.unauthenticated, "Send the token that is to be replaced.")
        }
        guard !old.hasPrefix(Secret.accessPrefix) else {
            throw Problem(.conflict, "This is an access token. Get another one with the refresh token.")
        }
        let apps = scope.services.apps
        let token = try await scope.blocking { try apps.rotate(old) }
        return json(token, app)
    }

    private static func remove(_ scope: RequestScope) async throws {
        let app = try scope.app()
        let apps = scope.services.apps
        // Not released: a new registration of the identifier would get access to the samples that it has saved, so the owner must
        // allow that, unless there are none.
        try await scope.blocking { try apps.leave(app.identifier) }
    }

    private static func json(_ token: String, _ app: AppIdentity) -> (identifier: String, token: String) {
        (app.identifier, token)
    }
}
