// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import Testing

@Suite struct DailyCorrelationTests {
    @Test func unrelatedFiguresHaveAnIntervalWithZeroInAboutNinetyFivePercent() {
        var clear = 0
        for seed in 0..<300 as Range<UInt64> {
            var noise = DailyNoise.any(seed: 7000 + seed)
            let (first, second) = (noise.series(days: 120), noise.series(days: 120))
            if DailyCorrelation(first, second)?.isClear == true { clear += 1 }
        }
        #expect(clear <= 24)
    }

    @Test func aRelationIsFoundWithItsDirectionAndDays() throws {
        var noise = DailyNoise(seed: 1)
        let first = noise.series(days: 200)
        let second = DailySeries(
            firstDay: first.firstDay,
            values: first.values.enumerated().map { index, value in
                index % 10 == 0 ? nil : value.map { -2 * $0 + noise.normal() }
            })
        let correlation = try #require(DailyCorrelation(first, second))
        #expect(correlation.coefficient < -0.7)
        #expect(correlation.interval.upperBound < -0.5)
        #expect(correlation.isClear)
        #expect(correlation.count == 180)
        #expect(correlation.effectiveCount <= 180)
    }

    @Test func theLagMovesTheSecondFigure() throws {
        var noise = DailyNoise(seed: 2) { $0.correlation = 0 }
        let first = noise.series(days: 210)
        let next = DailySeries(firstDay: first.firstDay + 1, values: first.values)
        #expect(try #require(DailyCorrelation(first, next, lag: 1)).coefficient > 0.99)
        #expect(abs(try #require(DailyCorrelation(first, next)).coefficient) < 0.3)
    }

    @Test func aCommonWeekdayIsNoRelation() throws {
        var noise = DailyNoise(seed: 3) { $0.correlation = 0 }
        let weekend = { (index: Int) in index % 7 >= 5 ? 10.0 : 0 }
        let (first, second) = (noise.series(days: 196, plus: weekend), noise.series(days: 196, plus: weekend))
        #expect(abs(try #require(DailyCorrelation(first, second)).coefficient) < 0.25)
    }

    @Test func fewDaysAndConstantFiguresHaveNoCorrelation() {
        let few = DailySeries(firstDay: 0, values: (0..<13).map(Double.init))
        #expect(DailyCorrelation(few, few) == nil)
        let constant = DailySeries(firstDay: 0, values: [Double?](repeating: 1, count: 60))
        #expect(DailyCorrelation(constant, constant) == nil)
    }
}
