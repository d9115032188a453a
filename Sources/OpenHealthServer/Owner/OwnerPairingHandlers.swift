// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the routes for pairing codes and the registration of apps.
enum OwnerPairingHandlers {
    static let bindings = [
        RouteBinding(OwnerPairingRoutes.makeCode) { try await code($0, for: nil, endsToken: false) },
        RouteBinding(OwnerPairingRoutes.renewToken, renewToken),
        RouteBinding(OwnerPairingRoutes.registration, registration),
        RouteBinding(OwnerPairingRoutes.setRegistration, setRegistration),
        RouteBinding(OwnerPairingRoutes.acceptName, acceptName),
        RouteBinding(OwnerPairingRoutes.refuseName, refuseName),
    ]

    private static func code(_ exchange: Exchange, for app: String?, endsToken: Bool) async throws -> Response {
        let apps = exchange.services.apps
        let (code, expires) = try await exchange.changing { try apps.pairingCode(for: app, endsToken: endsToken) }
        return exchange.answer(
            .object([
                ("code", .string(code.text)), ("expires", .string(APIDate.text(expires))),
                ("link", .string(code.link(to: exchange.services.publicURL))),
            ]), status: .created)
    }

    private static func renewToken(_ exchange: Exchange) async throws -> Response {
        let app = try exchange.appIdentifier()
        guard PairingCode.canRegister(app) else {
            throw Problem(.notFound, "There is no app with this identifier that can register.")
        }
        // The token for such a code has the permissions of the app.
        try exchange.checkConfirmed()
        let body = try await exchange.json()
        try body.check(keys: ["endsToken"])
        return try await code(exchange, for: app, endsToken: try body.optional("endsToken")?.bool() ?? false)
    }

    private static func registration(_ exchange: Exchange) async throws -> Response {
        let database = exchange.database
        let isOpen = try await exchange.blocking { try database.isRegistrationOpen() }
        return exchange.answer(.object([("open", .bool(isOpen))]))
    }

    private static func setRegistration(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["open"])
        let (database, isOpen) = (exchange.database, try body.required("open").bool())
        if isOpen { try exchange.checkConfirmed() }
        try await exchange.change { try database.setRegistrationOpen(isOpen) }
        return exchange.done()
    }

    private static func acceptName(_ exchange: Exchange) async throws -> Response {
        let body = try await exchange.json()
        try body.check(keys: ["name"])
        return try await answer(exchange, try body.required("name").string(), isAccepted: true)
    }

    private static func refuseName(_ exchange: Exchange) async throws -> Response {
        try await answer(exchange, exchange.query("name") ?? "", isAccepted: false)
    }

    private static func answer(_ exchange: Exchange, _ name: String, isAccepted: Bool) async throws -> Response {
        let (apps, app) = (exchange.services.apps, try exchange.appIdentifier())
        try await exchange.change { try apps.answer(rename: name, of: app, isAccepted: isAccepted) }
        return exchange.done()
    }
}
