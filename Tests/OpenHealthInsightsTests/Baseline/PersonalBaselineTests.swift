// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import Testing

@Suite struct PersonalBaselineTests {
    @Test func aboutNinetyFivePercentOfUsualDaysAreInTheRangeAndFewAreOutliers() {
        var (inside, outliers, days) = (0, 0, 0)
        for seed in 0..<40 as Range<UInt64> {
            var noise = DailyNoise(seed: 100 + seed) { $0.correlation = 0.4 }
            let series = noise.series(days: 200)
            for day in 100..<200 {
                guard let baseline = PersonalBaseline(of: series, for: day), let value = series[day] else { continue }
                days += 1
                if baseline.range.contains(value) { inside += 1 }
                if baseline.isOutlier(value) { outliers += 1 }
            }
        }
        #expect((0.91...0.98).contains(Double(inside) / Double(days)))
        #expect(Double(outliers) / Double(days) < 0.015)
    }

    /// Whole beats of a minute have a deviation of a few values only; the range still has the days that it claims.
    @Test(arguments: [1, 1.5, 2, 3])
    func theRangeOfWholeNumbersHasNinetyFivePercentOfUsualDays(deviation: Double) {
        var (inside, outliers, days) = (0, 0, 0)
        for seed in 0..<12 as Range<UInt64> {
            var noise = DailyNoise(seed: 700 + seed) { $0.correlation = 0 }
            let level = 60 + Double(seed) / 12
            let values = (0..<160).map { _ in (level + deviation * noise.normal()).rounded() }
            let series = DailySeries(firstDay: 0, values: values)
            for day in 60..<160 {
                guard let baseline = PersonalBaseline(of: series, for: day, step: 1) else { continue }
                days += 1
                if baseline.range.contains(values[day]) { inside += 1 }
                if baseline.isOutlier(values[day]) { outliers += 1 }
            }
        }
        #expect(days == 1200)
        #expect((0.93...0.98).contains(Double(inside) / Double(days)), "\(inside)")
        #expect(Double(outliers) / Double(days) < 0.008, "\(outliers)")
    }

    @Test func anEventIsRarerThanAnOutlierAlsoOfSkewedFigures() throws {
        var (events, outliers, days) = (0, 0, 0)
        for seed in 0..<20 as Range<UInt64> {
            var noise = DailyNoise(seed: 1700 + seed) { $0.kind = .skewed }
            let series = noise.series(days: 160)
            for day in series.days.dropFirst(60) {
                guard let baseline = PersonalBaseline(of: series, for: day), let value = series[day] else { continue }
                days += 1
                #expect(baseline.events.lowerBound <= baseline.limits.lowerBound)
                #expect(baseline.events.upperBound >= baseline.limits.upperBound)
                if baseline.isOutlier(value) { outliers += 1 }
                if baseline.isEvent(value) { events += 1 }
            }
        }
        #expect(days == 2000 && outliers > 10)
        #expect(events <= 8, "\(events)")
    }

    @Test func aDayFarFromTheUsualOnesIsAnOutlier() throws {
        var noise = DailyNoise(seed: 1)
        let series = noise.series(days: 90) { $0 == 80 ? 66 : 60 }
        let baseline = try #require(PersonalBaseline(of: series, for: DailyNoise.monday + 80, step: 1))
        #expect(baseline.isOutlier(try #require(series[DailyNoise.monday + 80])))
        #expect(abs(baseline.median - 60) < 1)
        #expect(baseline.count == 60)
    }

    @Test func theDayItselfAndLaterDaysDoNotCount() {
        var noise = DailyNoise(seed: 2)
        let series = noise.series(days: 90)
        #expect(PersonalBaseline(of: series, for: 70) == PersonalBaseline(of: series.part(0..<70), for: 70))
    }

    @Test func ratiosCountOnTheLogarithmicScale() throws {
        let values = (0..<60).map { 40 * exp(Double($0 % 7 - 3) / 10) }
        let baseline = try #require(
            PersonalBaseline(of: DailySeries(firstDay: 0, values: values), for: 60, scale: .logarithmic))
        #expect(abs(baseline.median - 40) < 1e-9)
        #expect(abs(baseline.range.lowerBound * baseline.range.upperBound - 1600) < 1e-6)
    }

    @Test func equalDaysHaveARangeOfTheMeasurementsStep() throws {
        let series = DailySeries(firstDay: 0, values: [Double?](repeating: 60, count: 60))
        let baseline = try #require(PersonalBaseline(of: series, for: 60, step: 1))
        #expect(!baseline.isOutlier(61))
        #expect(baseline.isOutlier(63))
    }

    @Test func twentyDaysAreTooFew() {
        #expect(PersonalBaseline(of: DailySeries(firstDay: 0, values: (0..<20).map(Double.init)), for: 20) == nil)
        #expect(PersonalBaseline(of: DailySeries(firstDay: 0, values: (0..<21).map(Double.init)), for: 21) != nil)
        #expect(
            PersonalBaseline(
                of: DailySeries(firstDay: 0, values: [Double?](repeating: -1, count: 60)), for: 60, scale: .logarithmic)
                == nil)
    }
}
