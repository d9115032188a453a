// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import NIOCore

/// The handlers of the routes about the server itself.
enum DaemonHandlers {
    static let bindings = [
        RouteBinding(DaemonRoutes.live) { _ in "ok" },
        RouteBinding(DaemonRoutes.ready, ready),
        RouteBinding(DaemonRoutes.metrics, metrics),
        RouteBinding(DaemonRoutes.document) { scope in document.response(to: scope.request) },
        RouteBinding(DaemonRoutes.ownerDocument) { scope in ownerDocument.response(to: scope.request) },
    ]

    private static let document = ConstantResponse(OpenAPIDocument.apps.bytes)
    private static let ownerDocument = ConstantResponse(OpenAPIDocument.owner.bytes)

    private static func metrics(_ scope: RequestScope) async throws -> Response {
        let services = scope.services
        let page = MetricsPage(
            metrics: services.metrics, database: services.database, version: services.configuration.version,
            backups: services.backups)
        let text = try await scope.blocking { try page.text() }
        return Response(
            status: .ok, headers: [.contentType: ExpositionText.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func ready(_ scope: RequestScope) async throws -> String {
        if scope.services.lifecycle.isStopping { throw Problem(.unavailable, "The server is about to stop.") }
        let owner = scope.services.owner
        _ = try await scope.blocking { try owner.hasOwner() }
        return "ok"
    }
}
