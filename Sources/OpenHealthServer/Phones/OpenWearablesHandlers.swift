// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession

/// The handlers of the part of Open Wearables' interface that its SDK uses.
enum OpenWearablesHandlers {
    // MARK: Tokens

    /// Registers an app with a pairing code. The app that the owner created with the code has its permissions already.
    static func redeem(_ scope: RequestScope) async throws -> Response {
        let services = scope.services
        try services.rates.registrations.count(
            ClientAddress(scope.clientAddress), "Too many apps have registered from this address. Wait.")
        let text = try BodyReader.json(try await scope.body()).required("code").string()
        guard let code = PairingCode(text) else { throw AppDirectory.isNotInvited }
        try services.rates.pairing.count(0, "Too many pairing codes have been tried. Wait.")
        let (app, token) = try await scope.blocking {
            let database = scope.database
            guard
                let identifier = try database.apps.identifier(
                    ofPairingCode: code.hash, at: services.configuration.clock())
            else {
                throw AppDirectory.isNotInvited
            }
            let known = try database.apps.all().first { $0.identifier == identifier }
            return try services.apps.register(
                AppIdentity(identifier: identifier, name: known?.name ?? PhoneApp.openWearables.name), code: code)
        }
        return scope.response(response(app, token))
    }

    /// Responds with the token of the request. Tokens do not expire while they are used, so the SDK rarely asks.
    static func refresh(_ scope: RequestScope) async throws -> Response {
        let services = scope.services
        let token = try BodyReader.json(try await scope.body()).required("refresh_token").string()
        guard let app = try await services.apps.app(token: token, services.workers) else {
            try services.rates.wrongTokens.count(
                ClientAddress(scope.clientAddress), "Too many requests with unknown tokens. Wait.")
            throw Problem(.unauthenticated, "No app has this token. Connect the phone again on the Apps page.")
        }
        return scope.response(response(app, token))
    }

    private static func response(_ app: AppIdentity, _ token: String) -> JSONValue {
        .object([
            ("access_token", .string(token)), ("refresh_token", .string(token)), ("token_type", .string("bearer")),
            ("user_id", .string(user(app.identifier))), ("expires_in", .integer(Int(AppDirectory.idleSeconds))),
        ])
    }

    /// Returns the identifier of the user of an app, a UUID that is derived from the app.
    static func user(_ identifier: String) -> String {
        let digest = Array(SHA256.hash(data: Data("open wearables user \(identifier)".utf8)).prefix(16))
        let bytes = digest.enumerated().map { index, byte in
            index == 6 ? byte & 0x0f | 0x80 : index == 8 ? byte & 0x3f | 0x80 : byte
        }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }.lowercased()
    }

    // MARK: Pushes

    /// Stores a push. The SDK repeats a push with any other response than 202, so what is refused is only listed on the Apps page.
    static func sync(_ scope: RequestScope) async throws -> Response {
        try checkUser(scope)
        let receipt = try await scope.receipt { bytes, now, sink in
            try PhoneHandlers.readable { () throws(FormatError) in
                PushEnd(last: try OpenWearablesReader.batch(bytes, now: now, into: sink))
            }
        }
        let counts = receipt.allSamples + receipt.allAggregates
        return try accepted(
            scope,
            """
            \(counts.added) new, \(counts.replaced) replaced, \(counts.updated + counts.known) known, \
            \(receipt.refusals.count) refused, \(receipt.warnings.count) with remarks
            """)
    }

    static func logs(_ scope: RequestScope) async throws -> Response {
        try checkUser(scope)
        _ = try await scope.body()
        return try accepted(scope, "not stored")
    }

    private static func accepted(_ scope: RequestScope, _ text: String) throws -> Response {
        scope.response(
            .object([
                ("status_code", .integer(202)), ("response", .string(text)),
                ("user_id", .string(user(try scope.app().identifier))),
            ]), status: .accepted)
    }

    private static func checkUser(_ scope: RequestScope) throws {
        guard try scope.path("user").lowercased() == user(try scope.app().identifier) else {
            throw Problem(.notFound, "The user in the path is not that of the token.")
        }
    }
}
