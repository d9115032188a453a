// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// Answers the routes about apps and their tokens.
enum AppHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(AppRoutes.register.route, register),
        RouteBinding(AppRoutes.show) { $0.answer(AppDescription(try $0.app()).json) },
        RouteBinding(AppRoutes.describe, describe),
        RouteBinding(AppRoutes.rotate, rotate),
        RouteBinding(AppRoutes.remove, remove),
    ]

    private static func register(_ exchange: Exchange) async throws -> Response {
        try exchange.services.rates.registrations.count(
            ClientAddress(exchange.clientAddress), "Too many apps have registered from this address. Wait.")
        let registration = try AppRoutes.register.read(try await exchange.body())
        let app = registration.app.identity
        var code: PairingCode?
        if let text = registration.pairingCode {
            code = PairingCode(text)
            // A text that is not a code is refused like a wrong code.
            if code == nil { throw AppDirectory.isNotInvited }
            try exchange.services.rates.pairing.count(0, "Too many pairing codes have been tried. Wait.")
        }
        guard !WebApp.owns(app.identifier) else {
            throw Problem(
                .conflict,
                "This identifier is that of the daemon's own pages, and nobody else can have it. Choose another.",
                faults: [Problem.Fault("/identifier", "This has to be another identifier.")])
        }
        let apps = exchange.services.apps
        let (registered, token) = try await exchange.blocking { [code] in try apps.register(app, code: code) }
        return exchange.answer(json(token, registered), to: AppRoutes.register)
    }

    private static func describe(_ exchange: Exchange) async throws -> Response {
        let described = try AppDescription(await exchange.json())
        guard try described.identifier == exchange.app().identifier else {
            throw Problem(
                .conflict,
                "The identifier is not the one that this token belongs to. Register the other app by itself.",
                faults: [Problem.Fault("/identifier", "This has to be the identifier that the app has registered.")])
        }
        let apps = exchange.services.apps
        let app = try await exchange.blocking { try apps.describe(described.identity) }
        return exchange.answer(AppDescription(app).json)
    }

    private static func rotate(_ exchange: Exchange) async throws -> AppTokenJSON {
        let app = try exchange.app()
        guard let old = Authentication.bearer(exchange.request) else {
            throw Problem(.unauthenticated, "Send the token that is to be replaced.")
        }
        let apps = exchange.services.apps
        let token = try await exchange.blocking { try apps.rotate(old) }
        return json(token, app)
    }

    private static func remove(_ exchange: Exchange) async throws -> Response {
        let app = try exchange.app()
        let apps = exchange.services.apps
        // Not released: whoever registers the identifier anew would have the samples that it has saved, so that is for the
        // owner to allow, unless there are none.
        try await exchange.blocking { try apps.leave(app.identifier) }
        return exchange.done()
    }

    private static func json(_ token: String, _ app: AppIdentity) -> AppTokenJSON {
        AppTokenJSON(identifier: app.identifier, token: token)
    }
}

extension AppDescription {
    /// What an app has told of itself.
    init(_ app: AppIdentity) {
        self.init(
            identifier: app.identifier, name: app.name, version: app.version, productType: app.productType,
            operatingSystemVersion: app.operatingSystemVersion)
    }

    /// Who the app is to the store.
    var identity: AppIdentity {
        AppIdentity(
            identifier: identifier, name: name, version: version, productType: productType,
            operatingSystemVersion: operatingSystemVersion)
    }
}
