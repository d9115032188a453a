// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing
import WarehouseTestSupport

import OpenHealthStore
@testable import OpenHealthWarehouse

@Suite struct DurationDayTests {
    private static let categories = HealthTypes.all.filter { $0.kind == .category }.map(\.identifier)

    /// Each moment belongs to a single value, so that days add up to weeks.
    @Test(arguments: 0..<7)
    func daysAddUpToTheWeeksOfTheStore(seed: UInt64) throws {
        let folder = try ServerFolder("durations")
        defer { folder.remove() }
        let person = RandomPerson(seed: seed)
        let database = try person.store(in: folder, types: Self.categories)
        for type in Self.categories {
            let (days, leftOut) = try database.durationDays(type: type, in: person.zone)
            #expect(leftOut == 0)
            #expect(zip(days, days.dropFirst()).allSatisfy { $0.day < $1.day })
            // 1969-12-29 was a Monday.
            let weeks = try weeks(type, person.zone)
            let expected = try database.categoryDurations(type: type, buckets: weeks)
            let sums = Dictionary(grouping: days) { Int((Double($0.day.number) + 3) / 7) }
            #expect(sums.count == expected.count)
            for row in expected {
                let week = weeks.index(containing: row.start.timeIntervalSince1970)
                let values = try #require(sums[week]).flatMap(\.values)
                #expect(Set(values.map { Int($0.category) }) == Set(row.values.map(\.value)))
                for value in row.values {
                    let found = values.filter { Int($0.category) == value.value }
                    let duration = found.reduce(0) { $0 + $1.duration }
                    let reported = found.reduce(0) { $0 + $1.reported }
                    #expect(abs(duration - value.duration) <= 1e-9 * max(value.duration, 1))
                    #expect(abs(reported - value.reported) <= 1e-9 * max(value.reported, 1))
                }
            }
        }
    }

    /// Returns weeks of seven days as they are counted for the type.
    private func weeks(_ type: String, _ zone: TimeZone) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let isNightly = type == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let civil = Double(-3 * 86_400 - (isNightly ? 6 * 3600 : 0))
        return try CivilBuckets(
            anchor: Date(timeIntervalSince1970: CivilTime.instant(civilSeconds: civil, in: zone)),
            interval: DateComponents(day: 7), calendar: calendar)
    }

    @Test func aNightBelongsToTheDayOfWaking() throws {
        let folder = try ServerFolder("durations")
        defer { folder.remove() }
        let database = try HealthDatabase(url: folder.url.appendingPathComponent("health.db"))
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        func instant(_ day: Int, _ hour: Double) -> Date {
            let number = CivilDay.number(year: 2024, month: 3, day: day)
            return Date(
                timeIntervalSince1970: CivilTime.instant(
                    civilSeconds: Double(number) * 86_400 + hour * 3600, in: zone))
        }
        func sample(_ type: HKCategoryTypeIdentifier, _ value: Int, _ from: Date, _ to: Date) -> HKCategorySample {
            HKCategorySample(type: HKCategoryType(type), value: value, start: from, end: to)
        }
        let deep = HKCategoryValueSleepAnalysis.asleepDeep.rawValue
        _ = try database.save(
            [
                // The night in which the clocks are set forward from 02:00 to 03:00.
                sample(.sleepAnalysis, deep, instant(30, 23), instant(31, 7)),
                // A nap that ends after 18:00.
                sample(.sleepAnalysis, deep, instant(29, 17), instant(29, 19)),
                sample(.mindfulSession, 0, instant(30, 23.5), instant(31, 0.5)),
            ], source: ProvenanceData(sourceName: "Watch"))
        func days(_ type: HKCategoryTypeIdentifier) throws -> [String: [Double]] {
            let (days, _) = try database.durationDays(type: type.rawValue, in: zone)
            return Dictionary(
                uniqueKeysWithValues: days.map { ($0.day.description, $0.values.map { $0.duration / 3600 }) })
        }
        #expect(try days(.sleepAnalysis) == ["2024-03-29": [1], "2024-03-30": [1], "2024-03-31": [7]])
        #expect(try days(.mindfulSession) == ["2024-03-30": [0.5], "2024-03-31": [0.5]])
    }
}
