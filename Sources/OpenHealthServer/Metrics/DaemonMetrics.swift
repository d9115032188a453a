// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
import OpenHealthAPI

/// The metrics of the server: instruments of swift-metrics, whose values ``MetricsRegistry`` keeps for `/metrics`.
final class DaemonMetrics: Sendable {
    /// The start time of the server.
    let start = Date()
    /// The values of the instruments.
    let registry = MetricsRegistry()
    /// The number of open connections.
    let connections: Meter
    /// The number of open streams of events.
    let streams: Meter
    /// The number of samples that apps have saved.
    let samplesSaved: Counter
    /// The number of samples that were sent to apps.
    let samplesRead: Counter
    /// The numbers of acknowledged and failed deliveries to receivers of apps.
    let deliveries: (acknowledged: Counter, failed: Counter)

    private let byPath: [String: [String: RouteMeter]]
    private let unanswered: [String: RouteMeter]
    private let other: RouteMeter

    /// - Parameter exporter: A factory that receives the metrics in addition; nil for none.
    init(routes: [APIRoute] = APIRoutes.all, exporter: (any MetricsFactory)? = nil) {
        let registry = registry
        let factory: any MetricsFactory =
            exporter.map { MultiplexMetricsHandler(factories: [registry, $0]) } ?? registry
        connections = Meter(label: Label.connections, factory: factory)
        streams = Meter(label: Label.streams, factory: factory)
        samplesSaved = Counter(label: Label.samplesSaved, factory: factory)
        samplesRead = Counter(label: Label.samplesRead, factory: factory)
        deliveries = (
            Counter(label: Label.deliveries, dimensions: [("result", "acknowledged")], factory: factory),
            Counter(label: Label.deliveries, dimensions: [("result", "failed")], factory: factory)
        )

        var byPath: [String: [String: RouteMeter]] = [:]
        for route in routes {
            byPath[route.path, default: [:]][route.method.rawValue] = RouteMeter(
                route: route.id, method: route.method.rawValue, factory)
        }
        self.byPath = byPath
        other = RouteMeter(route: "none", method: "other", factory)
        unanswered = Dictionary(
            uniqueKeysWithValues: Self.methods.map { ($0, RouteMeter(route: "none", method: $0, factory)) })
    }

    /// The methods that are counted separately for requests without a route; a client could use any number of others.
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    /// Returns the meter of a request. HEAD counts as GET.
    /// - Parameter path: The path of the route, as declared; nil if there was none.
    func meter(path: String?, method: HTTPRequest.Method) -> RouteMeter {
        let counted = method == .head ? HTTPRequest.Method.get : method
        if let path, let meter = byPath[path]?[counted.rawValue] { return meter }
        return unanswered[method.rawValue] ?? other
    }

    /// The labels of the metrics, which are their names in `/metrics`.
    enum Label {
        static let connections = "health_connections_open"
        static let streams = "health_streams_open"
        static let samplesSaved = "health_samples_saved_total"
        static let samplesRead = "health_samples_read_total"
        static let deliveries = "health_webhook_deliveries_total"
        static let requests = "health_requests_total"
        static let durations = "health_request_duration_seconds"
    }
}
