// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for pairing codes and the registration of apps.
enum OwnerPairingHandlers {
    static let bindings = [
        RouteBinding(OwnerPairingRoutes.makeCode) { try await code($0, for: nil, endsToken: false) },
        RouteBinding(OwnerPairingRoutes.renewToken, renewToken),
        RouteBinding(OwnerPairingRoutes.registration, registration),
        RouteBinding(OwnerPairingRoutes.setRegistration, setRegistration),
        RouteBinding(OwnerPairingRoutes.acceptName, acceptName),
        RouteBinding(OwnerPairingRoutes.refuseName, refuseName),
    ]

    private static func code(_ scope: RequestScope, for app: String?, endsToken: Bool) async throws -> Response {
        let apps = scope.services.apps
        let (code, expires) = try await scope.changing { try apps.pairingCode(for: app, endsToken: endsToken) }
        return scope.answer(
            .object([
                ("code", .string(code.text)), ("expires", .string(APIDate.text(expires))),
                ("link", .string(code.link(to: scope.services.publicURL))),
            ]), status: .created)
    }

    private static func renewToken(_ scope: RequestScope) async throws -> Response {
        let app = try scope.appIdentifier()
        guard PairingCode.canRegister(app) else {
            throw Problem(.notFound, "There is no app with this identifier that can register.")
        }
        // The token for such a code has the permissions of the app.
        try scope.checkConfirmed()
        let body = try await scope.json()
        try body.check(keys: ["endsToken"])
        return try await code(scope, for: app, endsToken: try body.optional("endsToken")?.bool() ?? false)
    }

    private static func registration(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let isOpen = try await scope.blocking { try database.isRegistrationOpen() }
        return scope.answer(.object([("open", .bool(isOpen))]))
    }

    private static func setRegistration(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: ["open"])
        let (database, isOpen) = (scope.database, try body.required("open").bool())
        if isOpen { try scope.checkConfirmed() }
        try await scope.change { try database.setRegistrationOpen(isOpen) }
        return scope.done()
    }

    private static func acceptName(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: ["name"])
        return try await answer(scope, try body.required("name").string(), isAccepted: true)
    }

    private static func refuseName(_ scope: RequestScope) async throws -> Response {
        try await answer(scope, scope.query("name") ?? "", isAccepted: false)
    }

    private static func answer(_ scope: RequestScope, _ name: String, isAccepted: Bool) async throws -> Response {
        let (apps, app) = (scope.services.apps, try scope.appIdentifier())
        try await scope.change { try apps.answer(rename: name, of: app, isAccepted: isAccepted) }
        return scope.done()
    }
}
