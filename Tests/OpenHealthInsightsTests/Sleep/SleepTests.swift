// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthTestBasics
import Testing

@Suite struct SleepTests {
    private static func stretch(_ day: Int, _ from: Double, _ to: Double) -> SleepStretch {
        SleepStretch(start: Double(day) * 86_400 + from * 3600, end: Double(day) * 86_400 + to * 3600)
    }

    @Test func sleepBelongsToTheDayOnWhichTheNightEnds() throws {
        let nights = SleepNight.nights(of: [
            Self.stretch(10, -1, 3), Self.stretch(10, 3.5, 7), Self.stretch(10, 14, 15), Self.stretch(10, 23, 30),
        ])
        #expect(nights.map(\.day) == [10, 11])
        #expect(nights[0].asleep == 8.5 * 3600)
        #expect(nights[0].main == Self.stretch(10, -1, 7))
        #expect(nights[1].main == Self.stretch(10, 23, 30))
    }

    @Test func overlappingStretchesCountOnce() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let stretches = (0..<random.below(12)).map { _ in
                let start = random.below(5 * 1440)
                return SleepStretch(start: Double(start * 60), end: Double((start + random.below(500)) * 60))
            }
            var minutes = [Bool](repeating: false, count: 7 * 1440)
            for stretch in stretches {
                for minute in Int(stretch.start / 60)..<Int(stretch.end / 60) { minutes[minute] = true }
            }
            let nights = SleepNight.nights(of: stretches)
            for day in 0..<7 {
                let slow = (max(day * 1440 - 360, 0)..<min(day * 1440 + 1080, minutes.count)).count { minutes[$0] }
                #expect(nights.first { $0.day == day }?.asleep ?? 0 == Double(slow * 60))
            }
        }
    }

    @Test func theRegularityIsThatOfEqualMinutes() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20 {
            let stretches = (1...12).map { day in
                Self.stretch(day, Double(random.below(5)) - 2, Double(random.below(4)) + 5)
            }
            var minutes = [Bool](repeating: false, count: 14 * 1440)
            for stretch in stretches {
                for minute in Int(stretch.start / 60)..<Int(stretch.end / 60) { minutes[minute] = true }
            }
            // From 18:00 before the first day to 18:00 of the last but one.
            let first = 1440 - 360
            let pairs = (first..<first + 11 * 1440).map { minutes[$0] == minutes[$0 + 1440] }
            let slow = 200 * Double(pairs.count(where: \.self)) / Double(pairs.count) - 100
            let summary = try #require(SleepSummary(SleepNight.nights(of: stretches), days: 0..<20))
            #expect(abs(try #require(summary.regularity) - slow) < 1e-6)
        }
    }

    @Test func equalNightsAreRegularAndShiftedWeekendsAreNot() throws {
        let equal = SleepNight.nights(of: (1...14).map { Self.stretch($0, -1, 7) })
        #expect(try #require(SleepSummary(equal, days: 0..<15)).regularity == 100)
        // Days 2 and 3 are Saturday and Sunday.
        let shifted = SleepNight.nights(
            of: (1...14).map { day in
                [2, 3].contains(day % 7) ? Self.stretch(day, 1, 9) : Self.stretch(day, -1, 7)
            })
        let summary = try #require(SleepSummary(shifted, days: 0..<15))
        #expect(abs(try #require(summary.weekendShift) - 7200) < 1)
        #expect(try #require(summary.regularity) < 100)
    }

    @Test func missingSleepAddsUpOverFourteenNights() throws {
        let nights = SleepNight.nights(
            of: (1...30).map { day in
                day % 5 == 0 ? Self.stretch(day, 0, 8) : Self.stretch(day, 0, 6)
            })
        let summary = try #require(SleepSummary(nights, days: 1..<31, goal: 7 * 3600))
        // Days 17 to 30: three of eight hours, eleven of six.
        #expect(summary.debt == 8 * 3600)
        #expect(summary.debtCount == 14)
        #expect(summary.count == 30)
        #expect(SleepSummary(nights, days: 1..<31, goal: 5 * 3600)?.debt == 0)
        #expect(SleepSummary(Array(nights.prefix(4)), days: 1..<31) == nil)
    }

    @Test func clockTimesAreOnACircle() throws {
        let around = try #require(ClockTime([86_400 - 600, 600]))
        #expect(min(around.mean, 86_400 - around.mean) < 1e-6)
        #expect(abs(around.deviation - 600) < 1)
        #expect(ClockTime([]) == nil)
        #expect(ClockTime([0, 43_200]) == nil)
        #expect(try #require(ClockTime([3600, 3600 + 86_400 * 5])).deviation < 1e-3)
        #expect(ClockTime.difference(from: 23 * 3600, to: 3600) == 7200)
        #expect(ClockTime.difference(from: 3600, to: 23 * 3600) == -7200)
    }

    @Test func strangeStretchesAreLeftOut() {
        #expect(SleepNight.nights(of: [SleepStretch(start: 5, end: 1)]).isEmpty)
        #expect(SleepNight.nights(of: [SleepStretch(start: .nan, end: .infinity)]).isEmpty)
        #expect(SleepNight.nights(of: [SleepStretch(start: 0, end: 1e300)]).isEmpty)
    }
}
