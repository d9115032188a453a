// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI

/// Counts and times what the daemon does, for `/metrics`. Nothing here waits for anything: requests only add to numbers.
final class DaemonMetrics: Sendable {
    /// When the daemon began.
    let start = Date()
    /// Connections that are open.
    let connections = Counter()
    /// Streams of events that are open.
    let streams = Counter()
    /// Samples that apps have saved.
    let samplesSaved = Counter()
    /// Samples that apps were sent.
    let samplesRead = Counter()
    /// Deliveries to receivers of apps that were acknowledged.
    let deliveriesAcknowledged = Counter()
    /// Deliveries to receivers of apps that were not.
    let deliveriesFailed = Counter()

    /// The meters of all routes, and of requests that none answers, by method.
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

    /// Methods that are told apart where no route answers; a sender may make up any number of others.
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]

    /// The meter of a request. What is asked for the head alone counts with what is asked for the whole.
    /// - Parameter path: the path of the route, as it is declared; nil where there was none.
    func meter(path: String?, method: HTTPRequest.Method) -> RouteMeter {
        let counted = method == .head ? HTTPRequest.Method.get : method
        if let path, let meter = byPath[path]?[counted.rawValue] { return meter }
        // The last of the names is always there.
        return unanswered[method.rawValue] ?? unanswered["other"] ?? meters[meters.count - 1]
    }
}
