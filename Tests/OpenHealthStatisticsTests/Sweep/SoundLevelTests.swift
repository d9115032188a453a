// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

/// Tests of sound levels, which are averaged by energy over time, as IEC 61672-1 defines the equivalent continuous level.
@Suite struct SoundLevelTests {
    private func level(_ intervals: [StatisticsInterval]) throws -> Double? {
        try total(intervals, .discreteEquivalentContinuousLevel).average
    }

    private func sound(_ level: Double, _ start: Double, _ end: Double) -> StatisticsInterval {
        StatisticsInterval(start: start, end: end, value: level)
    }

    @Test(arguments: [0, 35.5, 80, 120]) func equalLevelsGiveTheLevel(decibels: Double) throws {
        #expect(
            isClose(
                try level([sound(decibels, at(8), at(9)), sound(decibels, at(10), at(10, 7))]), decibels))
        #expect(isClose(try level([sound(decibels, at(8), at(8))]), decibels))
    }

    /// (1 + 10) / 2 = 5.5 times the energy of 60 dB.
    @Test func sixtyAndSeventyDecibelsForEqualTimes() throws {
        #expect(isClose(try level([sound(60, at(8), at(9)), sound(70, at(9), at(10))]), 67.4036, 1e-6))
    }

    /// Twice the energy over the same time is 3.0103 dB more.
    @Test func twiceTheEnergyIsThreeDecibels() throws {
        let more = 10 * log10(2.0)
        #expect(isClose(more, 3.0103, 1e-5))
        let quiet = [sound(60, at(8), at(9)), sound(72, at(9), at(9, 10))]
        let loud = quiet.map { sound($0.value + more, $0.start, $0.end) }
        #expect(isClose(try #require(try level(loud)) - #require(try level(quiet)), more))
    }

    /// With almost no sound for half of the time, the level is 3.0103 dB lower; with sound for a tenth of the time, it is 10 dB
    /// lower.
    @Test func silenceLowersTheLevel() throws {
        #expect(
            isClose(
                try level([sound(90, at(8), at(9)), sound(-300, at(9), at(10))]), 90 - 10 * log10(2.0)))
        #expect(isClose(try level([sound(90, at(0), at(1)), sound(-300, at(1), at(10))]), 80))
    }

    /// 80 dB for 40 minutes and 100 dB for 20 minutes: 95.31 dB; 60, 90 and 75 dB for 30, 15 and 30 minutes: 83.28 dB (two
    /// textbook exercises); 0.02 Pa and 0.1 Pa for half an hour each: 71.1 dB.
    @Test func publishedExamples() throws {
        let two = [sound(80, at(8), at(8, 40)), sound(100, at(8, 40), at(9))]
        #expect(abs(try #require(try level(two)) - 95.31) < 0.01)
        let three = [
            sound(60, at(8), at(8, 30)), sound(90, at(8, 30), at(8, 45)), sound(75, at(8, 45), at(9, 15)),
        ]
        #expect(abs(try #require(try level(three)) - 83.28) < 0.01)
        let machine = [
            sound(20 * log10(0.02 / 2e-5), at(8), at(8, 30)),
            sound(20 * log10(0.1 / 2e-5), at(8, 30), at(9)),
        ]
        #expect(abs(try #require(try level(machine)) - 71.1) < 0.05)
    }

    /// The weight of a sample in a bucket is its time in the bucket.
    @Test func aBucketBoundaryCutsTheTime() throws {
        let hours = try figures(
            [sound(60, at(8), at(9, 30)), sound(70, at(9, 30), at(10))],
            .discreteEquivalentContinuousLevel)
        #expect(isClose(hours[8]?.average, 60))
        #expect(isClose(hours[9]?.average, 67.40362689494244))
        #expect(hours[9]?.minimum == 60 && hours[9]?.maximum == 70 && hours[9]?.count == 2)
    }

    /// Levels without a duration have equal weights, except for those that represent several; with a level that has a duration,
    /// their weight is zero.
    @Test func instantsWeighOnlyAgainstInstants() throws {
        let instants = [sound(60, at(8), at(8)), sound(70, at(8, 30), at(8, 30))]
        #expect(isClose(try level(instants), 67.40362689494244))
        var many = instants
        many[0].count = 9
        #expect(isClose(try level(many), 10 * log10((9 * 1e6 + 1e7) / 10)))
        let beside = try total(
            instants + [sound(50, at(9), at(9, 1))], .discreteEquivalentContinuousLevel)
        #expect(isClose(beside.average, 50))
        #expect(beside.maximum == 70 && beside.count == 3)
    }

    /// A quiet hour next to the loudest possible sound in air does not change the level noticeably, and is not lost.
    @Test func quietAndLoudInOneBucket() throws {
        #expect(
            isClose(
                try level([sound(194, at(8), at(9)), sound(-20, at(9), at(10))]), 194 - 10 * log10(2.0)))
    }
}
