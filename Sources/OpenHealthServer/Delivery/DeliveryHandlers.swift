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
    static let bindings = [
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

    private static func list(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let named = try exchange.queries("type").map { try TypeNames.sampleType($0, at: "?type") }
        let types = named.isEmpty ? sampleTypes : Set(named)
        let (deliveries, anchors) = try await exchange.blocking {
            (try session.deliveries(of: types), try Anchors(session))
        }
        let sorted = deliveries.sorted { $0.key.identifier < $1.key.identifier }.map { type, delivery in
            DeliveryJSON(
                type: type, frequency: delivery.frequency, anchor: anchors.anchor(delivery.anchor),
                failures: delivery.failures,
                delivered: delivery.delivered
            ).json
        }
        return exchange.answer(.object([("deliveries", .array(sorted))]))
    }

    private static func enable(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let type = try TypeNames.objectType(exchange.path("type"), at: "the path")
        let body = try await exchange.json()
        try body.check(keys: ["frequency"])
        let frequency = try body.required("frequency").frequency()
        try await exchange.blocking { try session.enableDelivery(of: type, frequency: frequency) }
        return exchange.done()
    }

    private static func disable(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let type = try TypeNames.objectType(exchange.path("type"), at: "the path")
        try await exchange.blocking { try session.disableDelivery(of: type) }
        return exchange.done()
    }

    private static func disableAll(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        try await exchange.blocking { try session.disableAllDeliveries() }
        return exchange.done()
    }

    private static func acknowledge(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let report = try DeliveryReport.Acknowledged(await exchange.json())
        try await exchange.blocking {
            let through = try Anchors(session).place(report.through, at: "/through")
            try session.acknowledgeDelivery(
                of: report.types, through: through, delivered: report.delivered, at: report.date)
        }
        return exchange.done()
    }

    private static func fail(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let report = try DeliveryReport.Failed(await exchange.json())
        let failures = try await exchange.blocking {
            try session.noteFailedDelivery(of: report.types, at: report.date)
        }
        return exchange.answer(DeliveryReport.Failures(failures).json)
    }

    private static func check(_ exchange: Exchange) async throws -> Response {
        let session = try exchange.session()
        let body = try await exchange.json()
        try body.check(keys: ["types"])
        let types = try body.required("types").sampleTypes()
        try await exchange.blocking { try session.checkReadable(types) }
        return exchange.done()
    }
}
