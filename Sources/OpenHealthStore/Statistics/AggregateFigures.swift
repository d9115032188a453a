// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The figures of intervals that count in statistics, because they exceed the samples and the shorter figures in their intervals.
///
/// A figure can count if its interval is inside a bucket. Of a sum, the part counts that exceeds the samples of all sources and the
/// figures of shorter intervals inside, so that a day has at least the sum that a phone computed for it. An average counts if no sample
/// and no figure of a shorter interval overlaps it. If two figures of hours or minutes overlap and neither is inside the other, the
/// shorter one counts, and of equally long ones the one that arrived last. Figures are never divided, so a figure of a day does not count
/// in buckets of an hour. The day of a phone in another time zone begins some hours earlier or later than that of the statistics, and
/// counts there. An hour in a zone with half an hour of offset counts where its middle is.
///
/// Days, weeks, months and years of a person who travels overlap. Two of one kind are the same period if the middle of one is in the other: then
/// one of them counts, the shorter one or the one that arrived last. Otherwise they are different periods, and both count, with the hours that
/// they have in common: a day is not left out because the phone was in another zone the day before. A figure of a shorter kind is inside the one
/// that contains its middle. Figures around the range of a query take part in this decision, so that each range has the same one.
package struct AggregateFigures {
    /// A figure that counts.
    struct Figure {
        var start: Double
        /// The end; the latest possible one if the push did not name it.
        var end: Double
        /// The index of the bucket.
        var bucket = 0
        /// The part of the sum of a cumulative type that counts, or the average.
        var value: Double
        /// The time in the interval without samples and figures of shorter intervals, in seconds.
        var duration = 0.0
        var minimum: Double
        var maximum: Double
        var sources: String
        var interval: AggregatedPoint.Interval
        fileprivate var app: String
        /// The earliest possible end.
        fileprivate var earliestEnd: Double
        /// The end by the calendar; the exact one if the push or the next figure states it.
        fileprivate var usualEnd: Double
        /// The number of the row. A figure that arrives later, or replaces one, has a greater number, whatever the clock says.
        fileprivate var id: Int64

        /// Whether the figure is outside the range of the query. It only takes part in the choice between overlapping figures.
        fileprivate var isOutside = false

        /// The middle of the interval.
        fileprivate var middle: Double { (start + end) / 2 }

        /// The length by which figures are ordered. Days have the same one whether or not clocks change, and so have months and years.
        fileprivate var orderLength: Double {
            let length = end - start
            guard slack > 0, let possible = AggregateFigures.lengths(interval), length >= possible.lowerBound else {
                return length
            }
            return possible.lowerBound
        }

        /// The maximum difference of the days of two time zones, for days and longer intervals; 0 for other intervals.
        fileprivate var slack: Double {
            switch interval {
            case .days, .weeks, .months, .years: AggregateFigures.slack
            case .minutes, .hours, .unknown: 0
            }
        }

        /// Whether the interval is an hour or shorter, and can cross the boundary of a bucket: midnight is within an hour in some zones.
        fileprivate var isShort: Bool { earliestEnd - start <= 3600 }

        /// Sets the bucket that contains the figure, and its end; a figure that is in no bucket ends at `-.infinity`.
        /// - Parameter endsDay: Whether the range of the query ends with a day.
        fileprivate mutating func place(in grid: any BucketGrid, _ request: StatisticsRequest, endsDay: Bool) {
            // Zones differ by up to 12 hours from most others.
            let half = interval == .days ? 11.5 * 3600 : (earliestEnd - start) / 2
            var middle = slack > 0 || isShort ? start + half : start
            isOutside =
                middle < request.start || middle >= request.end && (slack == 0 || endsDay || start >= request.end)
            if isOutside {
                end = usualEnd
                return
            }
            // The day so far counts in a range that ends before its middle.
            if slack > 0 { middle = min(middle, request.end.nextDown) }
            bucket = grid.index(containing: middle)
            let bounds = grid.bounds(of: bucket)
            let (first, last) = (max(bounds.start, request.start), min(bounds.end, request.end))
            // A part of a day has no figure of a day.
            let allowed = last - first >= earliestEnd - start - (isShort ? 0 : 3600) ? (isShort ? half : slack) : 0
            let isInside =
                middle >= request.start && middle < request.end && start >= first - allowed
                && earliestEnd <= last + allowed
            // The day of a bucket tells when clocks change; days of other zones do not end with it.
            let isWhole = start == first && last >= earliestEnd && last <= end
            end = isInside ? (isWhole ? last : usualEnd) : -.infinity
        }
    }

    fileprivate static let slack = 14 * 3600.0

    /// The figures, in order of their start dates.
    let figures: [Figure]
    private let style: HKQuantityAggregationStyle

    /// Reads the figures that count for a query.
    /// - Parameters:
    ///   - type: The number of the type.
    ///   - rows: The statistics of the samples; empty if they are not known.
    init(_ db: Database, _ request: StatisticsRequest, type: Int64, rows: [StatisticsRow] = []) throws {
        style = try request.style
        let grid = request.countedGrid
        var candidates = try Self.read(db, request, type: type)
        let endsDay = try Self.endsDay(db, request)
        for index in candidates.indices { candidates[index].place(in: grid, request, endsDay: endsDay) }
        candidates.removeAll { $0.end <= $0.start || !$0.isOutside && !ClippedGrid.isInside($0.bucket) }
        candidates.sort { left, right in
            let lengths = (left.orderLength, right.orderLength)
            if left.interval != right.interval || lengths.0 != lengths.1 {
                return (lengths.0, left.interval.rawValue) < (lengths.1, right.interval.rawValue)
            }
            return left.id > right.id
        }
        let inside = SamplesInside(db, request, type: type, rows: rows)
        var chosen: [Figure] = []
        var outline: [Outline] = []
        candidates = Self.relevant(Self.differentPeriods(candidates), request)
        for var figure in candidates {
            // The figures before are not longer.
            let reach = figure.slack > 0 ? 0 : figure.end - figure.start
            let near =
                Self.firstIndex(
                    outline, from: figure.start - reach)..<Self.firstIndex(outline, from: figure.end + reach)
            let (nested, others) = Self.nested(outline[near], in: figure)
            let isCut = others.contains { $0.start < figure.end && $0.end > figure.start }
            if figure.slack == 0, isCut { continue }
            let hasSamples = try Self.hasSamples(db, type: type, figure)
            var rest = (sum: figure.value, duration: figure.end - figure.start)
            if style == .cumulative {
                let samples = hasSamples ? try inside.sum(of: figure) : (sum: 0, duration: 0)
                rest.sum -= nested.reduce(samples.sum) { $0 + $1.sum }
                rest.duration -= nested.reduce(samples.duration) { $0 + $1.duration }
                // Sums of parts of samples are not exact.
                guard rest.sum > 1e-9 * figure.value.magnitude || !hasSamples && nested.isEmpty else { continue }
                figure.value = rest.sum
            } else if hasSamples || !nested.isEmpty {
                continue
            }
            figure.duration = max(0, rest.duration)
            let total = nested.reduce((figure.value, figure.duration)) { ($0.0 + $1.sum, $0.1 + $1.duration) }
            let new = Outline(
                start: figure.start, end: figure.end, interval: figure.interval, sum: total.0, duration: total.1)
            outline.replaceSubrange(near, with: (others + [new]).sorted { $0.middle < $1.middle })
            if !figure.isOutside { chosen.append(figure) }
        }
        figures = chosen.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    }

    /// The interval of a figure that counts and is inside no other one, with what it and the figures inside it count.
    private struct Outline {
        var start: Double
        var end: Double
        var interval: AggregatedPoint.Interval
        var sum: Double
        var duration: Double
        var middle: Double { (start + end) / 2 }

        /// Returns whether the interval is inside that of a figure. Two that start together differ in their ends only if an end is not known.
        func isInside(_ figure: Figure) -> Bool {
            start == figure.start || start > figure.start && end <= figure.end
        }
    }

    /// Returns the index of the first interval whose middle is at a time or later.
    private static func firstIndex(_ outline: [Outline], from time: Double) -> Int {
        var (low, high) = (0, outline.count)
        while low < high {
            let index = (low + high) / 2
            if outline[index].middle < time { low = index + 1 } else { high = index }
        }
        return low
    }

    /// Returns the intervals that are inside a figure, and the others.
    private static func nested(
        _ outline: ArraySlice<Outline>, in figure: Figure
    ) -> (nested: [Outline], others: [Outline]) {
        var (nested, others): ([Outline], [Outline]) = ([], [])
        for interval in outline {
            let isOfShorterKind =
                figure.slack > 0 && interval.interval != figure.interval && interval.middle >= figure.start
                && interval.middle < figure.end
            if interval.isInside(figure) || isOfShorterKind {
                nested.append(interval)
            } else {
                others.append(interval)
            }
        }
        return (nested, others)
    }

    /// Returns figures in their order, without the days, weeks, months and years that are the same period as an
    /// earlier one in another zone.
    private static func differentPeriods(_ candidates: [Figure]) -> [Figure] {
        var periods: [AggregatedPoint.Interval: [(start: Double, end: Double)]] = [:]
        return candidates.filter { figure in
            guard let possible = lengths(figure.interval), figure.slack > 0 else { return true }
            let known = periods[figure.interval] ?? []
            var (index, high) = (0, known.count)
            while index < high {
                let half = (index + high) / 2
                if known[half].start <= figure.middle { index = half + 1 } else { high = half }
            }
            for other in known[..<index].reversed() {
                if other.start <= figure.middle - possible.upperBound { break }
                // A part of the period so far is inside the whole one.
                let isPart =
                    other.start > figure.start && other.end <= figure.end
                    && other.end - other.start < possible.lowerBound
                if other.start != figure.start, !isPart, other.end > figure.middle { return false }
            }
            let place = known[..<index].lastIndex { $0.start <= figure.start }.map { $0 + 1 } ?? 0
            periods[figure.interval, default: []].insert((figure.start, figure.end), at: place)
            return true
        }
    }

    /// Returns the figures in the range of a request, in their order, with the hours and days around it if a day crosses a bound of the range.
    private static func relevant(_ candidates: [Figure], _ request: StatisticsRequest) -> [Figure] {
        let isCrossed = candidates.contains { figure in
            figure.interval == .days
                && [request.start, request.end].contains { figure.start < $0 && figure.end > $0 }
        }
        return candidates.filter { figure in
            guard figure.isOutside else { return true }
            guard isCrossed, figure.slack == 0 || figure.interval == .days else { return false }
            return figure.start >= request.start - daysApart && figure.start < request.end + daysApart
        }
    }

    /// Returns whether the range of a query ends with a day.
    private static func endsDay(_ db: Database, _ request: StatisticsRequest) throws -> Bool {
        guard request.end.magnitude < 1e11 else { return false }
        let end = Date(timeIntervalSince1970: request.end)
        return try calendar(db, request).startOfDay(for: end) == end
    }

    /// The sums of the samples in the intervals of figures.
    private struct SamplesInside {
        private let db: Database
        private let request: StatisticsRequest
        private let type: Int64
        /// The sums of whole buckets, by their starts.
        private var buckets: [Double: (end: Double, sum: Double, duration: Double)] = [:]

        init(_ db: Database, _ request: StatisticsRequest, type: Int64, rows: [StatisticsRow]) {
            self.db = db
            self.request = request
            self.type = type
            if request.usesSampleTimeZones { return }
            for row in rows {
                buckets[row.start.timeIntervalSince1970] = (
                    row.end.timeIntervalSince1970, row.figures.sum ?? 0, row.figures.duration
                )
            }
        }

        func sum(of figure: Figure) throws -> (sum: Double, duration: Double) {
            if let bucket = buckets[figure.start], bucket.end == figure.end { return (bucket.sum, bucket.duration) }
            let part = StatisticsRequest(
                type: request.type, from: Date(timeIntervalSince1970: figure.start),
                to: Date(timeIntervalSince1970: figure.end))
            let rows = try SampleSweep(db, part, type: type).rows()
            return rows.reduce((0, 0)) { ($0.0 + ($1.figures.sum ?? 0), $0.1 + $1.figures.duration) }
        }
    }

    private static func hasSamples(_ db: Database, type: Int64, _ figure: Figure) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3
                        AND (start >= ?4 OR end > ?4))
                    """),
            arguments: [
                type, try TypeExtents.earliestStart(db, type: type, endingFrom: figure.start), figure.end, figure.start,
            ]) ?? false
    }

    // MARK: Rows

    private static let day = 86_400.0

    /// The possible lengths of an interval in seconds: days change with the clocks, and months differ. Nil for unknown intervals.
    private static func lengths(_ interval: AggregatedPoint.Interval) -> ClosedRange<Double>? {
        switch interval {
        case .minutes: 60...60
        case .hours: 3600...3600
        case .days: (day - 3600)...(day + 3600)
        case .weeks: (7 * day - 3600)...(7 * day + 3600)
        case .months: (28 * day - 3600)...(31 * day + 3600)
        case .years: (365 * day - 3600)...(366 * day + 3600)
        case .unknown: nil
        }
    }

    /// Returns the calendar of the intervals: that of the buckets, or else of the person's home.
    private static func calendar(_ db: Database, _ request: StatisticsRequest) throws -> Calendar {
        if let calendar = request.buckets?.calendar { return calendar }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try HealthDatabase.homeTimeZone(db) ?? .gmt
        return calendar
    }

    /// Returns the end of an interval by the calendar, within the possible ones.
    private static func usualEnd(
        of interval: AggregatedPoint.Interval, from start: Double, _ ends: ClosedRange<Double>, _ calendar: Calendar
    ) -> Double {
        let end = interval.component.flatMap {
            calendar.date(byAdding: $0, value: 1, to: Date(timeIntervalSince1970: start))
        }
        return min(max(end?.timeIntervalSince1970 ?? ends.upperBound, ends.lowerBound), ends.upperBound)
    }

    /// Returns the starts in an interval, in ascending order.
    /// - Parameter starts: Starts in descending order.
    private static func starts(_ starts: [Double], in interval: ClosedRange<Double>) -> [Double] {
        var found: [Double] = []
        for start in starts.reversed() {
            if start > interval.upperBound { break }
            if start >= interval.lowerBound { found.append(start) }
        }
        return found
    }

    /// The maximum distance between the starts of a day in two zones.
    private static let daysApart = 26 * 3600.0
    /// The distance from the range of a query in which figures of other zones are read.
    private static let margin = 3 * day

    /// Returns the figures that start in the range of a query or near it and have a number of its style, with their possible ends.
    private static func read(_ db: Database, _ request: StatisticsRequest, type: Int64) throws -> [Figure] {
        let isCumulative = try request.style == .cumulative
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(FigureColumn.selection)
                    FROM aggregate_point WHERE type = ? AND start >= ? AND start < ? ORDER BY start DESC, id DESC
                    """), arguments: [type, request.start - margin, request.end + 367 * day])
        /// The starts of the later intervals by app and length, of which one is the end.
        var later: [String: [AggregatedPoint.Interval: [Double]]] = [:]
        let calendar = try calendar(db, request)
        var figures: [Figure] = []
        while let row = try rows.next() {
            let (start, end): (Double, Double) = (
                try row.value(at: FigureColumn.start), try row.value(at: FigureColumn.end)
            )
            let name: String = try row.value(at: FigureColumn.interval)
            let (interval, app) = (
                AggregatedPoint.Interval(rawValue: name) ?? .unknown, try row.value(String.self, at: FigureColumn.app)
            )
            var ends: ClosedRange<Double>?
            if end > start {
                ends = end...end
            } else if let lengths = lengths(interval) {
                let possible = (start + lengths.lowerBound)...(start + lengths.upperBound)
                // Several figures can start at the same time, and days of another zone can start in between.
                var following = Self.starts(later[app]?[interval] ?? [], in: possible)
                if following.count > 1 {
                    let usual = Self.usualEnd(of: interval, from: start, possible, calendar)
                    if following.contains(usual) { following = [usual] }
                }
                ends = following.first.map { $0...$0 } ?? possible
            }
            if let other = figures.last, other.start == start, other.app == app, other.interval == interval,
                end <= start
            {
                ends = other.earliestEnd...other.end
            } else {
                later[app, default: [:]][interval, default: []].append(start)
            }
            guard let ends, let value = try row.value(Double?.self, at: isCumulative ? FigureColumn.sum : .average)
            else {
                continue
            }
            let usualEnd =
                ends.lowerBound == ends.upperBound
                ? ends.upperBound : Self.usualEnd(of: interval, from: start, ends, calendar)
            figures.append(
                Figure(
                    start: start, end: ends.upperBound, value: value,
                    minimum: try row.value(Double?.self, at: FigureColumn.minimum) ?? value,
                    maximum: try row.value(Double?.self, at: FigureColumn.maximum) ?? value,
                    sources: try row.value(at: FigureColumn.sources), interval: interval, app: app,
                    earliestEnd: ends.lowerBound,
                    usualEnd: usualEnd,
                    id: try row.value(at: FigureColumn.id)))
        }
        return figures.filter { figure in
            if figure.slack > 0 { return figure.start < request.end + margin }
            return figure.start < request.end + daysApart && figure.start >= request.start - daysApart
        }
    }

    // MARK: Results

    /// Adds the figures to the statistics of samples.
    ///
    /// The parts of sums that exceed the samples are added. Averages of figures count in buckets without
    /// samples only, weighted by the lengths of their intervals.
    func add(to rows: [StatisticsRow], _ request: StatisticsRequest) throws -> [StatisticsRow] {
        if figures.isEmpty { return rows }
        let grid = request.countedGrid
        var byBucket = Dictionary(grouping: figures, by: \.bucket)
        var result = rows
        for index in rows.indices {
            let bucket = grid.index(containing: max(rows[index].start.timeIntervalSince1970, request.start))
            guard let more = byBucket.removeValue(forKey: bucket), style == .cumulative else { continue }
            result[index].merge(Self.statistics(more, style), count: more.count)
            // A bucket without a bound begins and ends with its contents.
            let bounds = grid.bounds(of: bucket)
            if bounds.start == -.infinity {
                result[index].start = min(rows[index].start, Date(timeIntervalSince1970: more[0].start))
            }
            if bounds.end == .infinity {
                result[index].end = max(
                    rows[index].end, Date(timeIntervalSince1970: more.map(\.end).max() ?? -.infinity))
            }
        }
        for (bucket, figures) in byBucket {
            let bounds = grid.bounds(of: bucket)
            let (first, last) = (figures[0].start, figures.map(\.end).max() ?? 0)
            result.append(
                StatisticsRow(
                    start: Date(timeIntervalSince1970: bounds.start.isFinite ? bounds.start : first),
                    end: Date(timeIntervalSince1970: bounds.end.isFinite ? bounds.end : last),
                    figures: Self.statistics(figures, style), sources: request.separateBySource ? [] : nil))
            result[result.count - 1].aggregates = figures.count
        }
        guard result.count <= StatisticsRequest.maximumBuckets else { throw StatisticsRequest.tooManyBuckets }
        return result.sorted { $0.start < $1.start }
    }

    /// Returns the statistics of figures in order of their start dates.
    static func statistics(_ figures: [Figure], _ style: HKQuantityAggregationStyle) -> StatisticsFigures {
        let duration = figures.reduce(0) { $0 + $1.duration }
        let latest = figures[figures.count - 1]
        let weighted = figures.reduce(0) { sum, figure in
            sum + BucketAggregate.term(figure.value, style: style) * (figure.end - figure.start)
        }
        return StatisticsFigures(
            style: style, count: figures.count, latest: (latest.value, latest.start, latest.end), duration: duration,
            sum: figures.reduce(0) { $0 + $1.value }, mean: weighted / duration,
            minimum: figures.reduce(.infinity) { min($0, $1.minimum) },
            maximum: figures.reduce(-.infinity) { max($0, $1.maximum) })
    }

    /// Adds the figures to the explanation of a sum, as sources behind all others.
    package static func add(
        to explanation: StatisticsExplanation, _ db: Database, _ request: StatisticsRequest, type: Int64
    ) throws -> StatisticsExplanation {
        var result = explanation
        var sources: [String: StatisticsSource] = [:]
        for figure in try AggregateFigures(db, request, type: type).figures {
            let name = figure.name
            // Sources of samples have positive numbers.
            let source = sources[name] ?? StatisticsSource(id: -Int64(sources.count) - 1, name: name)
            if sources.updateValue(source, forKey: name) == nil {
                result.order.append(RankedSource(source: source, reason: .other))
            }
            result.total += figure.value
            result.stretches.append(
                StatisticsExplanation.Stretch(
                    from: Date(timeIntervalSince1970: figure.start), to: Date(timeIntervalSince1970: figure.end),
                    source: source, amount: figure.value, samples: 0))
        }
        if !sources.isEmpty { result.stretches.sort { ($0.from, $0.to) < ($1.from, $1.to) } }
        return result
    }
}

extension AggregateFigures.Figure {
    /// The name of the figure in explanations.
    fileprivate var name: String {
        let length =
            switch interval {
            case .minutes: "figure of a minute"
            case .hours: "figure of an hour"
            case .days: "figure of a day"
            case .weeks: "figure of a week"
            case .months: "figure of a month"
            case .years: "figure of a year"
            case .unknown: "figure of an interval"
            }
        return sources.isEmpty ? length : "\(sources) (\(length))"
    }
}

extension StatisticsRow {
    /// Adds sums.
    fileprivate mutating func merge(_ other: StatisticsFigures, count: Int) {
        figures.count += other.count
        figures.sum = (figures.sum ?? 0) + (other.sum ?? 0)
        figures.duration += other.duration
        if other.mostRecent.end > figures.mostRecent.end { figures.mostRecent = other.mostRecent }
        aggregates += count
    }
}

private enum FigureColumn: Int32, PositionedColumns {
    case start, end, sum, average, minimum, maximum, sources, interval, app, id
}
