// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// A marker for the incomplete intervals of statistics, whose values cannot be compared with those of the others.
struct IntervalCompleteness: Sendable {
    private let buckets: CivilBuckets?
    /// The boundaries of the range, in seconds since 1970.
    private let edges: [Double]
    /// The current time, in seconds since 1970.
    private let now: Double
    /// The time at which the data end, in seconds since 1970; nil if they do not end.
    private let dataEnd: Double?

    /// Creates the marks for a range from one date to another.
    /// - Parameter buckets: The intervals; nil for a single row, which is not marked.
    init(buckets: CivilBuckets?, from: Date?, to: Date?, now: Date, dataEnd: Date?) {
        self.init(
            buckets: buckets, edges: [from, to].compactMap { $0?.timeIntervalSince1970 }, now: now, dataEnd: dataEnd)
    }

    /// Creates the marks for a predicate. Its ranges are used if every sample must be in them.
    init(buckets: CivilBuckets?, predicate: PredicateNode, now: Date, dataEnd: Date?) {
        self.init(buckets: buckets, edges: Self.edges(of: predicate), now: now, dataEnd: dataEnd)
    }

    private init(buckets: CivilBuckets?, edges: [Double], now: Date, dataEnd: Date?) {
        self.buckets = buckets
        self.edges = edges
        self.now = now.timeIntervalSince1970
        self.dataEnd = dataEnd?.timeIntervalSince1970
    }

    /// Returns a row with `partial: true` if its interval is incomplete, as determined by ``BucketCoverage``.
    /// - Parameter start: A date in the interval.
    func mark(_ row: JSONValue, start: Date) -> JSONValue {
        guard case .object(let entries) = row, isPartial(start) else { return row }
        return .object(entries + [("partial", .bool(true))])
    }

    /// Returns whether an interval is incomplete, as determined by ``BucketCoverage``.
    /// - Parameter start: A date in the interval.
    func isPartial(_ start: Date) -> Bool {
        guard let buckets else { return false }
        let interval = buckets.bounds(of: buckets.index(containing: start.timeIntervalSince1970))
        return BucketCoverage(of: interval, edges: edges, now: now, dataEnd: dataEnd) != .whole
    }

    private static func edges(of predicate: PredicateNode) -> [Double] {
        switch predicate {
        case .and(let parts): parts.flatMap(edges(of:))
        case .interval(let interval): [interval.from, interval.to].filter(\.isFinite)
        default: []
        }
    }
}
