// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI

/// The counters and timers of the server for `/metrics`. No method blocks: requests only add to numbers.
final class DaemonMetrics: Sendable {
    /// The start time of the server.
    let start = Date()
    /// The number of open connections.
    let connections = Counter()
    /// The number of open streams of events.
    let streams = Counter()
    /// The number of samples that apps have saved.
    let samplesSaved = Counter()
    /// The number of samples that were sent to apps.
    let samplesRead = Counter()
    /// The number of acknowledged deliveries to receivers of apps.
    let deliveriesAcknowledged = Counter()
    /// The number of failed deliveries to receivers of apps.
    let deliveriesFailed = Counter()

    /// The meters of all routes, and of requests without a route, by method.
    let meters: [RouteMeter]
    private let byPath: [String: [String: RouteMeter]]
    private let unanswered: [String: RouteMeter]

    init(routes: [APIRoute] = APIRoutes.all) {
        var byPath: [String: [String: RouteMeter]] = [:]
        var meters: [RouteMeter] = []
        for route in routes {
            let meter = RouteMeter(route: route.id, method: route.method.rawValue)
            meters.append(meter)
            byPath[route.path, default: [:]][route.method.rawValue] = meter
        }
        var unanswered: [String: RouteMeter] = [:]
        for method in Self.methods { unanswered[method] = RouteMeter(route: "none", method: method) }
        self.byPath = byPath
        self.unanswered = unanswered
        self.meters = meters + Self.methods.compactMap { unanswered[$0] }
    }

    /// The methods that are counted separately for requests without a route; a client could use any number of others.
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]

    /// Returns the meter of a request. HEAD counts as GET.
    /// - Parameter path: The path of the route, as declared; nil if there was none.
    func meter(path: String?, method: HTTPRequest.Method) -> RouteMeter {
        let counted = method == .head ? HTTPRequest.Method.get : method
        if let path, let meter = byPath[path]?[counted.rawValue] { return meter }
        // The last of the names always exists.
        return unanswered[method.rawValue] ?? unanswered["other"] ?? meters[meters.count - 1]
    }
}
