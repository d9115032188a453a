// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for receivers.
enum WebhookHandlers {
    static func add(_ scope: RequestScope) async throws -> Response {
        let session = try scope.session()
        let body = try await scope.json()
        try body.check(keys: ["url", "types", "frequency"])
        let address = try WebhookAddress(body.required("url"))
        let types = try JSONFormat.sampleTypes.decode(try body.required("types"))
        let frequency = try JSONFormat.frequency.decode(try body.required("frequency"))
        guard !types.isEmpty else {
            throw try body.required("types").problem("Name the types to be told of.", kind: .invalidArgument)
        }
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let added = try await scope.blocking {
            try session.checkReadable(types)
            let most = try session.database.limit(.webhooks, of: session.app.identifier)
            let webhook = try session.database.addWebhook(
                session.app, url: address.text, secret: secret, types: types.map(\.identifier).sorted(),
                frequency: frequency, at: session.clock(), most: most)
            guard let webhook else { throw QuotaExceeded(quota: .webhooks, limit: most) }
            return webhook
        }
        let answer = JSONValue.object([
            ("webhook", json(added.webhook)), ("secret", .string(WebhookSignature.text(of: secret))),
        ])
        return scope.answer(answer, status: added.isNew ? .created : .ok)
    }

    static func list(_ scope: RequestScope) async throws -> Response {
        let (database, app) = (scope.database, try scope.app().identifier)
        let webhooks = try await scope.blocking { try database.webhooks(of: app) }
        return scope.answer(.object([("webhooks", .array(webhooks.map(json)))]))
    }

    static func remove(_ scope: RequestScope) async throws -> Response {
        let (database, app) = (scope.database, try scope.app().identifier)
        let missing = Problem(.notFound, "The app has no such receiver. GET /v1/webhooks lists them.")
        guard let id = UUID(uuidString: try scope.path("id")) else { throw missing }
        guard try await scope.blocking({ try database.removeWebhook(id, of: app) }) else { throw missing }
        return scope.done()
    }

    /// Returns a receiver as the app sees it. Single failures and their kinds are left out, since they would reveal which service
    /// listens at an address, and a refusal looks like waiting.
    private static func json(_ webhook: Webhook) -> JSONValue {
        let state =
            webhook.decision != .approved
            ? "waiting" : webhook.failures < WebhookPolicy().attempts ? "active" : "stopped"
        var entries: [(key: String, value: JSONValue)] = [
            ("id", .string(webhook.id.uuidString)), ("url", .string(webhook.url)),
            ("types", .array(webhook.types.map(JSONValue.string))),
            ("frequency", .string(FrequencyName.text(webhook.frequency))),
            ("state", .string(state)), ("created", .string(APIDate.text(webhook.created))),
        ]
        if let delivered = webhook.delivered { entries.append(("delivered", .string(APIDate.text(delivered)))) }
        return .object(entries)
    }
}
