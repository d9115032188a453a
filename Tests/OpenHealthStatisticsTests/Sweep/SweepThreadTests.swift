// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import Testing

/// Tests of known behavior of HealthKit's sums, and of reports by its users in public threads.
@Suite struct SweepThreadTests {
    /// Hourly buckets divide a sample by time.
    @Test func aSampleAcrossTheHourIsDividedByTime() throws {
        let hours = try figures([steps(100, at(13, 57), at(14, 2))])
        #expect(sums(hours) == [13: 60, 14: 40])
        #expect(hours[13]?.duration == 180 && hours[14]?.duration == 120)
        #expect(hours[13]?.count == 1 && hours[14]?.count == 1)
        #expect(hours[13]?.mostRecent == hours[14]?.mostRecent)
    }

    /// Where sources overlap, the higher-ranked one counts; where only the other one has samples, it is added, so the total
    /// exceeds that of each source.
    @Test func theTotalCanExceedEachSource() throws {
        let merged = try total([
            steps(1000, at(8), at(9)), steps(900, at(8), at(9), rank: 1),
            steps(600, at(10), at(11), rank: 1),
        ])
        #expect(merged.sum == 1600)
        #expect(merged.count == 3)
        #expect(merged.duration == 7200)
    }

    /// A partly covered sample of a lower-ranked source counts the uncovered share of its time.
    @Test func aLowerRankedSourceCountsForUncoveredTime() throws {
        let hours = try figures([
            steps(100, at(9), at(9, 30)), steps(120, at(9, 20), at(9, 40), rank: 1),
        ])
        #expect(sums(hours) == [9: 160])
        #expect(hours[9]?.duration == 2400)
    }

    /// The same applies if the higher-ranked source covers the middle twice.
    @Test func aLowerRankedSourceCountsInGaps() throws {
        let hours = try figures([
            steps(60, at(9), at(10), rank: 1), steps(5, at(9, 10), at(9, 20)),
            steps(7, at(9, 30), at(9, 45)),
        ])
        #expect(sums(hours) == [9: 60 - 10 - 15 + 12])
        #expect(hours[9]?.duration == 3600)
    }

    /// Samples are selected entirely and then divided: those that cross the boundaries of a range create buckets outside it
    /// with only their share.
    @Test func aSampleAcrossTheBoundaryCreatesBucketsOutsideTheRange() throws {
        let chosen = [steps(60, at(7, 50), at(8, 10)), steps(30, at(8, 50), at(9, 5))]
        #expect(sums(try figures(chosen)) == [7: 30, 8: 50, 9: 10])
    }

    /// vital-ios, pull request 34: five samples of steps by the hour. (In the thread, the first one ends at 14:36, but its
    /// figures are those for 13:36.)
    @Test func vitalPullRequest34() throws {
        let samples = [
            steps(80, at(13, 24), at(13, 36)), steps(100, at(13, 57), at(14, 2)),
            steps(200, at(14, 30), at(14, 42)),
            steps(120, at(14, 55), at(15, 7)), steps(36, at(15, 44), at(15, 51)),
        ]
        #expect(sums(try figures(samples)) == [13: 140, 14: 290, 15: 106])
        #expect(try total(samples).sum == 536)
        // The samples that overlap 14:00 to 15:00 create three buckets, of which only the requested one is complete.
        let chosen = samples.filter { $0.start < at(15) && $0.end > at(14) }
        #expect(chosen.count == 3)
        #expect(sums(try figures(chosen)) == [13: 60, 14: 290, 15: 70])
    }

    /// vital-ios, pull request 31: five sources over the same period are one series, not five, and a sample that starts before
    /// the first bucket counts there with its share.
    @Test func vitalPullRequest31() throws {
        let sources = (0..<5).map {
            steps(300 + 10 * Double($0), at(11, 30), at(12, 30), rank: Int32($0))
        }
        let hours = try figures(sources)
        #expect(sums(hours) == [11: 150, 12: 150])
        #expect(hours[12]?.count == 5 && hours[12]?.duration == 1800)
    }

    /// OpenCircuit, issue 43: a ring writes its steps as one sample since midnight, once more at each tap. Duplicates count
    /// once; two samples with different ends are different samples, as in HealthKit.
    @Test func openCircuitIssue43() throws {
        let day = steps(8000, at(0), at(18))
        let twice = try total([day, day])
        #expect(twice.sum == 8000 && twice.count == 1 && twice.duration == at(18))
        #expect(try total([day, day, day]).sum == 8000)
        #expect(try total([day, steps(8000, at(0), at(19))]).sum == 16000)
        #expect(try total([day, steps(8100, at(0), at(18))]).sum == 16100)
        // With a phone that reports the same morning, the day of the ring also counts once.
        #expect(try total([day, day, steps(3000, at(6), at(12), rank: 1)]).sum == 8000)
        // An equal sample of another source is not a duplicate: it is omitted because of its rank.
        let other = try total([day, steps(8000, at(0), at(18), rank: 1)])
        #expect(other.sum == 8000 && other.count == 2)
    }

    /// OpenCircuit, pull request 123: a day-long sample of the highest-ranked source covers the phone; with the same steps in
    /// ten samples of a minute, the rest of the phone's day counts.
    @Test func openCircuitPullRequest123() throws {
        let phone = steps(8640, at(0), at(24), rank: 1)
        #expect(try total([steps(8000, at(0), at(24)), phone]).sum == 8000)
        let windows = (8..<18).map { steps(800, at($0), at($0, 1)) }
        #expect(isClose(try total(windows + [phone]).sum, 8000 + 8640 - 10 * 6))
    }

    /// react-native-healthkit, issue 301: about 6000 steps are reported as 10000, because phone and watch are added.
    @Test func kingstinctIssue301() throws {
        let watch = (0..<60).map { steps(100, at(8, $0), at(8, $0 + 1)) }
        let phone = (0..<40).map { steps(100, at(8, $0), at(8, $0 + 1), rank: 1) }
        #expect((watch + phone).map(\.value).reduce(0, +) == 10000)
        #expect(isClose(try total(watch + phone).sum, 6000))
        #expect(try total(watch + phone).count == 100)
    }

    /// carp-health-flutter, issue 474, and LifeOS, pull request 1754: the steps are multiplied by the number of sources.
    @Test(arguments: [2, 3, 6]) func carpIssue474(sources: Int) throws {
        let samples = (0..<sources).flatMap { rank in
            (0..<24).map { steps(500 + Double(rank), at($0, 5), at($0, 55), rank: Int32(rank)) }
        }
        let hours = try figures(samples)
        #expect(hours.count == 24)
        for (_, hour) in hours {
            #expect(isClose(hour.sum, 500) && hour.count == sources && hour.duration == 3000)
        }
    }

    /// health_kit_reporter, issue 46: each hour shows a twelfth of 100 kcal from midnight to noon.
    @Test func healthKitReporterIssue46() throws {
        let hours = try figures([steps(100, at(0), at(12))])
        #expect(hours.keys.sorted() == Array(0..<12))
        for (_, hour) in hours { #expect(isClose(hour.sum, 100.0 / 12)) }
    }
}
