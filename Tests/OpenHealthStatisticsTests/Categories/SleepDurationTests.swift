// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import Testing

/// Tests of nights as reported by iPhones, watches and apps.
@Suite struct SleepDurationTests {
    /// Returns a sample of sleep between two clock times, relative to noon before the night.
    private func sleep(
        _ value: HKCategoryValueSleepAnalysis, _ from: (Int, Int), _ to: (Int, Int), rank: Int32 = 0
    ) -> CategoryInterval {
        func seconds(_ time: (Int, Int)) -> Double {
            Double(((time.0 + 12) % 24 * 60 + time.1) * 60)
        }
        return CategoryInterval(start: seconds(from), end: seconds(to), value: value.rawValue, rank: rank)
    }

    private func night(_ samples: [CategoryInterval]) throws -> CategoryBucket {
        let buckets = CategoryTimeline.buckets(
            samples, grid: SingleBucket(start: 0, end: 86_400),
            precedence: .standard(for: HKCategoryTypeIdentifier.sleepAnalysis.rawValue))
        #expect(buckets.count == 1)
        return try #require(buckets.first)
    }

    private func minutes(_ night: CategoryBucket) -> [HKCategoryValueSleepAnalysis: Double] {
        var minutes: [HKCategoryValueSleepAnalysis: Double] = [:]
        for value in night.values {
            if let stage = HKCategoryValueSleepAnalysis(rawValue: value.value) { minutes[stage] = value.duration / 60 }
        }
        return minutes
    }

    private func stages(rank: Int32) -> [CategoryInterval] {
        [
            sleep(.asleepCore, (23, 0), (2, 0), rank: rank), sleep(.asleepDeep, (2, 0), (3, 0), rank: rank),
            sleep(.awake, (3, 0), (3, 10), rank: rank), sleep(.asleepREM, (3, 10), (4, 0), rank: rank),
            sleep(.asleepCore, (4, 0), (6, 30), rank: rank),
        ]
    }

    @Test func inBedFromThePhoneAndStagesFromTheWatch() throws {
        // Other values take precedence over time in bed, regardless of the source order.
        for (phone, watch) in [(Int32(1), Int32(0)), (0, 1)] {
            let night = try night(stages(rank: watch) + [sleep(.inBed, (22, 30), (7, 0), rank: phone)])
            #expect(
                minutes(night) == [
                    .inBed: 60, .asleepCore: 330, .asleepDeep: 60, .awake: 10, .asleepREM: 50,
                ])
            #expect(night.covered == 8.5 * 3600)
            let inBed = try #require(night.values.first)
            #expect(inBed.reported == 8.5 * 3600)
            #expect(inBed.count == 1)
        }
    }

    @Test func twoAppsReportTheSameNight() throws {
        let night = try night([
            sleep(.asleepCore, (23, 0), (3, 0)), sleep(.asleepREM, (3, 0), (4, 0)),
            sleep(.asleepCore, (4, 30), (6, 0)),
            sleep(.asleepDeep, (22, 45), (1, 0), rank: 1), sleep(.asleepCore, (1, 0), (6, 15), rank: 1),
        ])
        // The second app adds 15 minutes at both ends and the half hour that the first app does not cover.
        #expect(minutes(night) == [.asleepCore: 375, .asleepREM: 60, .asleepDeep: 15])
        #expect(night.covered == 7.5 * 3600)
    }

    @Test func oneAppReportsSleepAllNightAndTheWatchStagesWithAGap() throws {
        let stages = [sleep(.asleepCore, (23, 30), (2, 0)), sleep(.asleepDeep, (2, 20), (6, 0))]
        let app = sleep(.asleepUnspecified, (23, 0), (6, 30), rank: 1)
        #expect(
            minutes(try night(stages + [app])) == [.asleepCore: 150, .asleepDeep: 220, .asleepUnspecified: 80])

        // If the person ranks the app first, the night belongs to the app, and the stages are still reported.
        let app0 = sleep(.asleepUnspecified, (23, 0), (6, 30))
        let stages1 = stages.map { CategoryInterval(start: $0.start, end: $0.end, value: $0.value, rank: 1) }
        let night = try night(stages1 + [app0])
        #expect(minutes(night) == [.asleepCore: 0, .asleepDeep: 0, .asleepUnspecified: 450])
        #expect(night.values.map(\.reported) == [27_000, 9_000, 13_200])
    }

    @Test func withinOneSourceTheFinerValueTakesPrecedence() throws {
        let night = try night([
            sleep(.asleepUnspecified, (23, 0), (6, 0)), sleep(.awake, (3, 0), (3, 20)),
            sleep(.asleepDeep, (3, 10), (3, 30)), sleep(.awake, (3, 15), (3, 40)),
        ])
        #expect(minutes(night) == [.asleepUnspecified: 380, .awake: 20, .asleepDeep: 20])
    }

    @Test func theSameNightImportedTwiceCountsOnce() throws {
        let once = stages(rank: 0) + [sleep(.inBed, (22, 30), (7, 0), rank: 1)]
        #expect(try night(once) == night(once + once))
    }

    @Test func anOverlappingNapIsNotLongerThanItsExtent() throws {
        let night = try night([
            sleep(.asleepUnspecified, (13, 0), (13, 40)), sleep(.asleepUnspecified, (13, 20), (14, 0)),
        ])
        #expect(night.values == [.init(value: 1, duration: 3600, reported: 3600, count: 2)])
    }

    @Test func valuesOfLaterSystemsRankWithStages() {
        let precedence = CategoryPrecedence.sleep
        #expect(precedence.layer(of: 6) == precedence.layer(of: HKCategoryValueSleepAnalysis.asleepREM.rawValue))
        #expect(precedence.containers == [HKCategoryValueSleepAnalysis.inBed.rawValue])
        for stage in HKCategoryValueSleepAnalysis.allCases where stage != .inBed {
            #expect(precedence.layers[stage.rawValue] != nil)
        }
    }
}
