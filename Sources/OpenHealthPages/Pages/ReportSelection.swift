// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel
import OpenHealthStatistics

/// The period and the types of a report.
package struct ReportSelection: Sendable {
    /// The first day, as a number of days since 1970-01-01.
    package var firstDay: Int
    /// The last day.
    package var lastDay: Int
    /// The time zone of the days.
    package var zone: TimeZone
    /// The day on which weeks begin, from 1 for Sunday to 7 for Saturday.
    package var firstWeekday = 2
    /// The identifiers of the types; nil for those of a usual report.
    package var types: Set<String>?
    /// The identifiers of the types with a chart; nil for all types of the report.
    package var charts: Set<String>?

    /// The number of days of a report without a chosen period.
    package static let usualDays = 90
    /// The maximum number of days of a report: ten years.
    package static let mostDays = 3660

    /// Creates a selection.
    package init(firstDay: Int, lastDay: Int, zone: TimeZone, types: Set<String>? = nil) {
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.zone = zone
        self.types = types
    }

    /// The quantity types of a usual report, in the order of their rows.
    static let quantities: [HKQuantityTypeIdentifier] = [
        .bodyMass, .bodyTemperature, .restingHeartRate, .heartRate, .heartRateVariabilitySDNN,
        .heartRateVariabilityRMSSD, .oxygenSaturation, .respiratoryRate, .bloodGlucose, .vo2Max, .stepCount,
        .appleExerciseTime, .activeEnergyBurned, .walkingSpeed,
    ]

    /// Returns whether a report can have a type.
    static func canHave(_ identifier: String) -> Bool {
        identifier == InsightType.sleep || identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
            || HealthTypes.named(identifier)?.kind == .quantity
    }

    /// The quantity types with a row, in order.
    var rows: [HKQuantityType] {
        let usual = Self.quantities.map(\.rawValue)
        guard let types else { return Self.quantities.map { HKQuantityType($0) } }
        let others = types.subtracting(usual).sorted().filter { HealthTypes.named($0)?.kind == .quantity }
        return (usual.filter(types.contains) + others).map { HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0)) }
    }

    /// Returns whether the report has the chart of a type.
    func showsChart(_ identifier: String) -> Bool { charts?.contains(identifier) ?? true }

    /// Returns whether the report has a type besides quantities.
    func includes(_ identifier: String) -> Bool { types?.contains(identifier) ?? true }

    /// The number of days.
    var count: Int { lastDay - firstDay + 1 }

    /// The first day of the week of the first day.
    private var firstWeek: Int {
        // 1970-01-01 is a Thursday.
        let place = (firstDay + 5 - firstWeekday) % 7
        return firstDay - (place < 0 ? place + 7 : place)
    }

    /// Returns the number of the week of a day of the period, from 0.
    func week(of day: Int) -> Int { (day - firstWeek) / 7 }

    /// Returns the first day of a week.
    func firstDay(ofWeek number: Int) -> Int { firstWeek + number * 7 }

    /// The numbers of the weeks of which all days are in the period.
    var wholeWeeks: Range<Int> {
        let first = firstWeek == firstDay ? 0 : 1
        return first..<max(first, (lastDay + 1 - firstWeek) / 7)
    }

    /// The period from the first moment of the first day to the last of the last.
    var period: DateInterval {
        DateInterval(start: date(firstDay), end: max(date(firstDay), date(lastDay + 1)))
    }

    /// Returns the first moment of a day.
    func date(_ day: Int) -> Date { Date(timeIntervalSince1970: CivilTime.startOfDay(day, in: zone)) }

    /// Returns the number of the day of a moment.
    package func day(of date: Date) -> Int {
        let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_800)
        // checked: the years 1 to 9999
        return Int(((seconds + Double(CivilTime.offset(at: seconds, in: zone))) / 86_400).rounded(.down))
    }

    /// The calendar of the days.
    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// Returns buckets of a day each.
    func days() throws -> CivilBuckets {
        try CivilBuckets(anchor: date(firstDay), interval: DateComponents(day: 1), calendar: calendar)
    }

    /// Returns buckets of a night each, from 18:00 to 18:00, and the period of the nights that end on the days.
    func nights() throws -> (period: DateInterval, buckets: CivilBuckets) {
        func evening(_ day: Int) -> Date {
            Date(timeIntervalSince1970: CivilTime.instant(civilSeconds: Double(day) * 86_400 + 64_800, in: zone))
        }
        let period = DateInterval(start: evening(firstDay - 1), end: evening(lastDay))
        return (period, try CivilBuckets(anchor: period.start, interval: DateComponents(day: 1), calendar: calendar))
    }
}
