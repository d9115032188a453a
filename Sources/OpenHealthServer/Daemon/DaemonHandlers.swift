// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import NIOCore

/// Answers the routes about the daemon itself.
enum DaemonHandlers {
    static let bindings = [
        RouteBinding(DaemonRoutes.live) { $0.answer(.object([("status", .string("ok"))])) },
        RouteBinding(DaemonRoutes.ready, ready),
        RouteBinding(DaemonRoutes.metrics, metrics),
        RouteBinding(DaemonRoutes.document) { _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: document))
        },
    ]

    private static let document = ByteBuffer(bytes: OpenAPIDocument.bytes)

    private static func metrics(_ exchange: Exchange) async throws -> Response {
        let services = exchange.services
        let page = MetricsPage(
            metrics: services.metrics, database: services.database, version: services.configuration.version)
        let text = try await exchange.blocking { try page.text() }
        return Response(
            status: .ok, headers: [.contentType: ExpositionText.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func ready(_ exchange: Exchange) async throws -> Response {
        if exchange.services.lifecycle.isStopping { throw Problem(.unavailable, "The daemon is about to stop.") }
        let owner = exchange.services.owner
        _ = try await exchange.blocking { try owner.hasOwner() }
        return exchange.answer(.object([("status", .string("ok"))]))
    }
}
