// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

/// Tests of the mean over time: the weight of a sample is its number of seconds within the bucket, and the weight of an instant
/// is one second.
@Suite struct TemporalMeanTests {
    private func reading(_ value: Double, _ start: Double, _ end: Double? = nil) -> StatisticsInterval {
        StatisticsInterval(start: start, end: end ?? start, value: value)
    }

    private func mean(_ intervals: [StatisticsInterval], hour: Int = 0) throws -> Double? {
        try figures(intervals, .discreteTemporallyWeighted)[hour]?.average
    }

    @Test func theLastReadingWeighsAsMuchAsTheOthers() throws {
        #expect(IntervalSweep.instantWeight == 1)
        #expect(isClose(try mean([reading(60, 0), reading(80, 60), reading(100, 120)]), 80))
        #expect(
            isClose(
                try total([reading(60, 0), reading(80, 60), reading(100, 120)], .discreteTemporallyWeighted).average, 80
            ))
    }

    @Test func aConstantSeriesGivesTheConstant() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let value = Double(40 + random.below(120))
            let samples = (0..<1 + random.below(50)).map { _ in
                let start = random.number(0, 86400)
                return reading(value, start, random.below(2) == 0 ? start : start + random.number(0, 3000))
            }
            for (_, figures) in try figures(samples, .discreteTemporallyWeighted) {
                #expect(isClose(figures.average, value), "seed \(seed)")
                #expect(figures.minimum == value && figures.maximum == value, "seed \(seed)")
            }
        }
    }

    @Test func aSingleReadingIsTheMean() throws {
        #expect(try mean([reading(61, 0)]) == 61)
        #expect(try mean([reading(61, 3599.5)]) == 61)
        #expect(try mean([reading(61, 100, 200)]) == 61)
        #expect(try total([reading(61, 5)], .discreteTemporallyWeighted).average == 61)
    }

    @Test func instantsWeighEquallyWhereverTheyAre() throws {
        #expect(isClose(try mean([reading(60, 0), reading(90, 300)]), 75))
        #expect(isClose(try mean([reading(60, 0), reading(90, 3300)]), 75))
        #expect(isClose(try mean([reading(100, 0), reading(50, 0), reading(60, 300)]), 70))
        let sparse = [0, 600, 1800, 2400, 3000].map { reading(60, $0) }
        let burst = (0..<60).map { reading(180, 1200 + Double($0)) }
        let both = sparse + burst
        #expect(isClose(try mean(both), try figures(both, .discreteArithmetic)[0]?.average ?? 0))
    }

    /// The weight of a sample with a duration is its duration, and nothing after its end.
    @Test func anIntervalWeighsItsDuration() throws {
        #expect(
            isClose(
                try mean([reading(60, 0, 1800), reading(90, 1800, 2700), reading(50, 2700, 3600)]), 65))
        #expect(
            isClose(
                try mean([reading(60, 0, 1200), reading(90, 1500, 3600)]), (60 * 1200 + 90 * 2100) / 3300))
        #expect(
            isClose(
                try mean([reading(60, 0, 1800), reading(90, 900, 3600)]), (60 * 1800 + 90 * 2700) / 4500))
        #expect(isClose(try mean([reading(60, 0, 1800), reading(90, 2000)]), (60 * 1800 + 90) / 1801))
    }

    /// Samples that cross the start of a bucket are weighted like those that cross its end.
    @Test func samplesAcrossABoundaryWeighTheirTimeInTheBucket() throws {
        let samples = [reading(60, 3000, 4200), reading(80, 6600, 7800)]
        #expect(isClose(try mean(samples), 60))
        #expect(isClose(try mean(samples, hour: 1), 70))
        #expect(isClose(try mean(samples, hour: 2), 80))
        let night = [reading(60, 3000, 3700), reading(90, 4000)]
        #expect(isClose(try mean(night, hour: 1), (60 * 100 + 90) / 101))
        #expect(try mean([reading(60, 3000, 3700)], hour: 1) == 60)
    }

    @Test func instantsBelongOnlyToTheirBucket() throws {
        let samples = [reading(60, 0, 3000), reading(120, 3500), reading(80, 3600)]
        #expect(isClose(try mean(samples), (60 * 3000 + 120) / 3001))
        #expect(try mean(samples, hour: 1) == 80)
    }

    @Test func aRepeatedIntervalWeighsOnce() throws {
        let (short, long) = (reading(60, 0, 600), reading(90, 600, 3600))
        let once = try figures([short, long], .discreteTemporallyWeighted)[0]
        #expect(try figures([short, short, short, long], .discreteTemporallyWeighted)[0] == once)
        #expect(once?.count == 2)
    }

    /// A resting heart rate is a sample of a whole day.
    @Test func aRestingHeartRateFillsItsDay() throws {
        let samples = [reading(58, at(0), at(24)), reading(61, at(24), at(48))]
        let days = try figures(samples, .discreteTemporallyWeighted, grid: EvenGrid.days)
        #expect(days.mapValues(\.average) == [0: 58, 1: 61])
        #expect(days[0]?.duration == 86400)
        let hours = try figures(samples, .discreteTemporallyWeighted)
        #expect(hours.count == 48)
        for (hour, figures) in hours {
            #expect(
                isClose(figures.average, hour < 24 ? 58 : 61) && figures.count == 1
                    && figures.duration == 3600)
        }
        #expect(
            isClose(
                try total(samples, .discreteTemporallyWeighted).average, 59.5)
        )
    }

    /// The rank of a source has no effect: all samples are averaged.
    @Test func everySourceCounts() throws {
        var other = reading(100, 0, 600)
        other.rank = 4
        let figures = try total([reading(50, 0, 600), other], .discreteArithmetic)
        #expect(figures.average == 75 && figures.count == 2 && figures.duration == 600)
    }

    /// A condensed series counts with the number of its readings in the arithmetic mean, but not in the mean over time.
    @Test func condensedReadingsCountByTheirNumber() throws {
        var series = reading(100, 0, 600)
        series.count = 9
        let both = [series, reading(50, 600, 1200)]
        #expect(isClose(try total(both, .discreteArithmetic).average, 95))
        #expect(try total(both, .discreteArithmetic).count == 10)
        #expect(isClose(try mean(both), 75))
    }

    @Test func negativeValuesAreAveraged() throws {
        let figures = try total([reading(-3, 0), reading(-1, 10), reading(1, 20)], .discreteArithmetic)
        #expect(figures.average == -1 && figures.minimum == -3 && figures.maximum == 1)
        #expect(try total([reading(-3, 0), reading(-1, 10)], .discreteArithmetic).maximum == -1)
    }

    @Test func aSampleBelongsToEveryBucketItOverlaps() throws {
        let hours = try figures([reading(70, 1800, 9000), reading(80, 7200)], .discreteArithmetic)
        #expect(hours.mapValues(\.average) == [0: 70, 1: 70, 2: 75])
        #expect(hours.mapValues(\.duration) == [0: 1800, 1: 3600, 2: 1800])
        #expect(hours[2]?.mostRecent == .init(value: 70, start: 1800, end: 9000))
    }
}
