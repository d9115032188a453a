// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStatistics

/// Marks the intervals of statistics that are not whole, whose figures cannot be compared with those of the others.
struct IntervalCompleteness: Sendable {
    private let buckets: CivilBuckets?
    /// The beginnings and ends of the range, in seconds since 1970.
    private let edges: [Double]
    /// The present moment, in seconds since 1970.
    private let now: Double

    /// Creates the marks for a range from one date to another.
    /// - Parameter buckets: the intervals; nil for one row in all, which is never marked.
    init(buckets: CivilBuckets?, from: Date?, to: Date?, now: Date) {
        self.buckets = buckets
        edges = [from, to].compactMap { $0?.timeIntervalSince1970 }
        self.now = now.timeIntervalSince1970
    }

    /// Creates the marks for a predicate, whose ranges count where every sample has to be in them.
    init(buckets: CivilBuckets?, predicate: PredicateNode, now: Date) {
        self.buckets = buckets
        edges = Self.edges(of: predicate)
        self.now = now.timeIntervalSince1970
    }

    /// Returns a row with `partial: true` where its interval contains the present moment, or a beginning or an end of the range.
    /// - Parameter start: a moment in the interval.
    func mark(_ row: JSONValue, start: Date) -> JSONValue {
        guard case .object(let entries) = row, isPartial(start) else { return row }
        return .object(entries + [("partial", .bool(true))])
    }

    private func isPartial(_ start: Date) -> Bool {
        guard let buckets else { return false }
        let interval = buckets.bounds(of: buckets.index(containing: start.timeIntervalSince1970))
        if interval.start <= now, now < interval.end { return true }
        return edges.contains { interval.start < $0 && $0 < interval.end }
    }

    private static func edges(of predicate: PredicateNode) -> [Double] {
        switch predicate {
        case .and(let parts): parts.flatMap(edges(of:))
        case .interval(let interval): [interval.from, interval.to].filter(\.isFinite)
        default: []
        }
    }
}
