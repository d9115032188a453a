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
    static func add(_ scope: RequestScope, _ request: WebhookRequestJSON) async throws -> Response {
        let session = try scope.session()
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let added = try await scope.blocking {
            try session.checkReadable(request.types)
            let most = try session.database.limit(.webhooks, of: session.app.identifier)
            let webhook = try session.database.addWebhook(
                session.app, url: request.address.text, secret: secret, types: request.types.map(\.identifier).sorted(),
                frequency: request.frequency, at: session.clock(), most: most)
            guard let webhook else { throw QuotaExceeded(quota: .webhooks, limit: most) }
            return webhook
        }
        let answer = (webhook: WebhookJSON(added.webhook), secret: WebhookSignature.text(of: secret))
        return scope.answer(JSONFormat.newWebhook.json(answer), status: added.isNew ? .created : .ok)
    }

    static func list(_ scope: RequestScope) async throws -> [WebhookJSON] {
        let (database, app) = (scope.database, try scope.app().identifier)
        return try await scope.blocking { try database.webhooks(of: app) }.map(WebhookJSON.init)
    }

    static func remove(_ scope: RequestScope) async throws {
        let (database, app) = (scope.database, try scope.app().identifier)
        let missing = Problem(.notFound, "The app has no such webhook. GET /v1/webhooks lists them.")
        guard let id = UUID(uuidString: try scope.path("id")) else { throw missing }
        guard try await scope.blocking({ try database.removeWebhook(id, of: app) }) else { throw missing }
    }
}

extension WebhookJSON {
    /// Creates the form of a webhook for its app. Individual failures and their kinds are omitted, because they would reveal
    /// which service listens at an address, and a rejected host is reported like a waiting one.
    fileprivate init(_ webhook: Webhook) {
        let state: State =
            webhook.decision != .approved
            ? .waiting : webhook.failures < WebhookPolicy().attempts ? .active : .stopped
        self.init(
            id: webhook.id, url: webhook.url, types: webhook.types, frequency: webhook.frequency, state: state,
            created: webhook.created, delivered: webhook.delivered)
    }
}
