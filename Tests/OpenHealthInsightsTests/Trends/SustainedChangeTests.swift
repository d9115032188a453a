// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthInsights

@Suite struct SustainedChangeTests {
    private static let monday = DailyNoise.monday

    /// Returns the share of series that show a change in any of the weekly looks of a year.
    private static func falseAlarms(years: Int, seed: UInt64, _ noise: (UInt64) -> DailyNoise) -> Double {
        var alarms = 0
        for year in 0..<years {
            var source = noise(seed + UInt64(year))
            let series = source.series(days: 104 * 7)
            if (53...104).contains(where: { SustainedChange(in: series, before: monday + $0 * 7) != nil }) {
                alarms += 1
            }
        }
        return Double(alarms) / Double(years)
    }

    @Test func aYearOfNoiseLookedAtEveryWeekShowsAChangeInAtMostFivePercent() {
        #expect(Self.falseAlarms(years: 400, seed: 1) { DailyNoise.any(seed: $0) } <= 0.05)
    }

    @Test func strongAutocorrelationRaisesNoMoreFalseAlarms() {
        let rate = Self.falseAlarms(years: 150, seed: 70_000) { seed in
            DailyNoise(seed: seed) { $0.correlation = 0.7 }
        }
        #expect(rate <= 0.05)
    }

    @Test func theFirstYearOfDataShowsAChangeInAtMostFivePercent() {
        var alarms = 0
        for seed in 0..<200 as Range<UInt64> {
            var noise = DailyNoise.any(seed: 900_000 + seed)
            let series = noise.series(days: 52 * 7)
            if (9...52).contains(where: { SustainedChange(in: series, before: Self.monday + $0 * 7) != nil }) {
                alarms += 1
            }
        }
        #expect(alarms <= 10)
    }

    /// Returns the share of series in which a change in the last weeks is found in its direction.
    private static func found(
        weeks: Int, gaps: Double = 0, correlation: Double = 0.3, kind: DailyNoise.Kind = .normal, seed: UInt64,
        change: @escaping (_ week: Double) -> Double
    ) -> Double {
        var found = 0
        for index in 0..<100 as Range<UInt64> {
            var noise = DailyNoise(seed: seed + index) {
                ($0.gaps, $0.correlation, $0.kind) = (gaps, correlation, kind)
            }
            let series = noise.series(days: (40 + weeks) * 7) { day in
                day < 280 ? 0 : change(Double(day - 280) / 7)
            }
            if let change = SustainedChange(in: series, before: series.days.upperBound), change.deviate > 0 {
                found += 1
            }
        }
        return Double(found) / 100
    }

    @Test func aStepOfOneAndAHalfDeviationsIsFoundWithinEightWeeks() {
        #expect(Self.found(weeks: 8, seed: 10_000) { _ in 1.5 } >= 0.9)
    }

    @Test func aStepOfAboutOneDeviationIsFoundWithinTwelveWeeks() {
        #expect(Self.found(weeks: 12, seed: 20_000) { _ in 1.2 } >= 0.9)
    }

    @Test func aStepIsFoundDespiteGapsAndExtremeDays() {
        #expect(Self.found(weeks: 10, gaps: 0.3, seed: 30_000) { _ in 1.6 } >= 0.9)
        #expect(Self.found(weeks: 10, kind: .withExtremes, seed: 40_000) { _ in 1.6 } >= 0.9)
        #expect(Self.found(weeks: 10, kind: .skewed, seed: 50_000) { _ in 1.6 } >= 0.9)
    }

    @Test func aGradualRiseIsFound() {
        #expect(Self.found(weeks: 12, seed: 60_000) { week in 2.5 * week / 12 } >= 0.9)
    }

    @Test func theChangeHasItsBeginningItsLevelsAndItsDirection() throws {
        var noise = DailyNoise(seed: 5)
        let series = noise.series(days: 52 * 7) { $0 < 42 * 7 ? 60 : 57 }
        let change = try #require(SustainedChange(in: series, before: series.days.upperBound + 3))
        #expect(abs(change.startDay - (Self.monday + 42 * 7)) <= 7)
        #expect(change.shape == .step)
        #expect(change.slope == nil)
        #expect(abs(change.before - 60) < 0.7)
        #expect(abs(change.after - 57) < 0.7)
        #expect(change.difference < 0)
        #expect(change.deviate < -SustainedChange.threshold)
        #expect(change.weeksBefore + change.weeksAfter == 52)
        #expect(change.lastDay == series.days.upperBound - 1)
    }

    /// The change begins on any day of a week; the range of weeks has it in nine of ten series.
    @Test func theWeeksOfTheBeginningContainItInNineOfTenSeries() throws {
        var (found, right, weeks) = (0, 0, 0)
        for seed in 0..<100 as Range<UInt64> {
            var noise = DailyNoise(seed: 80_000 + seed)
            let start = 36 * 7 + Int(seed % 7)
            let series = noise.series(days: 46 * 7) { $0 < start ? 0 : 1.6 }
            guard let change = SustainedChange(in: series, before: series.days.upperBound) else { continue }
            found += 1
            weeks += change.startDays.count / 7
            if change.startDays.contains(Self.monday + start) { right += 1 }
            #expect(change.startDays.contains(change.startDay))
        }
        #expect(found >= 90)
        #expect(Double(right) >= 0.9 * Double(found), "\(right) of \(found)")
        #expect(weeks <= 6 * found, "\(weeks)")
    }

    @Test(arguments: 1...7)
    func weeksBeginOnTheDayThatIsAskedFor(firstWeekday: Int) throws {
        var noise = DailyNoise(seed: 15)
        let series = noise.series(days: 52 * 7 + 6) { $0 < 42 * 7 ? 60 : 57 }
        let change = try #require(
            SustainedChange(in: series, before: series.days.upperBound, firstWeekday: firstWeekday))
        for day in [change.startDay, change.startDays.lowerBound, change.startDays.upperBound + 1, change.lastDay + 1] {
            // 1 is Sunday, and the number of Monday as a weekday is 0.
            #expect((DailySeries.weekday(of: day) + 1) % 7 == firstWeekday - 1)
        }
    }

    @Test func aRiseOverTheWholeYearIsGradualAndHasASlope() throws {
        var noise = DailyNoise(seed: 6)
        let series = noise.series(days: 52 * 7) { Double($0) / 7 * 0.2 }
        let change = try #require(SustainedChange(in: series, before: series.days.upperBound))
        #expect(change.shape == .gradual)
        let slope = try #require(change.slope)
        #expect(slope.interval.contains(0.2))
        #expect(abs(slope.slope - 0.2) < 0.05)
    }

    @Test func anUnfinishedWeekDoesNotCount() {
        var noise = DailyNoise(seed: 8)
        let series = noise.series(days: 30 * 7) { $0 < 22 * 7 ? 0 : 2 }
        let whole = SustainedChange(in: series, before: Self.monday + 29 * 7)
        for day in 0..<7 {
            #expect(SustainedChange(in: series, before: Self.monday + 29 * 7 + day) == whole)
        }
    }

    @Test func laterDaysDoNotCount() {
        var noise = DailyNoise(seed: 9)
        let series = noise.series(days: 60 * 7) { $0 < 40 * 7 ? 0 : 3 }
        let day = Self.monday + 39 * 7
        #expect(SustainedChange(in: series, before: day) == SustainedChange(in: series.part(0..<day), before: day))
    }

    @Test func tooFewWeeksAndConstantFiguresHaveNoChange() {
        let short = DailySeries(firstDay: 4, values: (0..<56).map { $0 < 28 ? 0 : 100 })
        #expect(SustainedChange(in: short, before: 60) == nil)
        let constant = DailySeries(firstDay: 4, values: [Double?](repeating: 5, count: 364))
        #expect(SustainedChange(in: constant, before: 368) == nil)
        #expect(SustainedChange(in: DailySeries(firstDay: 4, values: []), before: 4) == nil)
        let strange = DailySeries(firstDay: 4, values: (0..<364).map { $0 % 2 == 0 ? .nan : .infinity })
        #expect(SustainedChange(in: strange, before: 368) == nil)
    }
}
