// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Testing

@Suite struct CategoryTimelineTests {
    private let plain = CategoryPrecedence()

    @Test func onlySleepHasLayers() {
        for (type, isSleep) in [
            (HKCategoryTypeIdentifier.sleepAnalysis, true), (.appleStandHour, false), (.mindfulSession, false),
            (HKCategoryTypeIdentifier(rawValue: "HKCategoryTypeIdentifierOfLater"), false),
        ] {
            #expect((CategoryPrecedence.standard(for: type.rawValue) == .sleep) == isSleep)
        }
    }

    @Test func standHours() {
        let stood = HKCategoryValueAppleStandHour.stood.rawValue
        let idle = HKCategoryValueAppleStandHour.idle.rawValue
        let hours = (0..<48).map { hour in
            CategoryInterval(
                start: Double(hour) * 3600, end: Double(hour + 1) * 3600, value: 8..<20 ~= hour % 24 ? stood : idle)
        }
        let days = CategoryTimeline.buckets(
            hours, grid: CategoryEdges(from: 0, every: 86_400, count: 2), precedence: plain)
        #expect(days.map(\.index) == [0, 1])
        for day in days {
            #expect(day.values.map(\.value) == [stood, idle].sorted())
            #expect(day.values.allSatisfy { $0.count == 12 && $0.duration == 43_200 && $0.reported == 43_200 })
            #expect(day.covered == 86_400)
        }
    }

    @Test func mindfulMinutesOfTwoAppsOverlap() {
        let value = HKCategoryValue.notApplicable.rawValue
        let buckets = CategoryTimeline.buckets(
            [
                CategoryInterval(start: 0, end: 600, value: value, rank: 1),
                CategoryInterval(start: 300, end: 1200, value: value, rank: 0),
            ],
            grid: SingleBucket(), precedence: plain)
        #expect(buckets.flatMap(\.values) == [.init(value: value, duration: 1200, reported: 1200, count: 2)])
        #expect(buckets.map(\.covered) == [1200])
    }

    @Test func aNightAcrossTheEndOfSummerTime() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        func seconds(_ day: Int, _ hour: Int) throws -> Double {
            let parts = DateComponents(year: 2023, month: 10, day: day, hour: hour)
            return try #require(calendar.date(from: parts)).timeIntervalSince1970
        }
        let edges = try (28...30).map { try seconds($0, 0) }
        let night = CategoryInterval(
            start: try seconds(28, 22), end: try seconds(29, 7), value: HKCategoryValueSleepAnalysis.asleepCore.rawValue
        )
        let inBed = CategoryInterval(
            start: edges[0], end: edges[2], value: HKCategoryValueSleepAnalysis.inBed.rawValue)
        let days = CategoryTimeline.buckets([inBed, night], grid: CategoryEdges(edges), precedence: .sleep)
        // There are ten hours between 22:00 and 07:00, eight of them after midnight.
        let hours = days.map { day in day.values.map { $0.duration / 3600 } }
        #expect(hours == [[22, 2], [17, 8]])
        #expect(days.map(\.covered) == [24 * 3600, 25 * 3600])
    }

    @Test func aSampleAcrossAnOmittedDay() {
        let grid = CategoryEdges([0, 10, 10, 20])
        let buckets = CategoryTimeline.buckets(
            [CategoryInterval(start: 5, end: 20, value: 3)], grid: grid, precedence: plain)
        #expect(buckets.map(\.index) == [0, 2])
        #expect(buckets.map(\.covered) == [5, 10])
    }

    @Test func instantsAreCountedButHaveNoDuration() {
        let samples = [
            CategoryInterval(start: 0, end: 10, value: 1, rank: 1), CategoryInterval(start: 4, end: 4, value: 2),
            CategoryInterval(start: 4, end: 4, value: 2), CategoryInterval(start: 10, end: 10, value: 1),
            CategoryInterval(start: 45, end: 45, value: 2),
        ]
        let buckets = CategoryTimeline.buckets(
            samples, grid: CategoryEdges(from: 0, every: 10, count: 5), precedence: plain)
        #expect(
            buckets == [
                CategoryBucket(
                    index: 0,
                    values: [
                        .init(value: 1, duration: 10, reported: 10, count: 1),
                        .init(value: 2, duration: 0, reported: 0, count: 2),
                    ], covered: 10),
                CategoryBucket(
                    index: 1, values: [.init(value: 1, duration: 0, reported: 0, count: 1)], covered: 0),
                CategoryBucket(
                    index: 4, values: [.init(value: 2, duration: 0, reported: 0, count: 1)], covered: 0),
            ])
    }

    @Test func withinOneSourceTheLaterStartThenTheEarlierEndThenTheGreaterValueTakesPrecedence() {
        func owners(_ samples: [CategoryInterval]) -> [CategoryTimeline.Stretch] {
            var timeline = CategoryTimeline(grid: SingleBucket(), precedence: plain, recordsStretches: true)
            timeline.add(samples)
            timeline.finish()
            return timeline.takeStretches()
        }
        #expect(
            owners([.init(start: 0, end: 9, value: 5), .init(start: 3, end: 6, value: 1)]) == [
                .init(start: 0, end: 3, value: 5, rank: 0), .init(start: 3, end: 6, value: 1, rank: 0),
                .init(start: 6, end: 9, value: 5, rank: 0),
            ])
        #expect(
            owners([.init(start: 0, end: 9, value: 5), .init(start: 0, end: 6, value: 1)]) == [
                .init(start: 0, end: 6, value: 1, rank: 0), .init(start: 6, end: 9, value: 5, rank: 0),
            ])
        #expect(
            owners([.init(start: 0, end: 9, value: 5), .init(start: 0, end: 9, value: 6)]) == [
                .init(start: 0, end: 9, value: 6, rank: 0)
            ])
    }

    @Test func adjoiningIntervalsAreJoinedAcrossSamplesAndBuckets() {
        var timeline = CategoryTimeline(
            grid: CategoryEdges(from: 0, every: 10, count: 9), precedence: plain, recordsStretches: true)
        timeline.add([
            .init(start: 0, end: 25, value: 1), .init(start: 25, end: 40, value: 1),
            .init(start: 41, end: 50, value: 1),
        ])
        timeline.finish()
        #expect(
            timeline.takeStretches() == [
                .init(start: 0, end: 40, value: 1, rank: 0), .init(start: 41, end: 50, value: 1, rank: 0),
            ])
        #expect(timeline.takeStretches().isEmpty)
    }

    @Test func noSamplesGiveNoBuckets() {
        #expect(CategoryTimeline.buckets([], grid: SingleBucket(), precedence: .sleep).isEmpty)
    }

    @Test(arguments: [4, -.infinity, .nan] as [Double])
    func aLateSampleCountsFromItsArrival(start: Double) {
        var timeline = CategoryTimeline(grid: SingleBucket(), precedence: CategoryPrecedence())
        timeline.add([.init(start: 5, end: 6, value: 1), .init(start: start, end: 8, value: 2)])
        timeline.add([.init(start: 7, end: 8, value: 1), .init(start: 1, end: 2, value: 3)])
        timeline.finish()
        let bucket = timeline.takeBuckets().first
        #expect(bucket?.covered == 3)
        #expect(bucket?.values.map(\.count) == [2, 1, 1])
    }
}
