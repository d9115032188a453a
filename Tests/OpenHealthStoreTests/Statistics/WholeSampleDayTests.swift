// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthStore

@Suite("Samples with the figure of one day")
struct WholeSampleDayTests {
    /// A resting heart rate of 54 lasts from 13:00 to 6:14 of the next day, which has 64: each day has its own.
    @Test(arguments: [true, false], [HKQuantityTypeIdentifier.restingHeartRate, .walkingHeartRateAverage])
    func aSampleThatSpansMidnightBelongsToTheDayInWhichItBegins(
        usesRollups: Bool, type: HKQuantityTypeIdentifier
    ) throws {
        let store = try ScratchStore()
        let hour = 3600.0
        try store.database.save(
            [
                MadeSamples.quantity(type, 54, "count/min", from: 13 * hour, to: 30 * hour + 840),
                MadeSamples.quantity(type, 64, "count/min", from: 37 * hour, to: 54 * hour),
            ], source: MadeSamples.app)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        func rows(_ interval: DateComponents, from: Double = 0) throws -> [String] {
            try store.database.statistics(
                StatisticsRequest(
                    type: type.rawValue, from: MadeSamples.date(from), to: MadeSamples.date(72 * hour),
                    buckets: try CivilBuckets(
                        anchor: MadeSamples.newYear, interval: interval, calendar: calendar)), usesRollups: usesRollups
            ).map { row in
                let start = Int(row.start.timeIntervalSince(MadeSamples.newYear) / hour)
                return
                    "\(start): \(row.figures.average ?? -1) of \(row.figures.count), latest \(row.figures.mostRecent.value)"
            }
        }
        for _ in 0..<2 {
            #expect(
                try rows(DateComponents(day: 1)) == [
                    "0: 54.0 of 1, latest 54.0", "24: 64.0 of 1, latest 64.0",
                ])
            // Also if the range begins within the sample.
            #expect(try rows(DateComponents(day: 1), from: 24 * hour) == ["24: 64.0 of 1, latest 64.0"])
            store.database.waitForRollups()
        }
        #expect(try rows(DateComponents(hour: 12)).count == 4)
    }
}
