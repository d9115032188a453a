// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the owner's second factor.
enum SecondFactorHandlers {
    static let bindings = [
        RouteBinding(SecondFactorRoutes.show, show),
        RouteBinding(SecondFactorRoutes.begin, begin),
        RouteBinding(SecondFactorRoutes.enable, enable),
        RouteBinding(SecondFactorRoutes.disable, disable),
        RouteBinding(SecondFactorRoutes.renew, renew),
    ]

    private static func show(_ scope: RequestScope) async throws -> SecondFactorJSON {
        let database = scope.database
        let factor = try await scope.blocking { try database.owner.secondFactor() }
        return (isEnabled: factor != nil, recoveryCodes: factor?.recoveryCodes ?? 0, created: factor?.created)
    }

    private static func begin(_ scope: RequestScope) async throws -> SecondFactorOfferJSON {
        try scope.checkConfirmed()
        let key = SecondFactor.newKey()
        scope.services.owner.offer(key, to: try scope.owner())
        let uri = SecondFactor.uri(key)
        let image = QRCode(uri).map { (size: $0.size + 2 * QRCode.margin, path: $0.path) }
        return (key: Base32.text(key), uri: uri, image: image)
    }

    private static func enable(_ scope: RequestScope, _ code: String) async throws -> [String] {
        try scope.checkConfirmed()
        let (session, owner) = (try scope.owner(), scope.services.owner)
        guard let key = owner.offered(to: session) else {
            throw Problem(.conflict, "There is no new key, or it has expired. Request one with POST /v1/owner/totp.")
        }
        try await SignInService(scope).countAttempt()
        let now = scope.services.configuration.clock()
        let codes = try await scope.blocking { try owner.secondFactor.enable(key, code: code, at: now) }
        guard let codes else {
            let detail = "This is not the current code. Compare the clocks, and try the next code."
            throw Problem(.invalidArgument, "/code: " + detail, faults: [Problem.Fault("/code", detail)])
        }
        owner.offer(nil, to: session)
        return codes
    }

    private static func disable(_ scope: RequestScope) async throws {
        try scope.checkConfirmed()
        let database = scope.database
        try await scope.blocking { _ = try database.owner.removeSecondFactor() }
    }

    private static func renew(_ scope: RequestScope) async throws -> [String] {
        try scope.checkConfirmed()
        let owner = scope.services.owner
        guard let codes = try await scope.blocking({ try owner.secondFactor.renewCodes() }) else {
            throw Problem(.conflict, "No second factor is in use, so there are no codes to replace.")
        }
        return codes
    }
}
