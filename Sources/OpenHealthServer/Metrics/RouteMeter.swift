// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

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
