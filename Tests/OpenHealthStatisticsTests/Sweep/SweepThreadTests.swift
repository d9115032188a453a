// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import Testing

/// Known behavior of HealthKit's sums, and reports of its users in public threads, one test each.
@Suite struct SweepThreadTests {
    /// Hourly buckets share a sample out by time.
    @Test func aSampleAcrossTheHourIsDividedByTime() throws {
        let hours = try figures([steps(100, at(13, 57), at(14, 2))])
        #expect(sums(hours) == [13: 60, 14: 40])
        #expect(hours[13]?.duration == 180 && hours[14]?.duration == 120)
        #expect(hours[13]?.count == 1 && hours[14]?.count == 1)
        #expect(hours[13]?.mostRecent == hours[14]?.mostRecent)
    }

    /// Where sources overlap, the better one counts; where the other one is alone, it is added, so that the total is more
    /// than either says.
    @Test func theTotalCanExceedEachSource() throws {
        let merged = try total([
            steps(1000, at(8), at(9)), steps(900, at(8), at(9), rank: 1),
            steps(600, at(10), at(11), rank: 1),
        ])
        #expect(merged.sum == 1600)
        #expect(merged.count == 3)
        #expect(merged.duration == 7200)
    }

    /// A sample of a lesser source that is partly covered counts the share of its time that is not.
    @Test func aLowerRankedSourceCountsForUncoveredTime() throws {
        let hours = try figures([
            steps(100, at(9), at(9, 30)), steps(120, at(9, 20), at(9, 40), rank: 1),
        ])
        #expect(sums(hours) == [9: 160])
        #expect(hours[9]?.duration == 2400)
    }

    /// The same when the better source covers the middle, twice.
    @Test func aLowerRankedSourceCountsInGaps() throws {
        let hours = try figures([
            steps(60, at(9), at(10), rank: 1), steps(5, at(9, 10), at(9, 20)),
            steps(7, at(9, 30), at(9, 45)),
        ])
        #expect(sums(hours) == [9: 60 - 10 - 15 + 12])
        #expect(hours[9]?.duration == 3600)
    }

    /// Samples are chosen whole and shared out then: those that reach over the ends of a range make buckets outside it
    /// that hold their share alone.
    @Test func aSampleAcrossTheBoundaryCreatesBucketsOutsideTheRange() throws {
        let chosen = [steps(60, at(7, 50), at(8, 10)), steps(30, at(8, 50), at(9, 5))]
        #expect(sums(try figures(chosen)) == [7: 30, 8: 50, 9: 10])
    }

    /// vital-ios, pull request 34: five samples of steps by the hour. (The thread lets the first one end at 14:36; its
    /// figures are right for 13:36.)
    @Test func vitalPullRequest34() throws {
        let samples = [
            steps(80, at(13, 24), at(13, 36)), steps(100, at(13, 57), at(14, 2)),
            steps(200, at(14, 30), at(14, 42)),
            steps(120, at(14, 55), at(15, 7)), steps(36, at(15, 44), at(15, 51)),
        ]
        #expect(sums(try figures(samples)) == [13: 140, 14: 290, 15: 106])
        #expect(try total(samples).sum == 536)
        // Those that overlap 14:00 to 15:00 give three buckets, of which only the one asked for is complete.
        let chosen = samples.filter { $0.start < at(15) && $0.end > at(14) }
        #expect(chosen.count == 3)
        #expect(sums(try figures(chosen)) == [13: 60, 14: 290, 15: 70])
    }

    /// vital-ios, pull request 31: five sources over the same time frame are one series, not five; and what begins
    /// before the first bucket counts there with its share.
    @Test func vitalPullRequest31() throws {
        let sources = (0..<5).map {
            steps(300 + 10 * Double($0), at(11, 30), at(12, 30), rank: Int32($0))
        }
        let hours = try figures(sources)
        #expect(sums(hours) == [11: 150, 12: 150])
        #expect(hours[12]?.count == 5 && hours[12]?.duration == 1800)
    }

    /// OpenCircuit, issue 43: a ring writes its steps as one sample since midnight, once more at each tap. The same sample
    /// twice counts once; two that end at different times are two statements, as they are in HealthKit.
    @Test func openCircuitIssue43() throws {
        let day = steps(8000, at(0), at(18))
        let twice = try total([day, day])
        #expect(twice.sum == 8000 && twice.count == 1 && twice.duration == at(18))
        #expect(try total([day, day, day]).sum == 8000)
        #expect(try total([day, steps(8000, at(0), at(19))]).sum == 16000)
        #expect(try total([day, steps(8100, at(0), at(18))]).sum == 16100)
        // Beside the phone, which says the same of the morning, the ring's day counts once too.
        #expect(try total([day, day, steps(3000, at(6), at(12), rank: 1)]).sum == 8000)
        // Another source is no repetition, even with the very same figures: it is left out as the lesser source.
        let other = try total([day, steps(8000, at(0), at(18), rank: 1)])
        #expect(other.sum == 8000 && other.count == 2)
    }

    /// OpenCircuit, pull request 123: a day-long sample of the best source hides the phone; the same steps in ten windows
    /// of a minute let the phone's day through beside them.
    @Test func openCircuitPullRequest123() throws {
        let phone = steps(8640, at(0), at(24), rank: 1)
        #expect(try total([steps(8000, at(0), at(24)), phone]).sum == 8000)
        let windows = (8..<18).map { steps(800, at($0), at($0, 1)) }
        #expect(isClose(try total(windows + [phone]).sum, 8000 + 8640 - 10 * 6))
    }

    /// react-native-healthkit, issue 301: about 6000 steps are reported as 10000, since phone and watch are added.
    @Test func kingstinctIssue301() throws {
        let watch = (0..<60).map { steps(100, at(8, $0), at(8, $0 + 1)) }
        let phone = (0..<40).map { steps(100, at(8, $0), at(8, $0 + 1), rank: 1) }
        #expect((watch + phone).map(\.value).reduce(0, +) == 10000)
        #expect(isClose(try total(watch + phone).sum, 6000))
        #expect(try total(watch + phone).count == 100)
    }

    /// carp-health-flutter, issue 474, and LifeOS, pull request 1754: several times the steps, one for each source.
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

    /// health_kit_reporter, issue 46: 100 kcal from midnight to noon are shown as a twelfth of that in every hour.
    @Test func healthKitReporterIssue46() throws {
        let hours = try figures([steps(100, at(0), at(12))])
        #expect(hours.keys.sorted() == Array(0..<12))
        for (_, hour) in hours { #expect(isClose(hour.sum, 100.0 / 12)) }
    }
}
