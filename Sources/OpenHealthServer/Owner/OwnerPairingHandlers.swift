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
        RouteBinding(OwnerPairingRoutes.registration) { scope in
            let database = scope.database
            return try await scope.blocking { try database.isRegistrationOpen() }
        },
        RouteBinding(OwnerPairingRoutes.setRegistration, setRegistration),
        RouteBinding(OwnerPairingRoutes.acceptName) { try await answer($0, $1, isAccepted: true) },
        RouteBinding(OwnerPairingRoutes.refuseName) { scope in
            try await answer(scope, scope.query("name") ?? "", isAccepted: false)
        },
    ]

    private static func code(_ scope: RequestScope, for app: String?, endsToken: Bool) async throws -> PairingCodeJSON {
        let apps = scope.services.apps
        let (code, expires) = try await scope.changing { try apps.pairingCode(for: app, endsToken: endsToken) }
        return (code: code.text, expires: expires, link: code.link(to: scope.services.publicURL))
    }

    private static func renewToken(_ scope: RequestScope, endsToken: Bool) async throws -> PairingCodeJSON {
        let app = try scope.appIdentifier()
        guard PairingCode.canRegister(app) else {
            throw Problem(.notFound, "There is no app with this identifier that can register.")
        }
        // The token for such a code has the permissions of the app.
        try scope.checkConfirmed()
        return try await code(scope, for: app, endsToken: endsToken)
    }

    private static func setRegistration(_ scope: RequestScope, _ isOpen: Bool) async throws {
        let database = scope.database
        if isOpen { try scope.checkConfirmed() }
        try await scope.change { try database.setRegistrationOpen(isOpen) }
    }

    private static func answer(_ scope: RequestScope, _ name: String, isAccepted: Bool) async throws {
        let (apps, app) = (scope.services.apps, try scope.appIdentifier())
        try await scope.change { try apps.answer(rename: name, of: app, isAccepted: isAccepted) }
    }
}
