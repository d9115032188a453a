// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// Daily figures of all types up to a day, as insights need them.
package struct InsightInput: Sendable {
    /// The number of days of figures; those of sums go back to the first.
    static let length = 760
    /// The number of nights whose times count.
    static let nights = 28

    /// The first day that is not over, on the clocks of the zone.
    package let today: Int
    /// The figures by the identifiers of types, without days that are not over.
    package private(set) var series: [String: DailySeries] = [:]
    /// The nights of the last weeks.
    package private(set) var nights: [SleepNight] = []
    /// The days with a change of the person's time zone, for which no records and outliers are stated.
    package private(set) var zoneChanges: Set<Int> = []
    /// The age in years.
    package private(set) var age: Int?
    /// The sex, if a table has it.
    package private(set) var sex: CardioFitnessLevel.Sex?

    /// Reads figures.
    /// - Parameters:
    ///   - source: the figures.
    ///   - types: the identifiers of the types that count, which can be any quantity types; nil for those that insights are about.
    ///   - zone: the zone of the days.
    ///   - now: the present moment.
    package init(_ source: some InsightSource, types: Set<String>? = nil, zone: TimeZone, now: Date) throws {
        let clock = InsightClock(zone: zone)
        today = clock.day(of: now)
        for type in types.map({ $0.sorted().compactMap(InsightType.named) }) ?? InsightType.all {
            let open = try source.dataEnd(of: type.identifier).map(clock.day(of:))
            let end = FinishedDays(of: type.identifier, today: today, dataEnd: open).end
            // An export may be older than the days that count.
            let start = clock.date(end - Self.length)
            let days = try clock.buckets(anchor: start)
            let rows = try source.figures(
                of: type, from: type.isSum ? nil : start, to: clock.date(end), buckets: days)
            series[type.identifier] = clock.series(rows.map { (clock.day(of: $0.start), $0.value) }, before: end)
        }
        if types?.contains(InsightType.sleep) ?? true {
            // An export may be older than the days that count.
            let last = min(try source.dataEnd(of: InsightType.sleep) ?? now, now)
            let start = clock.date(clock.day(of: last) - Self.length)
            let zones = RecordedZones(
                try source.recordZones(from: start, to: now.addingTimeInterval(86_400)), home: zone)
            zoneChanges = zones.changeDays(in: zone)
            // Records are those of all days.
            if let first = series.values.filter({ !$0.days.isEmpty }).map(\.firstDay).min(), clock.date(first) < start {
                let earlier = try source.recordZones(from: clock.date(first), to: start + RecordedZones.reach)
                zoneChanges.formUnion(RecordedZones(earlier, home: zone).changeDays(in: zone))
            }
            try readSleep(source, zones: zones, now: now)
        }
        if let birth = try source.dateOfBirth() { age = clock.years(since: birth, at: now) }
        sex = try source.sex()
    }

    /// Reads nights on the clocks of the places where the person slept.
    private mutating func readSleep(_ source: some InsightSource, zones: RecordedZones, now: Date) throws {
        let clock = InsightClock(zone: zones.zone(at: now.timeIntervalSince1970))
        // A night lasts until 18:00 of its day.
        let quarter = 86_400 - SleepNight.evening
        let open = try source.dataEnd(of: InsightType.sleep) ?? now
        let end = min(clock.day(of: now.addingTimeInterval(quarter)), clock.day(of: open.addingTimeInterval(quarter)))
        let start = clock.evening(end - Self.length - 1)
        var rows: [(day: Int, value: Double)] = []
        for stretch in zones.stretches(from: start, to: clock.evening(end - 1)) {
            let local = InsightClock(zone: stretch.zone)
            let from = Date(timeIntervalSince1970: stretch.start)
            let found = try source.asleep(
                from: from, to: Date(timeIntervalSince1970: stretch.end),
                buckets: try local.buckets(anchor: local.evening(local.day(of: from))))
            for row in found where row.seconds > 0 { rows.append((local.night(of: row.start), row.seconds)) }
        }
        series[InsightType.sleep] = clock.series(rows, before: end)
        guard let last = series[InsightType.sleep]?.lastKnownDay else { return }
        // Five minutes are as exact as clock times have to be, and the merging of sources is that of all statistics. What is asleep of
        // five minutes counts from their beginning, so that the sum is exact.
        let first = clock.evening(last - Self.nights)
        let fine = try CivilBuckets(
            anchor: first, interval: DateComponents(minute: 5), calendar: clock.calendar)
        nights = SleepNight.nights(
            of: try source.asleep(from: first, to: clock.evening(last), buckets: fine).filter { $0.seconds > 0 }.map {
                let start = zones.civil($0.start)
                return SleepStretch(start: start, end: start + $0.seconds)
            })
    }
}

/// The figures that insights are computed from: those of a store, or those that an app may see.
package protocol InsightSource {
    /// Returns the sums or averages of the buckets with samples, in the canonical unit of the type.
    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)]
    /// Returns the seconds asleep of the buckets with sleep.
    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)]
    /// Returns the records that state where the person was, such as those of sleep: at least the first and the last of each run with one zone.
    func recordZones(from: Date, to: Date) throws -> [RecordedZones.Record]
    /// Returns the moment at which the data of a type end; nil if they go on.
    func dataEnd(of type: String) throws -> Date?
    /// Returns the person's date of birth; nil if it is unknown.
    func dateOfBirth() throws -> DateComponents?
    /// Returns whether the person is female or male; nil otherwise and if it is unknown.
    func sex() throws -> CardioFitnessLevel.Sex?
}
