// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthInsights

@Suite struct PeriodComparisonTests {
    @Test func averagesAreThoseOfTheDaysWithData() throws {
        let series = DailySeries(firstDay: 0, values: [1, 2, 3, nil, 5, 6, nil] + [2, 4, 6, 8, nil, 12, 14])
        let comparison = try #require(PeriodComparison(of: series, before: 14, length: 7))
        #expect(comparison.previous == .init(days: 0..<7, count: 5, average: 3.4))
        #expect(comparison.period.count == 6)
        #expect(abs(comparison.period.average - 46.0 / 6) < 1e-12)
        #expect(comparison.interval.contains(comparison.difference))
        #expect(abs((comparison.share ?? 0) - comparison.difference / 3.4) < 1e-12)
    }

    @Test func periodsWithFewDaysAreNotCompared() {
        let series = DailySeries(firstDay: 0, values: [1, 2, 3, nil, nil, nil, nil] + [2, 4, 6, 8, nil, 12, 14])
        #expect(PeriodComparison(of: series, before: 14, length: 7) == nil)
        #expect(PeriodComparison(of: series, before: 100, length: 7) == nil)
        #expect(PeriodComparison(of: series, before: 14, length: 0) == nil)
    }

    @Test func intervalsExcludeZeroInAboutFivePercentOfNoise() {
        var clear = 0
        for seed in 0..<400 as Range<UInt64> {
            var noise = DailyNoise(seed: 3000 + seed) { $0.correlation = seed.isMultiple(of: 2) ? 0.2 : 0.5 }
            let series = noise.series(days: 56)
            if PeriodComparison(of: series, before: series.days.upperBound, length: 28)?.isClear == true { clear += 1 }
        }
        #expect(clear <= 32)
    }

    @Test func aDifferenceOfOneAndAHalfDeviationsIsClear() {
        var clear = 0
        for seed in 0..<100 as Range<UInt64> {
            var noise = DailyNoise(seed: 5000 + seed)
            let series = noise.series(days: 56) { $0 < 28 ? 0 : 1.5 }
            if PeriodComparison(of: series, before: series.days.upperBound, length: 28)?.isClear == true { clear += 1 }
        }
        #expect(clear >= 90)
    }

    @Test func constantDaysHaveADifferenceWithoutDoubt() throws {
        let series = DailySeries(
            firstDay: 0, values: [Double?](repeating: 0, count: 7) + [Double?](repeating: 2, count: 7))
        let comparison = try #require(PeriodComparison(of: series, before: 14, length: 7))
        #expect(comparison.difference == 2)
        #expect(comparison.share == nil)
    }
}
