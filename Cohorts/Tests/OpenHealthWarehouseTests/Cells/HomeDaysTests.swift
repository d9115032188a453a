// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing
import WarehouseTestSupport

@testable import OpenHealthWarehouse

@Suite struct HomeDaysTests {
    @Test(arguments: RandomPerson.zones + ["Africa/Monrovia", "Pacific/Kwajalein", "Africa/Cairo", "Asia/Pyongyang"])
    func daysAdjoinAndContainTheirInstants(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let days = HomeDays(zone: zone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let anchor = Date(timeIntervalSince1970: CivilTime.startOfDay(10_957, in: zone))
        let buckets = try CivilBuckets(anchor: anchor, interval: DateComponents(day: 1), calendar: calendar)
        for number in stride(from: 0, to: HomeDays.count, by: 7) {
            let day = try #require(CohortDay(number: number))
            let bounds = days.bounds(of: day)
            #expect(bounds == buckets.bounds(of: number - 10_957))
            // A day that the zone skipped is empty.
            guard bounds.start < bounds.finish else { continue }
            for instant in [bounds.start, bounds.finish.nextDown, (bounds.start + bounds.finish) / 2] {
                #expect(days.day(containing: instant) == day)
            }
        }
        #expect(days.day(containing: days.range.lowerBound.nextDown) == nil)
        #expect(days.day(containing: days.range.upperBound) == nil)
    }

    /// Clocks in Liberia were 44 minutes and 30 seconds behind UTC until 1972-01-07.
    @Test func readingsOnDaysWithoutQuartersAreCounted() throws {
        let zone = try #require(TimeZone(identifier: "Africa/Monrovia"))
        let days = HomeDays(zone: zone)
        var maker = CellDayMaker(type: "T", style: .cumulative, days: days)
        var found: [CellDay] = []
        // 1972-01-07 is day 736.
        for day in [700, 735, 736, 737, 800] {
            var aggregate = BucketAggregate()
            aggregate.started.count = 2
            aggregate.amount = 5
            maker.add(start: Double(day) * 86_400 + 43_200, aggregate: aggregate) { found.append($0) }
        }
        maker.finish { found.append($0) }
        // The 7th begins at the clock change, which is within a quarter of an hour.
        #expect(maker.leftOut == 6)
        #expect(found.map(\.day.number) == [737, 800])
    }
}
