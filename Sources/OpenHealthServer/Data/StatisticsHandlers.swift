// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// The handlers of the routes for statistics.
enum StatisticsHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(writing: StatisticsRoutes.query, response),
        RouteBinding(writing: StatisticsRoutes.read) { scope, _ in
            try await response(scope, try await query(scope), range: try QueryText(scope).dates())
        },
    ]

    private static func response(_ scope: RequestScope, _ query: StatisticsQuery) async throws -> Response {
        try await response(scope, query, range: nil)
    }

    /// - Parameter range: The range of a request by parameters: intervals that have no time in it are omitted. They would contain
    ///   only the parts of samples that overlap its ends.
    private static func response(
        _ scope: RequestScope, _ query: StatisticsQuery, range: (from: Date?, to: Date?)?
    ) async throws -> Response {
        let access = try scope.access()
        let buckets = query.buckets
        let (found, permissions, dataEnd) = try await scope.blocking {
            let permissions = try PermissionSnapshot(access, of: query.type)
            let rows = try scope.computing { try access.statisticsRows(query) }
            return (rows, permissions, buckets == nil ? nil : try access.dataEnd(of: query.type))
        }
        let completeness = IntervalCompleteness(
            type: query.type.identifier, buckets: buckets, predicate: query.predicate,
            now: scope.services.configuration.clock(), dataEnd: dataEnd)
        let statistics = range == nil ? found : found.filter { completeness.hasTimeInRange($0.start) }
        let json: @Sendable (StatisticsRow) -> JSONValue = { row in
            completeness.mark(JSONFormat.statistics.json(query.statistics(row)), start: row.start)
        }
        if scope.wantsLines { return scope.response(lines: statistics, permissions: permissions, json) }
        return scope.response(
            list: "statistics", statistics, permissions: permissions, beside: zone(of: buckets), json)
    }

    /// Returns the entry of a response with the time zone that determines its days; none without intervals.
    static func zone(of buckets: CivilBuckets?) -> [(key: String, value: JSONValue)] {
        buckets.map { [("timeZone", .string(TimeZoneName.text($0.timeZone)))] } ?? []
    }

    // MARK: - Queries

    private static func query(_ scope: RequestScope) async throws -> StatisticsQuery {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKQuantityType.self)
        var options = StatisticsOptionNames.allFigures(of: type)
        if let text = scope.query("options") {
            options = try StatisticsOptionNames.options(
                text.split(separator: ",").map { JSONReader(.string(String($0)), pointer: "?options") })
        }
        return StatisticsQuery(
            type: type, predicate: try query.predicate(), options: options, buckets: try await query.buckets())
    }
}

/// The handlers of the route for the durations of categories.
enum CategoryStatisticsHandlers {
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.categories.route, read)]

    private static func read(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKCategoryType.self)
        let (from, to) = try query.dates()
        let buckets = try await query.buckets()
        let access = try scope.access()
        let asleep = asleepValues(of: type)
        let (rows, permissions, dataEnd) = try await scope.blocking {
            let permissions = try PermissionSnapshot(access, of: type)
            let rows = try scope.computing {
                try access.categoryDurations(of: type, from: from, to: to, buckets: buckets)
            }
            return (rows, permissions, buckets == nil ? nil : try access.dataEnd(of: type))
        }
        let completeness = IntervalCompleteness(
            type: type.identifier, buckets: buckets, from: from, to: to, now: scope.services.configuration.clock(),
            dataEnd: dataEnd)
        return scope.response(
            list: "statistics", rows, permissions: permissions, beside: StatisticsHandlers.zone(of: buckets)
        ) { row in
            json(row, asleep: asleep, isPartial: completeness.isPartial(row.start)).json
        }
    }

    /// Returns the values that together are one state, such as sleep of any stage.
    private static func asleepValues(of type: HKCategoryType) -> Set<Int>? {
        guard type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue else { return nil }
        return Set(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue))
    }

    private static func json(_ row: CategoryRow, asleep: Set<Int>?, isPartial: Bool) -> CategoryStatisticsJSON {
        CategoryStatisticsJSON(
            start: row.start, end: row.end, covered: row.covered,
            asleep: asleep.map { asleep in
                row.values.filter { asleep.contains($0.value) }.reduce(0) { $0 + $1.duration }
            },
            values: row.values, isPartial: isPartial)
    }
}

/// The handlers of the route that explains a sum.
enum ExplanationHandlers {
    static let bindings: [RouteBinding] = [RouteBinding(StatisticsRoutes.explanation.route, explain)]

    private static func explain(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let type = try query.requiredType(as: HKQuantityType.self)
        let (from, to) = (try query.requiredDate("from"), try query.requiredDate("to"))
        let access = try scope.access()
        return try await scope.cached(StatisticsRoutes.explanation) { _ in
            let explanation = try access.explanation(of: type, from: from, to: to)
            return ExplanationJSON(
                type: type.identifier, unit: explanation.unit, start: from, end: to, total: explanation.total,
                order: explanation.order.map {
                    (source: ExplanationJSON.Source($0.source), reason: $0.reason.rawValue)
                },
                stretches: explanation.stretches.map(ExplanationJSON.Stretch.init))
        }
    }
}

extension ExplanationJSON.Stretch {
    fileprivate init(_ stretch: StatisticsExplanation.Stretch) {
        self.init(
            start: stretch.from, end: stretch.to, source: ExplanationJSON.Source(stretch.source),
            amount: stretch.amount, samples: stretch.samples,
            leftOut: stretch.leftOut.map(ExplanationJSON.LeftOut.init))
    }
}

extension ExplanationJSON.LeftOut {
    fileprivate init(_ left: StatisticsExplanation.LeftOut) {
        let (reason, better): (String, StatisticsSource?) =
            switch left.reason {
            case .betterSource(let source): ("betterSource", source)
            case .reportedTwice: ("reportedTwice", nil)
            case .betterInformed: ("betterInformed", nil)
            case .copyOfWorkout: ("copyOfWorkout", nil)
            }
        self.init(
            source: ExplanationJSON.Source(left.source), amount: left.amount, samples: left.samples, reason: reason,
            better: better.map(ExplanationJSON.Source.init))
    }
}

extension ExplanationJSON.Source {
    fileprivate init(_ source: StatisticsSource) {
        self.init(name: source.name, bundleIdentifier: source.bundleIdentifier)
    }
}

/// A marker for the incomplete intervals of statistics, whose values cannot be compared with those of the others.
struct IntervalCompleteness: Sendable {
    private let type: String
    private let buckets: CivilBuckets?
    /// The range, in seconds since 1970; infinite if unbounded.
    private let range: (from: Double, to: Double)
    /// The boundaries of all ranges, in seconds since 1970.
    private let edges: [Double]
    /// The current time, in seconds since 1970.
    private let now: Double
    /// The time at which the data end, in seconds since 1970; nil if they do not end.
    private let dataEnd: Double?

    /// Creates the marks for a range from one date to another.
    /// - Parameter buckets: The intervals; nil for a single row, which is not marked.
    init(type: String, buckets: CivilBuckets?, from: Date?, to: Date?, now: Date, dataEnd: Date?) {
        self.init(
            type: type, buckets: buckets,
            ranges: [(from?.timeIntervalSince1970 ?? -.infinity, to?.timeIntervalSince1970 ?? .infinity)], now: now,
            dataEnd: dataEnd)
    }

    /// Creates the marks for a predicate. Its ranges are used if every sample must be in them.
    init(type: String, buckets: CivilBuckets?, predicate: PredicateNode, now: Date, dataEnd: Date?) {
        self.init(
            type: type, buckets: buckets, ranges: Self.ranges(of: predicate), now: now, dataEnd: dataEnd)
    }

    private init(
        type: String, buckets: CivilBuckets?, ranges: [(from: Double, to: Double)], now: Date, dataEnd: Date?
    ) {
        self.type = type
        self.buckets = buckets
        range = (ranges.map(\.from).max() ?? -.infinity, ranges.map(\.to).min() ?? .infinity)
        edges = ranges.flatMap { [$0.from, $0.to] }.filter(\.isFinite)
        self.now = now.timeIntervalSince1970
        self.dataEnd = dataEnd?.timeIntervalSince1970
    }

    /// Returns whether the interval of a row overlaps the range.
    /// - Parameter start: A date in the interval.
    func hasTimeInRange(_ start: Date) -> Bool {
        guard let buckets else { return true }
        let bounds = buckets.bounds(of: buckets.index(containing: start.timeIntervalSince1970))
        return bounds.start < range.to && bounds.end > range.from
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
        // An interval outside of the range has only the parts of samples that overlap its ends.
        return BucketCoverage(of: interval, type: type, edges: edges, now: now, dataEnd: dataEnd) != .whole
            || !hasTimeInRange(start)
    }

    /// Returns the ranges that contain every sample of a predicate.
    private static func ranges(of predicate: PredicateNode) -> [(from: Double, to: Double)] {
        switch predicate {
        case .and(let parts): parts.flatMap(ranges(of:))
        case .interval(let interval): [(interval.from, interval.to)]
        default: []
        }
    }
}
