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
        RouteBinding(DeliveryRoutes.addWebhook.route, WebhookHandlers.add),
        RouteBinding(DeliveryRoutes.webhooks, WebhookHandlers.list),
        RouteBinding(DeliveryRoutes.removeWebhook, WebhookHandlers.remove),
        RouteBinding(DeliveryRoutes.pauseWebhook) { try await WebhookHandlers.set($0, paused: true) },
        RouteBinding(DeliveryRoutes.resumeWebhook) { try await WebhookHandlers.set($0, paused: false) },
        RouteBinding(DeliveryRoutes.pingWebhook, WebhookHandlers.ping),
        RouteBinding(DeliveryRoutes.replaceSecret, WebhookHandlers.replaceSecret),
        RouteBinding(DeliveryRoutes.webhookDeliveries, WebhookHandlers.deliveries),
        RouteBinding(DeliveryRoutes.replayDelivery, WebhookHandlers.replay),
    ]

    /// All sample types.
    private static let sampleTypes = Set(
        HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType })

    private static func list(_ scope: RequestScope) async throws -> [DeliveryJSON] {
        let access = try scope.access()
        let named = try scope.queries("type").map { try TypeNames.sampleType($0, at: "?type") }
        let types = named.isEmpty ? sampleTypes : Set(named)
        let (deliveries, anchors) = try await scope.blocking {
            (try access.deliveries(of: types), try Anchors(access))
        }
        return deliveries.sorted { $0.key.identifier < $1.key.identifier }.map { type, delivery in
            var delivery = delivery
            delivery.anchor = anchors.anchor(delivery.anchor)
            return (type: type, delivery: delivery)
        }
    }

    private static func enable(_ scope: RequestScope, _ frequency: HKUpdateFrequency) async throws {
        let access = try scope.access()
        let type = try TypeNames.objectType(scope.path("type"), at: "{type}")
        try await scope.blocking { try access.enableDelivery(of: type, frequency: frequency) }
    }

    private static func disable(_ scope: RequestScope) async throws {
        let access = try scope.access()
        let type = try TypeNames.objectType(scope.path("type"), at: "{type}")
        try await scope.blocking { try access.disableDelivery(of: type) }
    }

    private static func disableAll(_ scope: RequestScope) async throws {
        let access = try scope.access()
        try await scope.blocking { try access.disableAllDeliveries() }
    }

    private static func acknowledge(_ scope: RequestScope, _ report: DeliveryReport.Acknowledged) async throws {
        let access = try scope.access()
        try await scope.blocking {
            let through = try Anchors(access).place(report.through, at: "/through")
            try access.acknowledgeDelivery(
                of: report.types, through: through, delivered: report.delivered, at: report.date)
        }
    }

    private static func fail(
        _ scope: RequestScope, _ report: DeliveryReport.Failed
    ) async throws -> [HKSampleType: Int] {
        let access = try scope.access()
        return try await scope.blocking { try access.noteFailedDelivery(of: report.types, at: report.date) }
    }

    private static func check(_ scope: RequestScope, _ types: Set<HKSampleType>) async throws {
        let access = try scope.access()
        try await scope.blocking { try access.checkReadable(types) }
    }
}
