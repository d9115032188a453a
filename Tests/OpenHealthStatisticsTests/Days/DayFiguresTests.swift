// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@Suite struct DayFiguresTests {
    private static let quantities = HealthTypes.all.filter { $0.kind == .quantity }.map(\.identifier)

    @Test func onlyMeasurementsCountOnTheDayThatIsNotOver() {
        for type in Self.quantities {
            let isMeasured = DayFigures.measuredTypes.contains(type)
            #expect(FinishedDays(of: type, today: 100, dataEnd: nil).contains(99), "\(type)")
            #expect(FinishedDays(of: type, today: 100, dataEnd: nil).contains(100) == isMeasured, "\(type)")
            #expect(FinishedDays(of: type, today: 100, dataEnd: 80).contains(80) == isMeasured, "\(type)")
            #expect(!FinishedDays(of: type, today: 100, dataEnd: nil).contains(101), "\(type)")
        }
        let measured = DayFigures.measuredTypes
        #expect(measured.isSubset(of: Self.quantities) && DayFigures.wholeTypes.isSubset(of: Self.quantities))
        // A sum grows until its day is over.
        #expect(measured.allSatisfy { HealthTypes.named($0)?.aggregationStyle != .cumulative })
    }

    @Test func aDayOfMeasurementsIsNeverUnfinishedButAMonthIs() {
        let day = 86_400.0
        for type in Self.quantities {
            let isMeasured = DayFigures.measuredTypes.contains(type)
            for (now, end) in [(day / 2, nil), (9 * day, day / 2)] as [(Double, Double?)] {
                let coverage = BucketCoverage(of: (0, day), type: type, edges: [], now: now, dataEnd: end)
                #expect(coverage == (isMeasured ? .whole : .unfinished), "\(type)")
                let month = BucketCoverage(of: (0, 30 * day), type: type, edges: [], now: now, dataEnd: end)
                #expect(month == .unfinished, "\(type)")
            }
            #expect(BucketCoverage(of: (0, day), type: type, edges: [60], now: day, dataEnd: nil) == .cut, "\(type)")
        }
    }

    @Test func samplesCountAsAWholeInDaysAndLongerBucketsOnly() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        func counts(_ type: HKQuantityTypeIdentifier, _ interval: DateComponents) throws -> Bool {
            DayFigures.countsWholeSamples(
                of: type.rawValue,
                in: try CivilBuckets(anchor: Date(timeIntervalSince1970: 0), interval: interval, calendar: calendar))
        }
        for interval in [DateComponents(day: 1), .init(month: 1), .init(weekOfYear: 1), .init(year: 1)] {
            #expect(try counts(.restingHeartRate, interval))
            #expect(try !counts(.heartRate, interval))
        }
        #expect(try !counts(.restingHeartRate, DateComponents(hour: 1)))
        #expect(!DayFigures.countsWholeSamples(of: HKQuantityTypeIdentifier.restingHeartRate.rawValue, in: nil))
    }
}
