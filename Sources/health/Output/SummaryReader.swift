// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// A reader for the rows of a summary.
struct SummaryReader {
    private let database: HealthDatabase
    private let today: DateSpan
    private let week: DateSpan
    private let thirtyDays: DateSpan
    private let days: DateSpan
    private let nights: DateSpan
    private let dayBuckets: CivilBuckets
    private let nightBuckets: CivilBuckets

    init(_ database: HealthDatabase, period: SummaryPeriod) throws {
        self.database = database
        today = try period.today()
        week = try period.week()
        thirtyDays = try period.thirtyDays()
        days = try period.days()
        nights = try period.nights()
        dayBuckets = try period.buckets(from: days.start)
        nightBuckets = try period.buckets(from: nights.start)
    }

    /// Returns the row of a type; `nil` if the type has no values for a summary.
    func row(_ type: HealthTypeDescription) throws -> SummaryRow? {
        switch (type.kind, type.aggregationStyle) {
        case (.quantity, .cumulative):
            let rows = try database.statistics(
                StatisticsRequest(
                    type: type.identifier, from: days.start, to: days.end, buckets: dayBuckets))
            var row = SummaryRow(type: type.identifier, figure: .sum, unit: type.canonicalUnit)
            fill(&row, rows.map { ($0.start, $0.figures.sum ?? 0) }, shift: 0)
            row.latestDate = rows.last.map { Date(timeIntervalSince1970: $0.figures.mostRecent.start) }
            return row
        case (.quantity, _): return try average(type)
        case (.category, _): return try duration(type)
        default: return nil
        }
    }

    /// Returns the start date and the value of the newest sample of a type that started before the end of today.
    func newest(_ type: String) throws -> (date: Date, value: Double?)? {
        let request = SampleRequest(types: [type], to: today.end, limit: 1, newestFirst: true)
        return try database.records(request).first.map { ($0.start, $0.value) }
    }

    private func average(_ type: HealthTypeDescription) throws -> SummaryRow {
        func figures(_ span: DateSpan) throws -> StatisticsFigures? {
            try database.statistics(
                StatisticsRequest(type: type.identifier, from: span.start, to: span.end)
            ).first?.figures
        }
        var row = SummaryRow(type: type.identifier, figure: .average, unit: type.canonicalUnit)
        guard let all = try figures(days) else { return row }
        // Each day counts once, as in the averages of the pages and insights.
        let days = try database.statistics(
            StatisticsRequest(
                type: type.identifier, from: thirtyDays.start, to: thirtyDays.end, buckets: dayBuckets)
        ).compactMap(\.figures.average)
        row.thirtyDays = days.isEmpty ? nil : days.reduce(0, +) / Double(days.count)
        row.latest = all.mostRecent.value
        row.latestDate = Date(timeIntervalSince1970: all.mostRecent.start)
        row.week = try figures(week)?.average
        row.today = try figures(today)?.average
        return row
    }

    /// Returns the duration row of a type whose samples represent a time.
    private func duration(_ type: HealthTypeDescription) throws -> SummaryRow? {
        guard let values = Self.lasting[type.identifier] else { return nil }
        let isSleep = type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let span = isSleep ? nights : days
        let rows = try database.categoryDurations(
            type: type.identifier, from: span.start, to: span.end, buckets: isSleep ? nightBuckets : dayBuckets)
        // An hour in which the person stood is counted, however long it was.
        let isCount = type.identifier == HKCategoryTypeIdentifier.appleStandHour.rawValue
        let sums = rows.map { row in
            let lasting = row.values.filter { values.isEmpty || values.contains($0.value) }
            return (start: row.start, sum: lasting.reduce(0) { $0 + (isCount ? Double($1.count) : $1.duration) })
        }.filter { $0.sum > 0 }
        var row = SummaryRow(
            type: type.identifier, figure: isCount ? .sum : .duration, unit: isCount ? "count" : nil)
        // A night belongs to the day on which it ends, which begins some hours after the night's bucket.
        let shift = isSleep ? 12.0 * 3600 : 0
        fill(&row, sums, shift: shift)
        if row.hasFigures { row.latestDate = try newest(type.identifier)?.date }
        return row
    }

    /// - Parameters:
    ///   - sums: The start dates and the sums of the days with data, in order.
    ///   - shift: The seconds from the start of a bucket to midnight of its day, or less.
    private func fill(_ row: inout SummaryRow, _ sums: [(start: Date, sum: Double)], shift: Double) {
        func total(_ span: DateSpan) -> (sum: Double, days: Int)? {
            let part = sums.filter { span.start <= $0.start + shift && $0.start + shift < span.end }
            return part.isEmpty ? nil : (part.reduce(0) { $0 + $1.sum }, part.count)
        }
        row.today = total(today)?.sum
        row.week = total(week)?.sum
        guard let all = total(thirtyDays) else { return }
        row.thirtyDays = all.sum / Double(all.days)
        row.days = all.days
    }

    /// The categories whose samples represent a time, and the values that are counted; empty for all.
    private static let lasting: [String: Set<Int>] = [
        HKCategoryTypeIdentifier.sleepAnalysis.rawValue: Set(
            HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue)),
        HKCategoryTypeIdentifier.appleStandHour.rawValue: [HKCategoryValueAppleStandHour.stood.rawValue],
        HKCategoryTypeIdentifier.mindfulSession.rawValue: [],
        HKCategoryTypeIdentifier.handwashingEvent.rawValue: [],
        HKCategoryTypeIdentifier.toothbrushingEvent.rawValue: [],
    ]
}

/// A type in a summary.
struct SummaryRow {
    /// The kind of the values.
    enum Figure: String {
        /// Sums; the value of the 30 days is the average of the days with data.
        case sum
        /// Averages.
        case average
        /// Durations in seconds; the value of the 30 days is the average of the days with data.
        case duration
    }

    /// The identifier of the type.
    let type: String
    /// The kind of the values.
    let figure: Figure
    /// The unit of the values; `nil` for durations.
    let unit: String?
    /// Whether today is unfinished or the data of the type end during it, so that the values are incomplete.
    var isUnfinished = false
    /// The value of today.
    var today: Double?
    /// The value of this week.
    var week: Double?
    /// The value for one day of the last 30 finished days.
    var thirtyDays: Double?
    /// The number of days with data; `nil` for averages.
    var days: Int?
    /// The latest value; `nil` for sums and durations.
    var latest: Double?
    /// The start date of the latest sample.
    var latestDate: Date?

    /// Creates a row without values.
    init(type: String, figure: Figure, unit: String? = nil) {
        self.type = type
        self.figure = figure
        self.unit = unit
    }

    /// Whether the row has any value.
    var hasFigures: Bool { thirtyDays != nil || week != nil || today != nil }
}

/// The columns of the summary.
enum SummaryColumns {
    /// All columns.
    static func all(clock: ZoneClock, isUnfinished: Bool) -> [Column<SummaryRow>] {
        [
            Column("type", for: .people) { .text(name($0)) },
            Column("unit", for: .people) { .text(shortUnit($0.unit)) },
            Column("type", for: .programs) { .text($0.type) },
            Column("name", for: .programs) { .text(name($0)) },
            Column("figure", for: .programs) { .text($0.figure.rawValue) },
            Column(isUnfinished ? "so far" : "today", for: .people, alignment: .right) {
                .text(shown($0.today, $0))
            },
            Column("week", for: .people, alignment: .right) { .text(shown($0.week, $0)) },
            Column("30 d avg", for: .people, alignment: .right) { .text(shown($0.thirtyDays, $0)) },
            Column("latest", for: .people, alignment: .right) { .text(shown($0.latest, $0)) },
            Column("last data", for: .people, fit: .droppable) {
                .text($0.latestDate.map { String(clock.text($0).prefix(16)) })
            },
            Column("today", for: .programs) { .number($0.today) },
            Column("week", for: .programs) { .number($0.week) },
            Column("thirtyDays", for: .programs) { .number($0.thirtyDays) },
            Column("days", for: .programs) { $0.days.map(Cell.count) ?? .none },
            Column("latest", for: .programs) { .number($0.latest) },
            Column("latestDate", for: .programs) { .text($0.latestDate.map { OffsetText.iso($0, in: clock.zone) }) },
            Column("unit", for: .programs) { .text($0.unit ?? "s") },
            Column("partial", for: .programs) { .json(.bool($0.isUnfinished)) },
        ]
    }

    private static func name(_ row: SummaryRow) -> String {
        TypeName.short(row.type)
    }

    /// Returns the unit as the table shows it, short enough for a terminal of 80 columns.
    private static func shortUnit(_ unit: String?) -> String {
        switch unit {
        case nil: "h:mm"
        case "kcal/(kg*hr)": "MET"
        case "appleEffortScore": "score"
        case let unit?: unit
        }
    }

    private static func shown(_ value: Double?, _ row: SummaryRow) -> String? {
        guard let value else { return nil }
        guard row.figure == .duration else { return glance(PercentText.shown(value, unit: row.unit)) }
        guard value.magnitude < 1e12 else { return NumberText.short(value) }
        let minutes = Int((value / 60).rounded())
        return "\(minutes / 60):" + NumberText.twoDigits(minutes % 60)
    }

    /// Returns a number with three digits, or its whole integer part.
    static func glance(_ value: Double) -> String {
        let size = value.magnitude
        guard size > 0, size.isFinite else { return NumberText.short(value) }
        let decimals = max(0, min(6, 2 - Int(log10(size).rounded(.down))))
        let scale = pow(10, Double(decimals))
        return NumberText.short((value * scale).rounded() / scale)
    }
}
