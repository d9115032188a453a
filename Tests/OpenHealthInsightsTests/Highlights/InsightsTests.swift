// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@testable import OpenHealthInsights

@Suite struct InsightsTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    private static let rate = HKQuantityTypeIdentifier.restingHeartRate.rawValue
    private static let today = 20_000

    private static func insights(
        _ figures: MadeFigures, goals: [String: Double] = [:], today: Int = today
    ) throws -> [Insight] {
        // At noon of the day.
        let now = InsightClock(zone: figures.zone).date(today).addingTimeInterval(12 * 3600)
        return Insights(try InsightInput(figures, zone: figures.zone, now: now), goals: goals).all
    }

    private static func series(_ values: [Double?], before day: Int = today) -> DailySeries {
        DailySeries(firstDay: day - values.count, values: values)
    }

    private static func noise(_ seed: UInt64, days: Int, around level: Double, _ size: Double) -> [Double?] {
        var noise = DailyNoise(seed: seed)
        return noise.series(days: days).values.map { $0.map { level + size * $0 } }
    }

    @Test func withoutFiguresThereIsNothingToSay() throws {
        #expect(try Self.insights(MadeFigures()).isEmpty)
    }

    @Test func aChangeIsAHighlightAndItsComparisonIsNot() throws {
        var figures = MadeFigures()
        let values = Self.noise(3, days: 364, around: 60, 1).enumerated().map { $0 < 294 ? $1 : $1.map { $0 + 4 } }
        figures.series[Self.rate] = Self.series(values)
        let found = try Self.insights(figures)
        let trend = try #require(found.first { $0.kind == .trend })
        #expect(trend.isHighlight && trend.type == Self.rate && trend.unit == "count/min")
        #expect(abs(trend.value - 64) < 1.5 && abs((trend.before?.value ?? 0) - 60) < 1.5)
        #expect(abs(trend.period.firstDay - (Self.today - 70)) <= 14)
        #expect(found.filter { $0.kind == .comparison }.allSatisfy { !$0.isHighlight })
        #expect(found.filter { $0.kind == .comparison }.count == 2)
        #expect(found.map(\.isHighlight) == found.map(\.isHighlight).sorted { $0 && !$1 })
    }

    @Test func anOutlierOfYesterdayIsAHighlight() throws {
        var figures = MadeFigures()
        var values = Self.noise(4, days: 90, around: 60, 1)
        values[89] = 75
        figures.series[Self.rate] = Self.series(values)
        let range = try #require(try Self.insights(figures).first)
        #expect(range.kind == .range && range.isHighlight && range.isOutlier == true && range.value == 75)
        #expect(range.period.firstDay == Self.today - 1)
        values[89] = 60
        figures.series[Self.rate] = Self.series(values)
        let usual = try #require(try Self.insights(figures).first { $0.kind == .range })
        #expect(!usual.isHighlight && usual.isOutlier == false)
    }

    @Test func theDayThatIsNotOverAndTheDayOfTheExportDoNotCount() throws {
        var figures = MadeFigures()
        let values: [Double?] = (0..<60).map { Double($0) } + [1e6]
        figures.series[Self.steps] = Self.series(values, before: Self.today + 1)
        #expect(try Self.insights(figures).first { $0.kind == .record }?.value == 59)
        figures.ends[Self.steps] = InsightClock(zone: .gmt).date(Self.today - 1).addingTimeInterval(3600)
        #expect(try Self.insights(figures).first { $0.kind == .record }?.value == 58)
    }

    @Test func aWeighingOfTodayCountsAndTheStepsOfTodayDoNot() throws {
        var figures = MadeFigures()
        let weight = HKQuantityTypeIdentifier.bodyMass.rawValue
        figures.series[weight] = Self.series((0..<14).map { $0 < 7 ? 70 : 72 }, before: Self.today + 1)
        figures.series[Self.steps] = Self.series((0..<14).map { _ in 9000 } + [200], before: Self.today + 1)
        figures.ends[weight] = InsightClock(zone: .gmt).date(Self.today).addingTimeInterval(3600)
        let found = try Self.insights(figures).filter { $0.kind == .comparison }
        let (mass, steps) = (found.first { $0.type == weight }, found.first { $0.type == Self.steps })
        #expect(mass?.period == .init(firstDay: Self.today - 6, lastDay: Self.today, count: 7))
        #expect(mass?.value == 72 && mass?.before?.value == 70)
        #expect(steps?.period.lastDay == Self.today - 1 && steps?.value == 9000)
    }

    @Test func streaksTakeTheGoalOfTheirType() throws {
        var figures = MadeFigures()
        figures.series[Self.steps] = Self.series((0..<60).map { $0 < 50 ? 100 : 9000 })
        let streak = try #require(
            try Self.insights(figures, goals: [Self.steps: 8000]).first { $0.kind == .streak })
        #expect(streak.period == .init(firstDay: Self.today - 10, lastDay: Self.today - 1, count: 10))
        #expect(streak.isHighlight && streak.goal == 8000 && streak.longest == 10)
        #expect(try Self.insights(figures).allSatisfy { $0.kind != .streak })
    }

    @Test func levelsNeedEnoughDaysAndThePerson() throws {
        var figures = MadeFigures()
        figures.series[HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue] = Self.series([130, nil, 134, 132])
        figures.series[HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue] = Self.series([84, 70, 86, 85])
        figures.series[HKQuantityTypeIdentifier.vo2Max.rawValue] = Self.series([40])
        var found = try Self.insights(figures)
        let pressure = try #require(found.first { $0.kind == .bloodPressure })
        #expect(pressure.value == 132 && pressure.secondValue == 85 && pressure.period.count == 3)
        #expect(pressure.levels.map(\.level) == ["stage1", "highNormal"])
        #expect(!found.contains { $0.kind == .cardioFitness })
        figures.birth = DateComponents(year: 1980, month: 5, day: 1)
        figures.person = .male
        found = try Self.insights(figures)
        // Day 20,000 is 2024-10-04: 44 years.
        #expect(found.first { $0.kind == .cardioFitness }?.levels.first?.level == "aboveAverage")
    }

    @Test func aFallOfTheCardioFitnessIsTheHighlightAndItsLevelIsNot() throws {
        var figures = MadeFigures()
        figures.birth = DateComponents(year: 1980, month: 5, day: 1)
        figures.person = .male
        func highlights(_ last: Double) throws -> [Insight] {
            var values = [Double?](repeating: nil, count: 91)
            for (index, day) in stride(from: 0, to: 91, by: 6).enumerated() {
                values[day] = (day < 63 ? 46 : last) + Double(index % 3) / 2
            }
            figures.series[HKQuantityTypeIdentifier.vo2Max.rawValue] = Self.series(values)
            return try Self.insights(figures).filter(\.isHighlight)
        }
        let fallen = try highlights(39)
        #expect(fallen.map(\.kind) == [.comparison])
        #expect(fallen.first?.period.lastDay == Self.today - 1 && fallen.first?.period.firstDay == Self.today - 28)
        #expect(try #require(fallen.first?.before).value > 45)
        let steady = try highlights(46)
        #expect(steady.map(\.kind) == [.cardioFitness])
        #expect(steady.first?.period.firstDay == Self.today - 91)
    }

    @Test(arguments: ["GMT", "Asia/Tokyo", "America/Los_Angeles"])
    func sleepIsThatOfTheClocksOfTheZone(_ zone: String) throws {
        var figures = MadeFigures(zone: try #require(TimeZone(identifier: zone)))
        // From 23:00 to 6:30 each night; days in summer, without a change of clocks.
        let today = 20_640
        figures.zone = try #require(TimeZone(secondsFromGMT: figures.zone.secondsFromGMT()))
        figures.stretches = (today - 40..<today).map { day in
            SleepStretch(start: Double(day) * 86_400 - 3600, end: Double(day) * 86_400 + 6.5 * 3600)
        }
        let sleep = try #require(try Self.insights(figures, today: today).first { $0.kind == .sleep })
        #expect(abs(sleep.value - 7.5 * 3600) < 1)
        let times = try #require(sleep.sleep)
        #expect(abs(times.onset - 23 * 3600) < 1 && abs(times.wake - 6.5 * 3600) < 1)
        #expect(abs((times.regularity ?? 0) - 100) < 1e-6 && times.missing == 0)
        #expect(sleep.period.count == 28 && sleep.isHighlight)
    }

    @Test func nightsAreOfTheClocksOfThePlaceThatTheRecordsState() throws {
        var figures = MadeFigures()
        // From 23:00 to 6:30 in Tokyo each night, and the home zone is that of Greenwich.
        figures.stretches = (Self.today - 40..<Self.today).map { day in
            SleepStretch(start: Double(day) * 86_400 + 14 * 3600, end: Double(day) * 86_400 + 21.5 * 3600)
        }
        figures.places = figures.stretches.map { .init(start: $0.start, zone: "Asia/Tokyo") }
        let sleep = try #require(try Self.insights(figures).first { $0.kind == .sleep })
        #expect(abs(sleep.value - 7.5 * 3600) < 1)
        let times = try #require(sleep.sleep)
        #expect(abs(times.onset - 23 * 3600) < 1 && abs(times.wake - 6.5 * 3600) < 1)
        #expect(abs((times.regularity ?? 0) - 100) < 1e-6)
    }

    @Test func aFlightChangesNoRegularity() throws {
        var figures = MadeFigures()
        // From 23:00 to 7:00 on the clocks of each place: ten nights in New York, the others in Lisbon.
        let flight = Self.today - 10
        for day in Self.today - 28..<Self.today {
            let (zone, hours) = day < flight ? ("America/New_York", -4.0) : ("Europe/Lisbon", 1.0)
            let start = Double(day) * 86_400 - (1 + hours) * 3600
            figures.stretches.append(SleepStretch(start: start, end: start + 8 * 3600))
            figures.places.append(.init(start: start, zone: zone))
        }
        let times = try #require(try Self.insights(figures).first { $0.kind == .sleep }?.sleep)
        #expect(abs(times.onset - 23 * 3600) < 1 && times.onsetDeviation < 1)
        #expect((times.regularity ?? 0) > 99.9)
    }

    @Test func aDayWithAChangeOfZoneHasNoRecordAndNoOutlier() throws {
        var figures = MadeFigures()
        var steps = Self.noise(11, days: 60, around: 8000, 500)
        steps[57] = 28_000
        var rates = Self.noise(12, days: 60, around: 60, 1)
        rates[59] = 90
        figures.series[Self.steps] = Self.series(steps)
        figures.series[Self.rate] = Self.series(rates)
        var found = try Self.insights(figures)
        #expect(found.first { $0.kind == .record }?.value == 28_000)
        #expect(found.first { $0.kind == .range }?.isOutlier == true)
        for (day, zone) in [(Self.today - 3, "America/New_York"), (Self.today - 2, "Europe/Lisbon")] {
            figures.places.append(.init(start: Double(day) * 86_400 + 3600, zone: zone))
        }
        found = try Self.insights(figures)
        #expect(try #require(found.first { $0.kind == .record }).value < 12_000)
        let day = Self.today - 2
        let ranges = try UsualRanges(
            figures, of: try #require(InsightType.named(Self.rate)), on: day - 5...Self.today - 1, zone: .gmt,
            now: InsightClock(zone: .gmt).date(Self.today).addingTimeInterval(60))
        #expect(ranges.days.filter(\.isZoneChange).map(\.day) == [day - 2, day - 1, day])
        #expect(ranges.days.allSatisfy { $0.isZoneChange == ($0.isOutlier == nil) })
        #expect(ranges.days.last?.isOutlier == true)
    }

    @Test func aDayWithAChangeOfZoneYearsAgoHasNoRecord() throws {
        var figures = MadeFigures()
        var steps = Self.noise(11, days: InsightInput.length + 40, around: 8000, 500)
        steps[20] = 28_000
        figures.series[Self.steps] = Self.series(steps)
        #expect(try Self.insights(figures).first { $0.kind == .record }?.value == 28_000)
        let day = Self.today - steps.count + 20
        for (day, zone) in [(day - 1, "America/New_York"), (day, "Europe/Lisbon")] {
            figures.places.append(.init(start: Double(day) * 86_400 + 3600, zone: zone))
        }
        #expect(try #require(Self.insights(figures).first { $0.kind == .record }).value < 12_000)
    }

    @Test func oneEventIsOneHighlight() throws {
        var figures = MadeFigures()
        for type in InsightType.all where type.isSum {
            var values = Self.noise(13, days: 60, around: 20, 1)
            values[58] = 60
            figures.series[type.identifier] = Self.series(values)
        }
        let records = try Self.insights(figures).filter { $0.kind == .record }
        #expect(records.count == InsightType.all.count(where: \.isSum))
        #expect(records.filter(\.isHighlight).map(\.type) == [Self.steps])
    }

    @Test func anOldExportHasTheInsightsOfItsTime() throws {
        var figures = MadeFigures()
        let last = Self.today - 1500
        figures.series[Self.rate] = Self.series(Self.noise(7, days: 120, around: 60, 1), before: last)
        figures.ends[Self.rate] = InsightClock(zone: .gmt).date(last).addingTimeInterval(3600)
        let range = try #require(try Self.insights(figures).first { $0.kind == .range })
        #expect(range.period.firstDay == last - 1)
    }

    @Test func sleepIsExactWhateverWakesTheSleeper() throws {
        var figures = MadeFigures()
        figures.stretches = (Self.today - 40..<Self.today).flatMap { day -> [SleepStretch] in
            let start = Double(day) * 86_400
            // Awake for 100 seconds each hour.
            return (0..<7).map {
                SleepStretch(start: start + Double($0) * 3600 + 100, end: start + Double($0 + 1) * 3600)
            }
        }
        let sleep = try #require(try Self.insights(figures).first { $0.kind == .sleep })
        #expect(abs(sleep.value - 7 * 3500) < 1)
        #expect(abs((sleep.sleep?.wake ?? 0) - 7 * 3600) <= 300)
    }

    @Test func oldFiguresAreNotCurrent() throws {
        var figures = MadeFigures()
        figures.series[Self.steps] = Self.series(Self.noise(5, days: 90, around: 8000, 1000))
        figures.series[Self.rate] = Self.series(Self.noise(6, days: 90, around: 60, 1), before: Self.today - 60)
        #expect(try Self.insights(figures).allSatisfy { $0.type == Self.steps })
    }

    @Test func noiseOfManyTypesHasFewHighlights() throws {
        var count = 0
        for seed in 0..<10 as Range<UInt64> {
            var figures = MadeFigures()
            for (index, type) in InsightType.all.enumerated() {
                var noise = DailyNoise.any(seed: seed * 1000 + UInt64(index))
                figures.series[type.identifier] = Self.series(noise.series(days: 728).values.map { $0.map { $0 + 20 } })
            }
            count += try Self.insights(figures).count {
                $0.isHighlight && [.trend, .comparison].contains($0.kind)
            }
        }
        // 200 series at one moment each.
        #expect(count <= 6)
    }

    @Test func correlationsAreOfTheLastYear() throws {
        var figures = MadeFigures()
        let values = Self.noise(9, days: 500, around: 50, 1)
        figures.series[Self.steps] = Self.series(values)
        figures.series[Self.rate] = Self.series(values.map { $0.map { 100 - $0 } })
        let now = InsightClock(zone: .gmt).date(Self.today).addingTimeInterval(60)
        let insights = Insights(try InsightInput(figures, zone: .gmt, now: now))
        let correlation = try #require(insights.correlation(Self.steps, Self.rate))
        #expect(correlation.coefficient < -0.99 && correlation.count == 365)
        #expect(insights.correlation(Self.steps, InsightType.sleep) == nil)
    }
}
