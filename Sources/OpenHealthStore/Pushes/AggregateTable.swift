// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The table of the figures of intervals that apps pushed. They are not samples.
package enum AggregateTable {
    /// An interval of a type, whose figures a push replaces as a whole.
    private struct Bucket: Hashable {
        var type: Int64
        var interval: String
        var start: Double
    }

    /// Stores figures. Those of an interval replace all figures of the app for the same interval, unless they are smaller sums.
    static func take(
        _ db: Database, _ points: [AggregatedPoint], app: String, now: Date, _ receipt: inout PushedReceipt
    ) throws {
        if points.isEmpty { return }
        let facts = try SharedRows(db)
        var buckets: [Bucket: [AggregatedPoint]] = [:]
        var order: [Bucket] = []
        for point in points {
            let bucket = Bucket(
                type: try facts.type(point.type), interval: point.interval.rawValue, start: point.start)
            if buckets[bucket] == nil { order.append(bucket) }
            buckets[bucket, default: []].append(point)
        }
        try facts.createViews()
        for bucket in order {
            let pushed = (buckets[bucket] ?? []).map(Figures.init)
            let nights = pushed.map(\.night)
            let old = try stored(db, bucket, app: app).filter { !$0.figures.isApart(from: nights) }
            let new = kept(old.map(\.figures), pushed)
            let isLate = new == old.map(\.figures)
            let counts = isLate ? PushedReceipt.Counts(known: pushed.count) : counts(old.map(\.figures), new)
            if let type = buckets[bucket]?.first?.type {
                receipt.aggregates[type, default: .init()] = receipt.aggregates[type, default: .init()] + counts
            }
            guard !isLate, counts.added + counts.replaced > 0 || old.count > new.count else { continue }
            for row in old {
                try db.cachedStatement(sql: "DELETE FROM aggregate_point WHERE id = ?").execute(arguments: [row.id])
            }
            for figures in new { try figures.insert(db, bucket.type, bucket.interval, app: app, now: now) }
        }
    }

    /// Returns the figures of an interval after a push: a sum never becomes lower.
    ///
    /// An app sends the running interval again with each push, and repeats a push that failed, so a smaller sum was computed earlier. One
    /// whose end is later was not. Of the sums of an interval, the greatest decides, because its sources are joined differently when
    /// another device has added readings.
    private static func kept(_ old: [Figures], _ new: [Figures]) -> [Figures] {
        if let largest = largest(old), let next = self.largest(new), next.isEarlier(than: largest) { return old }
        return new.map { figures in
            old.first { $0.sources == figures.sources && figures.isEarlier(than: $0) } ?? figures
        }
    }

    private static func largest(_ figures: [Figures]) -> Figures? {
        figures.filter { $0.amount != nil }.max { ($0.amount ?? 0) < ($1.amount ?? 0) }
    }

    /// Returns the number of points that are new, that replace others and that are stored already.
    private static func counts(_ old: [Figures], _ new: [Figures]) -> PushedReceipt.Counts {
        let known = new.filter(old.contains).count
        let replaced = min(new.count - known, max(0, old.count - known))
        return PushedReceipt.Counts(added: new.count - known - replaced, replaced: replaced, known: known)
    }

    private static func stored(_ db: Database, _ bucket: Bucket, app: String) throws -> [(id: Int64, figures: Figures)]
    {
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: selectStored), arguments: [bucket.type, bucket.start, app, bucket.interval])
        var stored: [(id: Int64, figures: Figures)] = []
        while let row = try rows.next() { stored.append((try row.value(of: "id"), try Figures(row: row))) }
        return stored
    }

    private static let selectStored = """
        SELECT id, \(Figures.Columns.selection) FROM aggregate_point
        WHERE type = ? AND start = ? AND app = ? AND interval = ? ORDER BY id
        """

    /// The columns of a row.
    private struct Figures: Equatable, FetchableRecord {
        enum Columns: String, SelectedColumns {
            case start, end, sources, unit, sum, average, minimum, maximum, others
        }

        var start: Double
        var end: Double
        var sources: String
        var unit: String?
        var numbers: [Double?]
        var others: String?

        /// The sum, or the amount of a category such as mindful minutes; nil for averages and nights, of which the newer ones count.
        var amount: Double? {
            if let sum = numbers[0] { return sum }
            if numbers[1] != nil { return nil }
            return others.map(MetadataPairs.read)?.first { $0.key == "qty" }.flatMap { Double($0.value) }
        }

        /// The period of a night or a nap.
        var night: ClosedRange<Double>? { others.map(MetadataPairs.read).flatMap(NightTimes.period) }

        /// Returns whether the figures are of a nap or night that overlaps no night of a push, so that both are kept.
        func isApart(from nights: [ClosedRange<Double>?]) -> Bool {
            guard let night else { return false }
            return nights.allSatisfy { other in other.map { !NightTimes.overlap($0, night) } ?? false }
        }

        /// Returns whether the figures are an earlier state of others with the same start.
        func isEarlier(than other: Figures) -> Bool {
            guard let amount, let known = other.amount, amount < known else { return false }
            // Amounts of categories are in the unit of the phone.
            if numbers[0] == nil || other.numbers[0] == nil, unit != other.unit { return false }
            return other.end <= other.start || end <= other.end
        }

        init(_ point: AggregatedPoint) {
            start = point.start
            end = point.end
            sources = point.sources
            unit = point.unit
            numbers = [point.sum, point.average, point.minimum, point.maximum]
            others = point.others.isEmpty ? nil : MetadataJSON.object(point.others)
        }

        init(row: Row) throws {
            start = try row.value(of: Columns.start)
            end = try row.value(of: Columns.end)
            sources = try row.value(of: Columns.sources)
            unit = try row.value(of: Columns.unit)
            numbers = try [Columns.sum, .average, .minimum, .maximum].map { try row.value(of: $0) }
            others = try row.value(of: Columns.others)
        }

        func insert(_ db: Database, _ type: Int64, _ interval: String, app: String, now: Date) throws {
            try db.cachedStatement(
                sql: """
                    INSERT INTO aggregate_point
                        (app, type, interval, start, end, sources, unit, sum, average, minimum, maximum, others, received)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: [
                    app, type, interval, start, end, sources, unit, numbers[0], numbers[1], numbers[2], numbers[3],
                    others, now.timeIntervalSince1970,
                ])
        }
    }
}

/// The figures of an interval that an app pushed. They are not a sample.
package struct StoredAggregate: Sendable, Equatable {
    /// The identifier of the app.
    package var app: String
    /// The figures, in the canonical unit of the type.
    package var point: AggregatedPoint
    /// The unit of the figures; nil for categories.
    package var canonicalUnit: String?
    /// The date of arrival.
    package var received: Date
}

extension AggregateTable {
    /// Calls a function with the figures of all apps, in order of type and start.
    static func forEach(_ db: Database, _ body: (StoredAggregate) throws -> Void) throws {
        let rows = try StoredAggregate.fetchCursor(
            db,
            sql: """
                SELECT \(StoredAggregate.Columns.selection)
                FROM aggregate_point AS a JOIN sample_type AS t ON t.id = a.type ORDER BY t.identifier, a.start, a.id
                """)
        while let figures = try rows.next() { try body(figures) }
    }
}

extension AggregatedPoint.Interval {
    /// The component of the calendar; nil for an unknown length.
    var component: Calendar.Component? {
        switch self {
        case .minutes: .minute
        case .hours: .hour
        case .days: .day
        case .weeks: .weekOfYear
        case .months: .month
        case .years: .year
        case .unknown: nil
        }
    }
}

extension StoredAggregate: FetchableRecord {
    /// The columns of the tables `aggregate_point AS a` and `sample_type AS t`.
    fileprivate enum Columns: String, SelectedColumns {
        case identifier, app, interval, start, end, sources, unit, sum, average, minimum, maximum, others, received
        case canonicalUnit = "canonical_unit"

        var expression: String {
            switch self {
            case .identifier: "t.identifier"
            case .canonicalUnit: "t.unit"
            default: "a.\(rawValue)"
            }
        }
    }

    /// Creates figures from a row.
    package init(row: Row) throws {
        let interval: String = try row.value(of: Columns.interval)
        var point = AggregatedPoint(
            type: try row.value(of: Columns.identifier), sources: try row.value(of: Columns.sources),
            start: try row.value(of: Columns.start), end: try row.value(of: Columns.end),
            interval: AggregatedPoint.Interval(rawValue: interval) ?? .unknown,
            unit: try row.value(of: Columns.unit), place: "")
        point.sum = try row.value(of: Columns.sum)
        point.average = try row.value(of: Columns.average)
        point.minimum = try row.value(of: Columns.minimum)
        point.maximum = try row.value(of: Columns.maximum)
        point.others = try row.value(String?.self, of: Columns.others).map(MetadataPairs.read) ?? []
        self.init(
            app: try row.value(of: Columns.app), point: point,
            canonicalUnit: try row.value(of: Columns.canonicalUnit), received: try row.date(of: Columns.received))
    }
}
