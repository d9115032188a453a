// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// Answers the routes about deliveries in the background.
enum DeliveryHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(DeliveryRoutes.list, list),
        RouteBinding(DeliveryRoutes.enable, enable),
        RouteBinding(DeliveryRoutes.disable, disable),
        RouteBinding(DeliveryRoutes.disableAll, disableAll),
        RouteBinding(DeliveryRoutes.acknowledge, acknowledge),
        RouteBinding(DeliveryRoutes.fail, fail),
        RouteBinding(DeliveryRoutes.check, check),
        RouteBinding(DeliveryRoutes.addWebhook, WebhookHandlers.add),
        RouteBinding(DeliveryRoutes.webhooks, WebhookHandlers.list),
        RouteBinding(DeliveryRoutes.removeWebhook, WebhookHandlers.remove),
    ]

    /// Every type of samples there is.
    private static let sampleTypes = Set(
        HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType })

    private static func list(_ exchange: Exchange) async throws -> [DeliveryJSON] {
        let session = try exchange.session()
        let named = try exchange.queries("type").map { try TypeNames.sampleType($0, at: "?type") }
        let types = named.isEmpty ? sampleTypes : Set(named)
        let (deliveries, anchors) = try await exchange.blocking {
            (try session.deliveries(of: types), try Anchors(session))
        }
        return deliveries.sorted { $0.key.identifier < $1.key.identifier }.map { type, delivery in
            DeliveryJSON(
                type: type, frequency: delivery.frequency, anchor: anchors.anchor(delivery.anchor),
                failures: delivery.failures, delivered: delivery.delivered)
        }
    }

    private static func enable(_ exchange: Exchange, _ frequency: HKUpdateFrequency) async throws {
        let session = try exchange.session()
        let type = try TypeNames.objectType(exchange.path("type"), at: "the path")
        try await exchange.blocking { try session.enableDelivery(of: type, frequency: frequency) }
    }

    private static func disable(_ exchange: Exchange) async throws {
        let session = try exchange.session()
        let type = try TypeNames.objectType(exchange.path("type"), at: "the path")
        try await exchange.blocking { try session.disableDelivery(of: type) }
    }

    private static func disableAll(_ exchange: Exchange) async throws {
        let session = try exchange.session()
        try await exchange.blocking { try session.disableAllDeliveries() }
    }

    private static func acknowledge(_ exchange: Exchange, _ report: DeliveryReport.Acknowledged) async throws {
        let session = try exchange.session()
        try await exchange.blocking {
            let through = try Anchors(session).place(report.through, at: "/through")
            try session.acknowledgeDelivery(
                of: report.types, through: through, delivered: report.delivered, at: report.date)
        }
    }

    private static func fail(
        _ exchange: Exchange, _ report: DeliveryReport.Failed
    ) async throws -> [HKSampleType: Int] {
        let session = try exchange.session()
        return try await exchange.blocking { try session.noteFailedDelivery(of: report.types, at: report.date) }
    }

    private static func check(_ exchange: Exchange, _ types: Set<HKSampleType>) async throws {
        let session = try exchange.session()
        try await exchange.blocking { try session.checkReadable(types) }
    }
}
