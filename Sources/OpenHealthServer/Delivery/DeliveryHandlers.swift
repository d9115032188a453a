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

/// The handlers of the routes for background delivery.
enum DeliveryHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(DeliveryRoutes.list, list),
        RouteBinding(DeliveryRoutes.enable, enable),
        RouteBinding(DeliveryRoutes.disable, disable),
        RouteBinding(DeliveryRoutes.disableAll, disableAll),
        RouteBinding(DeliveryRoutes.acknowledge, acknowledge),
        RouteBinding(DeliveryRoutes.fail, fail),
        RouteBinding(DeliveryRoutes.check, check),
        RouteBinding(writing: DeliveryRoutes.addWebhook, WebhookHandlers.add),
        RouteBinding(DeliveryRoutes.webhooks, WebhookHandlers.list),
        RouteBinding(DeliveryRoutes.removeWebhook, WebhookHandlers.remove),
    ]

    /// All sample types.
    private static let sampleTypes = Set(
        HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType })

    private static func list(_ scope: RequestScope) async throws -> [DeliveryJSON] {
        let session = try scope.session()
        let named = try scope.queries("type").map { try TypeNames.sampleType($0, at: "?type") }
        let types = named.isEmpty ? sampleTypes : Set(named)
        let (deliveries, anchors) = try await scope.blocking {
            (try session.deliveries(of: types), try Anchors(session))
        }
        return deliveries.sorted { $0.key.identifier < $1.key.identifier }.map { type, delivery in
            var delivery = delivery
            delivery.anchor = anchors.anchor(delivery.anchor)
            return (type: type, delivery: delivery)
        }
    }

    private static func enable(_ scope: RequestScope, _ frequency: HKUpdateFrequency) async throws {
        let session = try scope.session()
        let type = try TypeNames.objectType(scope.path("type"), at: "the path")
        try await scope.blocking { try session.enableDelivery(of: type, frequency: frequency) }
    }

    private static func disable(_ scope: RequestScope) async throws {
        let session = try scope.session()
        let type = try TypeNames.objectType(scope.path("type"), at: "the path")
        try await scope.blocking { try session.disableDelivery(of: type) }
    }

    private static func disableAll(_ scope: RequestScope) async throws {
        let session = try scope.session()
        try await scope.blocking { try session.disableAllDeliveries() }
    }

    private static func acknowledge(_ scope: RequestScope, _ report: DeliveryReport.Acknowledged) async throws {
        let session = try scope.session()
        try await scope.blocking {
            let through = try Anchors(session).place(report.through, at: "/through")
            try session.acknowledgeDelivery(
                of: report.types, through: through, delivered: report.delivered, at: report.date)
        }
    }

    private static func fail(
        _ scope: RequestScope, _ report: DeliveryReport.Failed
    ) async throws -> [HKSampleType: Int] {
        let session = try scope.session()
        return try await scope.blocking { try session.noteFailedDelivery(of: report.types, at: report.date) }
    }

    private static func check(_ scope: RequestScope, _ types: Set<HKSampleType>) async throws {
        let session = try scope.session()
        try await scope.blocking { try session.checkReadable(types) }
    }
}

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
