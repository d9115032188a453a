// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The figures of nights, stand hours and mindful minutes that phones pushed, for times without samples.
///
/// A figure has durations, and not when in its interval they were. It counts as a whole in the bucket of its day, if no sample of any source
/// is in its interval, and no figure of a shorter interval that counts overlaps it. Of the figures of one night, the one with the most
/// sleep counts. Nights and naps of one day that do not overlap all count. Days of two zones are one day if the middle of one is in the other, as in
/// ``AggregateFigures``.
package struct CategoryFigures {
    /// A figure that counts.
    struct Figure {
        var start: Double
        var end: Double
        var bucket: Int
        /// The seconds of each value.
        var durations: [Int: Double]
        /// The seconds in bed with those asleep and awake; nil if they are unknown.
        var inBed: Double?
        /// The period of a night or a nap; nil if it is unknown.
        var night: ClosedRange<Double>?
        var total: Double { durations.values.reduce(0, +) }
        /// Whether it is a nap, which is in the afternoon or evening of its day.
        var isNap: Bool { night.map { $0.lowerBound >= start + 12 * 3600 } ?? false }

        /// Returns whether only one of two figures can count.
        func overlaps(_ other: Figure) -> Bool {
            if let night, let otherNight = other.night { return NightTimes.overlap(night, otherNight) }
            return start <= other.middle && other.middle < end || other.start <= middle && middle < other.end
        }

        private var middle: Double { (start + end) / 2 }
    }

    /// The figures, in order of their start dates.
    let figures: [Figure]

    private static let hour = 3600.0
    private static let day = 86_400.0

    /// Reads the figures that count for a query.
    package init(_ db: Database, _ query: CategoryQuery) throws {
        guard let type = try RecordReader.typeNumber(db, of: query.type) else {
            figures = []
            return
        }
        let grid = ClippedGrid(query.buckets ?? SingleBucket() as any BucketGrid, start: query.from, end: query.to)
        let candidates = try Self.read(db, query, type: type, grid).sorted { left, right in
            let lengths = (left.end - left.start, right.end - right.start)
            return lengths.0 == lengths.1 ? left.total > right.total : lengths.0 < lengths.1
        }
        let night = query.type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        var chosen: [Figure] = []
        for figure in candidates where !chosen.contains(where: figure.overlaps) {
            // A night begins on the evening before its day, and ends before the evening.
            var start = night ? figure.start - 6 * Self.hour : figure.start
            var end = night ? figure.end - 12 * Self.hour : figure.end
            if night, let period = figure.night, figure.isNap { (start, end) = (period.lowerBound, period.upperBound) }
            if try !Self.hasSamples(db, type: type, from: start, to: end) { chosen.append(figure) }
        }
        figures = chosen.sorted { $0.start < $1.start }
    }

    private static func hasSamples(_ db: Database, type: Int64, from: Double, to: Double) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3
                        AND (start >= ?4 OR end > ?4))
                    """),
            arguments: [type, try TypeExtents.earliestStart(db, type: type, endingFrom: from), to, from]) ?? false
    }

    /// Returns the figures with durations whose day is in the range of a query.
    private static func read(
        _ db: Database, _ query: CategoryQuery, type: Int64, _ grid: ClippedGrid
    ) throws -> [Figure] {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT \(FigureColumn.selection) FROM aggregate_point
                    WHERE type = ? AND start >= ? AND start < ? ORDER BY start, id DESC
                    """), arguments: [type, query.from - day, query.to])
        var figures: [Figure] = []
        while let row = try rows.next() {
            let name: String = try row.value(at: FigureColumn.interval)
            let length: Double
            switch AggregatedPoint.Interval(rawValue: name) ?? .unknown {
            case .minutes: length = 60
            case .hours: length = hour
            case .days: length = day
            default: continue
            }
            guard let others = try row.value(String?.self, at: FigureColumn.others).map(MetadataPairs.read),
                let durations = durations(query.type, others, unit: try row.value(at: FigureColumn.unit))
            else { continue }
            let start: Double = try row.value(at: FigureColumn.start)
            // The day of a phone in another zone begins some hours earlier or later than the day of the store.
            let middle = min(start + min(length / 2, 11.5 * hour), query.to.nextDown)
            let bucket = grid.index(containing: middle)
            let bounds = grid.bounds(of: bucket)
            guard ClippedGrid.isInside(bucket), start < query.to, bounds.end - bounds.start >= length / 2 else {
                continue
            }
            figures.append(
                Figure(
                    start: start, end: start + length, bucket: bucket, durations: durations,
                    inBed: inBed(query.type, others, unit: try row.value(at: FigureColumn.unit)),
                    night: NightTimes.period(others)
                ))
        }
        return figures
    }

    // MARK: Durations

    private static let units = ["hr": hour, "h": hour, "min": 60, "s": 1]

    private static func number(_ key: String, _ others: [MetadataPair]) -> Double? {
        others.first { $0.key == key }.flatMap { Double($0.value) }.flatMap { (0...100_000).contains($0) ? $0 : nil }
    }

    /// Returns the seconds in bed of a night, with those asleep and awake; nil if they are unknown, or impossible.
    private static func inBed(_ type: String, _ others: [MetadataPair], unit: String?) -> Double? {
        guard type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue, let number = number("inBed", others) else {
            return nil
        }
        let seconds = number * (unit.flatMap { units[$0] } ?? hour)
        return seconds > 0 && seconds <= 1.5 * day ? seconds : nil
    }

    /// Returns the seconds of each value of a figure; nil if it has none.
    static func durations(_ type: String, _ others: [MetadataPair], unit: String?) -> [Int: Double]? {
        func number(_ key: String) -> Double? { Self.number(key, others) }
        var durations: [Int: Double] = [:]
        switch HKCategoryTypeIdentifier(rawValue: type) {
        case .sleepAnalysis:
            let scale = unit.flatMap { units[$0] } ?? hour
            let phases: [(String, HKCategoryValueSleepAnalysis)] = [
                ("core", .asleepCore), ("deep", .asleepDeep), ("rem", .asleepREM), ("awake", .awake),
            ]
            for (key, value) in phases { durations[value.rawValue] = number(key).map { $0 * scale } }
            let known = ["core", "deep", "rem"].compactMap(number).reduce(0, +)
            // Older versions of the app have all sleep as asleep, and newer ones the sleep without a phase.
            let asleep = number("asleep") ?? 0
            let total = number("totalSleep") ?? (asleep >= known ? asleep : asleep + known)
            if total > known {
                durations[HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue] = (total - known) * scale
            }
            let rest = (number("inBed") ?? 0) - max(total, known) - (number("awake") ?? 0)
            if rest > 0 { durations[HKCategoryValueSleepAnalysis.inBed.rawValue] = rest * scale }
        case .appleStandHour:
            durations[HKCategoryValueAppleStandHour.stood.rawValue] = number("qty").map { min($0, 24) * hour }
        case .mindfulSession:
            durations[HKCategoryValue.notApplicable.rawValue] = number("qty").map {
                $0 * (unit.flatMap { units[$0] } ?? 60)
            }
        default: return nil
        }
        durations = durations.filter { $0.value > 0 }
        return durations.isEmpty || durations.values.reduce(0, +) > 1.5 * day ? nil : durations
    }

    // MARK: Results

    /// Adds the figures to the durations of samples, which are of other times.
    package func add(to rows: [CategoryRow], _ query: CategoryQuery) throws -> [CategoryRow] {
        if figures.isEmpty { return rows }
        let grid = ClippedGrid(query.buckets ?? SingleBucket() as any BucketGrid, start: query.from, end: query.to)
        var result = rows
        for figure in figures {
            let bounds = grid.bounds(of: figure.bucket)
            let start = Date(timeIntervalSince1970: bounds.start.isFinite ? bounds.start : figure.start)
            let end = Date(timeIntervalSince1970: bounds.end.isFinite ? bounds.end : figure.end)
            let index = result.firstIndex {
                grid.index(containing: max($0.start.timeIntervalSince1970, query.from)) == figure.bucket
            }
            if let index {
                result[index].add(figure)
                result[index].start = min(result[index].start, start)
                result[index].end = max(result[index].end, end)
            } else {
                var row = CategoryRow(start: start, end: end, values: [], covered: 0)
                row.add(figure)
                result.append(row)
            }
        }
        guard result.count <= StatisticsRequest.maximumBuckets else { throw StatisticsRequest.tooManyBuckets }
        return result.sorted { $0.start < $1.start }
    }
}

extension CategoryRow {
    /// Adds the durations of another time.
    fileprivate mutating func add(_ figure: CategoryFigures.Figure) {
        let inBed = HKCategoryValueSleepAnalysis.inBed.rawValue
        var durations = figure.durations
        // As with samples, a person asleep is also in bed.
        if figure.inBed != nil { durations[inBed, default: 0] += 0 }
        for (value, duration) in durations {
            covered += duration
            let reported = value == inBed ? max(figure.inBed ?? 0, duration) : duration
            if let index = values.firstIndex(where: { $0.value == value }) {
                values[index].duration += duration
                values[index].reported += reported
                values[index].count += 1
            } else {
                values.append(CategoryValueDuration(value: value, duration: duration, reported: reported, count: 1))
            }
        }
        values.sort { $0.value < $1.value }
    }
}

private enum FigureColumn: Int32, PositionedColumns {
    case start, end, interval, unit, others
}
