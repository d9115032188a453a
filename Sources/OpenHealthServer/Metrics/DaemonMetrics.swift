// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import Synchronization

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

/// A counter and timer of the requests to one route.
final class RouteMeter: Sendable {
    /// The upper bounds of the classes of durations, in seconds; the last class has none.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// The statuses that are counted separately. Others, which no handler returns, are counted as 0.
    static let statuses: [Int] = Set([0, 200, 201, 202, 204, 206, 303] + Problem.Kind.allCases.map(\.status)).sorted()

    private static let places = Dictionary(uniqueKeysWithValues: statuses.enumerated().map { ($0.element, $0.offset) })
    private static let nanoseconds = bounds.map { Int($0 * 1e9) }  // checked: constants

    /// The route, or `none` for requests without a route.
    let route: String
    let method: String
    private let answers = AtomicNumbers(statuses.count)
    private let durations = AtomicNumbers(bounds.count + 1)
    private let total = Counter()

    init(route: String, method: String) {
        self.route = route
        self.method = method
    }

    /// Counts an answer.
    func note(status: Int, duration: Duration) {
        answers.add(1, to: Self.places[status] ?? 0)
        let (seconds, attoseconds) = duration.components
        // checked: integers of a measured duration
        let time = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        durations.add(1, to: Self.nanoseconds.firstIndex { time <= $0 } ?? Self.bounds.count)
        total.add(time)
    }

    /// The number of answers with each status, without the statuses that have none.
    var counts: [(status: Int, count: Int)] {
        Self.statuses.enumerated().map { ($0.element, answers[$0.offset]) }.filter { $0.1 > 0 }
    }

    /// The number of answers in each class of durations, and the total duration in seconds.
    var times: (classes: [Int], seconds: Double) {
        ((0..<durations.count).map { durations[$0] }, Double(total.value) / 1e9)
    }
}

// Unchecked because the memory does not move during the lifetime of the object, and each number in it is atomic.
/// Numbers that any thread can increment without blocking.
final class AtomicNumbers: @unchecked Sendable {
    /// The number of numbers.
    let count: Int
    private let numbers: UnsafeMutablePointer<Atomic<Int>>

    init(_ count: Int) {
        self.count = count
        numbers = .allocate(capacity: count)
        for index in 0..<count { (numbers + index).initialize(to: Atomic(0)) }
    }

    deinit {
        numbers.deinitialize(count: count)
        numbers.deallocate()
    }

    /// The current value of a number.
    subscript(_ index: Int) -> Int {
        precondition(index >= 0 && index < count)  // checked: indices in constant tables
        return numbers[index].load(ordering: .relaxed)
    }

    /// Adds to a number.
    func add(_ amount: Int, to index: Int) {
        precondition(index >= 0 && index < count)  // checked: indices in constant tables
        numbers[index].wrappingAdd(amount, ordering: .relaxed)
    }
}

/// A number that any thread can increment and decrement.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    /// The current value.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds an amount to the value.
    func add(_ amount: Int = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}
