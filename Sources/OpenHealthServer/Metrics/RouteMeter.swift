// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import OpenHealthAPI
import Synchronization

/// A counter and timer of the requests to one route. Its instruments are created with its first requests.
final class RouteMeter: Sendable {
    /// The statuses that are counted separately. Others, which no handler returns, are counted as `other`.
    static let statuses = Set([200, 201, 202, 204, 206, 303, closedByClient] + Problem.Kind.allCases.map(\.status))

    /// The status of requests whose client has closed the connection before their end.
    static let closedByClient = 499

    /// The route, or `none` for requests without a route.
    let route: String
    let method: String
    private let factory: any MetricsFactory
    private let instruments = Mutex(Instruments())

    private struct Instruments {
        var responses: [Int: Counter] = [:]
        var duration: Timer?
    }

    init(route: String, method: String, _ factory: any MetricsFactory) {
        self.route = route
        self.method = method
        self.factory = factory
    }

    /// Counts a response.
    func note(status: Int, duration: Duration) {
        let (responses, timer) = instruments.withLock { instruments in
            let counted = Self.statuses.contains(status) ? status : 0
            let responses = instruments.responses[counted] ?? counter(counted == 0 ? "other" : String(counted))
            let timer =
                instruments.duration
                ?? Timer(
                    label: DaemonMetrics.Label.durations, dimensions: [("route", route), ("method", method)],
                    factory: factory)
            instruments.responses[counted] = responses
            instruments.duration = timer
            return (responses, timer)
        }
        responses.increment()
        let (seconds, attoseconds) = duration.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    private func counter(_ status: String) -> Counter {
        Counter(
            label: DaemonMetrics.Label.requests,
            dimensions: [("route", route), ("method", method), ("status", status)], factory: factory)
    }
}
