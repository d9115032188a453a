// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The handlers of the routes for receivers.
enum WebhookHandlers {
    /// The seconds for which deliveries are signed with a replaced secret, too.
    private static let overlap = 86_400.0

    private static func newSecret() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    static func add(_ scope: RequestScope) async throws -> Response {
        let (body, access, secret) = (try await scope.body(), try scope.access(), newSecret())
        let once = try scope.onceRequest(body)
        let request = try DeliveryRoutes.addWebhook.read(body)
        return try await scope.once(
            location: { $0["webhook"]?["id"]?.string.map { "/v1/webhooks/" + $0 } }
        ) {
            try access.addWebhook(
                url: request.address.text, secret: secret, types: request.types, frequency: request.frequency,
                once: once
            ) { webhook, isNew in
                let response = (webhook: json(webhook, scope), secret: WebhookSignature.text(of: secret))
                return IdempotencyResponse(
                    status: isNew ? DeliveryRoutes.addWebhook.status : 200,
                    body: Data(JSONFormat.newWebhook.json(response).bytes))
            }
        }
    }

    static func list(_ scope: RequestScope) async throws -> [WebhookJSON] {
        let (database, app) = (scope.database, try scope.app().identifier)
        return try await scope.blocking { try database.webhooks.all(of: app) }.map { json($0, scope) }
    }

    static func remove(_ scope: RequestScope) async throws {
        let (database, app, id) = (scope.database, try scope.app().identifier, try id(scope))
        guard try await scope.blocking({ try database.webhooks.remove(id, of: app) }) else { throw missing }
    }

    static func set(_ scope: RequestScope, paused: Bool) async throws {
        let (database, app, id) = (scope.database, try scope.app().identifier, try id(scope))
        guard try await scope.blocking({ try database.webhooks.set(id, of: app, paused: paused) }) else {
            throw missing
        }
    }

    static func replaceSecret(_ scope: RequestScope) async throws -> String {
        let (database, app, id) = (scope.database, try scope.app().identifier, try id(scope))
        let (secret, until) = (newSecret(), scope.services.configuration.clock() + overlap)
        let isKnown = try await scope.blocking {
            try database.webhooks.replaceSecret(id, of: app, with: secret, oldUntil: until)
        }
        guard isKnown else { throw missing }
        return WebhookSignature.text(of: secret)
    }

    // MARK: - Deliveries

    static func deliveries(_ scope: RequestScope) async throws -> [WebhookDeliveryJSON] {
        let (access, id) = (try scope.access(), try id(scope))
        return try await scope.blocking {
            try check(id, of: access.app.identifier, access.database)
            let seal = try access.seal()
            return try access.database.webhooks.deliveries(of: id).map { WebhookDeliveryJSON($0, seal) }
        }
    }

    static func ping(_ scope: RequestScope) async throws -> WebhookDeliveryJSON {
        let (access, id) = (try scope.access(), try id(scope))
        let now = scope.services.configuration.clock()
        let body = JSONValue.object([
            ("type", .string("health.ping")), ("timestamp", .string(APIDate.text(now))),
        ])
        return try await scope.blocking {
            try check(id, of: access.app.identifier, access.database)
            return try request(
                id, "ping_" + UUID().uuidString.lowercased().replacing("-", with: ""), Data(body.bytes), access, now)
        }
    }

    static func replay(_ scope: RequestScope) async throws -> WebhookDeliveryJSON {
        let (access, id) = (try scope.access(), try id(scope))
        let (number, now) = (Int(try scope.path("delivery")), scope.services.configuration.clock())
        return try await scope.blocking {
            try check(id, of: access.app.identifier, access.database)
            let seal = try access.seal()
            let all = try access.database.webhooks.deliveries(of: id)
            guard let old = all.first(where: { seal.deliveryNumber($0.id, of: id) == number }) else {
                throw Problem(
                    .notFound, "The webhook has no such delivery. GET /v1/webhooks/{id}/deliveries lists the last ones."
                )
            }
            return try request(id, old.message, old.body, access, now)
        }
    }

    private static func request(
        _ id: UUID, _ message: String, _ body: Data, _ access: AppAccess, _ now: Date
    ) throws -> WebhookDeliveryJSON {
        let delivery = try access.database.webhooks.requestDelivery(to: id, message: message, body: body, at: now)
        guard let delivery else {
            throw Problem(
                .conflict,
                "\(WebhookDelivery.mostRequested) requested deliveries are waiting. Wait until they are sent; the owner must approve "
                    + "the host first.")
        }
        return WebhookDeliveryJSON(delivery, try access.seal())
    }

    // MARK: - Parts

    private static let missing = Problem(.notFound, "The app has no such webhook. GET /v1/webhooks lists them.")

    private static func id(_ scope: RequestScope) throws(Problem) -> UUID {
        guard let id = UUID(uuidString: try scope.path("id")) else { throw missing }
        return id
    }

    private static func check(_ id: UUID, of app: String, _ database: HealthDatabase) throws {
        guard try database.webhooks.all(of: app).contains(where: { $0.id == id }) else { throw missing }
    }

    /// Returns the form of a webhook for its app. A rejected host is reported like a waiting one.
    private static func json(_ webhook: Webhook, _ scope: RequestScope) -> WebhookJSON {
        let attempts = scope.services.configuration.webhookPolicy.attempts
        let isApproved = webhook.decision == .approved
        let state: WebhookJSON.State =
            !isApproved
            ? .waiting : webhook.isStopped(after: attempts) ? .stopped : webhook.isPaused ? .paused : .active
        return WebhookJSON(
            id: webhook.id, url: webhook.url, types: webhook.types, frequency: webhook.frequency, state: state,
            created: webhook.created, delivered: webhook.delivered, attempts: webhook.failures,
            lastAttempt: webhook.attempted, lastError: webhook.lastStatus.map(error),
            nextAttempt: state == .active ? webhook.nextAttempt : nil)
    }

    /// Returns why an attempt was no delivery. A host without a permitted address is like one that does not answer.
    static func error(status: Int) -> String {
        status == 0
            ? "The receiver could not be reached, or did not answer within ten seconds."
            : "The receiver answered \(status)."
    }
}

extension WebhookDeliveryJSON {
    fileprivate init(_ delivery: WebhookDelivery, _ seal: PlaceSeal) {
        let isWaiting = delivery.isRequested || delivery.status == nil
        self.init(
            id: seal.deliveryNumber(delivery.id, of: delivery.webhook), message: delivery.message,
            body: String(decoding: delivery.body, as: UTF8.self),
            state: isWaiting ? .waiting : delivery.isAcknowledged ? .acknowledged : .failed, created: delivery.created,
            attempts: delivery.attempts, lastAttempt: delivery.attempted,
            error: isWaiting || delivery.isAcknowledged ? nil : delivery.status.map(WebhookHandlers.error))
    }
}
