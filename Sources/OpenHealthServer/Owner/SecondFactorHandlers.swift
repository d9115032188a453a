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

    private static func show(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let factor = try await scope.blocking { try database.ownerSecondFactor() }
        var entries: [(key: String, value: JSONValue)] = [
            ("isEnabled", .bool(factor != nil)), ("recoveryCodes", .integer(factor?.recoveryCodes ?? 0)),
        ]
        if let factor { entries.append(("created", .string(APIDate.text(factor.created)))) }
        return scope.answer(.object(entries))
    }

    private static func begin(_ scope: RequestScope) async throws -> Response {
        try scope.checkConfirmed()
        let key = SecondFactor.newKey()
        scope.services.owner.offer(key, to: try scope.owner())
        let uri = SecondFactor.uri(key)
        var entries: [(key: String, value: JSONValue)] = [("key", .string(Base32.text(key))), ("uri", .string(uri))]
        if let code = QRCode(uri) {
            entries.append(
                (
                    "qrCode",
                    .object([
                        ("size", .integer(code.size + 2 * QRCode.margin)), ("path", .string(code.path)),
                    ])
                ))
        }
        return scope.answer(.object(entries), status: .created)
    }

    private static func enable(_ scope: RequestScope) async throws -> Response {
        try scope.checkConfirmed()
        let (body, session, owner) = (try await scope.json(), try scope.owner(), scope.services.owner)
        try body.check(keys: ["code"])
        let field = try body.required("code")
        let code = try field.string()
        guard let key = owner.offered(to: session) else {
            throw Problem(.conflict, "There is no new key, or it has expired. Request one with POST /v1/owner/totp.")
        }
        try await SignInService(scope).countAttempt()
        let now = scope.services.configuration.clock()
        let codes = try await scope.blocking { try owner.secondFactor.enable(key, code: code, at: now) }
        guard let codes else {
            throw field.problem(
                "This is not the current code. Compare the clocks, and try the next code.", kind: .invalidArgument
            )
        }
        owner.offer(nil, to: session)
        return scope.answer(json(codes))
    }

    private static func disable(_ scope: RequestScope) async throws -> Response {
        try scope.checkConfirmed()
        let database = scope.database
        try await scope.blocking { _ = try database.removeOwnerSecondFactor() }
        return scope.done()
    }

    private static func renew(_ scope: RequestScope) async throws -> Response {
        try scope.checkConfirmed()
        let owner = scope.services.owner
        guard let codes = try await scope.blocking({ try owner.secondFactor.renewCodes() }) else {
            throw Problem(.conflict, "No second factor is in use, so there are no codes to replace.")
        }
        return scope.answer(json(codes))
    }

    private static func json(_ codes: [String]) -> JSONValue {
        .object([("recoveryCodes", .array(codes.map(JSONValue.string)))])
    }
}
