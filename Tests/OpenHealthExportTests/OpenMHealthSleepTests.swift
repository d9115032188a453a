// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthExport

@Suite struct OpenMHealthSleepTests {
    /// 2024-01-01T00:00:00Z.
    private static let midnight = Date(timeIntervalSince1970: 1_704_067_200)

    private static func sample(
        _ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double
    ) -> (sample: HKSample, measurements: SeriesMeasurements?) {
        (
            HKCategorySample(
                categoryType: HKCategoryType(.sleepAnalysis), value: value.rawValue,
                startDate: midnight + from * 60, endDate: midnight + to * 60,
                fields: HKObjectFields(newWith: nil, metadata: [:])), nil
        )
    }

    private static func episodes(
        _ samples: [(sample: HKSample, measurements: SeriesMeasurements?)]
    ) throws -> [String] {
        let (bodies, receipt) = try OpenMHealthExportTests.export(samples)
        #expect(receipt.written[.categories] == samples.count)
        #expect(bodies["sleepAnalysis"]?.count == samples.count)
        return bodies["sleepEpisodes"] ?? []
    }

    private static func frame(_ start: String, _ end: String) -> String {
        #""effective_time_frame":{"time_interval":{"start_date_time":"\#(start)","end_date_time":"\#(end)"}}"#
    }

    @Test func nightsAreEpisodesWithTheirDurations() throws {
        let episodes = try Self.episodes([
            Self.sample(.inBed, -90, 400), Self.sample(.asleepCore, -60, 30), Self.sample(.awake, 30, 40),
            Self.sample(.asleepDeep, 40, 100.5), Self.sample(.asleepREM, 100.5, 390),
        ])
        let frame = Self.frame("2023-12-31T23:00:00Z", "2024-01-01T06:30:00Z")
        #expect(
            episodes == [
                #"sleep-episode 1.1 {\#(frame),"total_sleep_time":{"value":26400,"unit":"sec"},"is_main_sleep":true,"#
                    + #""wake_after_sleep_onset":{"value":600,"unit":"sec"},"number_of_awakenings":1,"#
                    + #""latency_to_sleep_onset":{"value":1800,"unit":"sec"},"#
                    + #""latency_to_arising":{"value":600,"unit":"sec"}}"#,
                #"sleep-duration 2.0 {"sleep_duration":{"value":26400,"unit":"sec"},\#(frame)}"#,
            ])
    }

    /// Without samples, it is unknown whether the person was awake.
    @Test func timesAwakeNeedSamples() throws {
        let episodes = try Self.episodes([
            Self.sample(.asleepUnspecified, 0, 60), Self.sample(.asleepUnspecified, 90, 200),
            Self.sample(.asleepUnspecified, 100, 120),
        ])
        let frame = Self.frame("2024-01-01T00:00:00Z", "2024-01-01T03:20:00Z")
        #expect(
            episodes.first
                == #"sleep-episode 1.1 {\#(frame),"total_sleep_time":{"value":10200,"unit":"sec"},"is_main_sleep":true}"#
        )
    }

    @Test func theLongestEpisodeOfANightIsTheMainSleep() throws {
        let episodes = try Self.episodes([
            Self.sample(.asleepCore, 0, 300), Self.sample(.asleepCore, 720, 780), Self.sample(.asleepCore, 1080, 1140),
            // More than an hour later; the night of the next day began at 18:00.
            Self.sample(.asleepCore, 1201, 1260),
        ])
        let isMain = episodes.filter { $0.hasPrefix("sleep-episode") }.map { $0.contains(#""is_main_sleep":true"#) }
        #expect(isMain == [true, false, true, false])
    }

    @Test func timeInBedAndUnknownValuesAreNoSleep() throws {
        #expect(try Self.episodes([Self.sample(.inBed, 0, 400), Self.sample(.awake, 500, 520)]) == [])
        #expect(try Self.episodes([Self.sample(.asleepCore, 10, 10)]) == [])
    }

    /// Compares episodes of random samples with minutes that are counted one by one.
    @Test func episodesAreThoseOfEachMinute() throws {
        var generator = SeededGenerator(seed: 13)
        for _ in 1...40 {
            var samples: [(value: HKCategoryValueSleepAnalysis, start: Int, end: Int)] = []
            for _ in 1...Int.random(in: 1...25, using: &generator) {
                let start = Int.random(in: 0..<2000, using: &generator)
                let end = start + Int.random(in: 0..<150, using: &generator)
                guard let value = HKCategoryValueSleepAnalysis.allCases.randomElement(using: &generator) else {
                    continue
                }
                samples.append((value, start, end))
            }
            let episodes = try Self.episodes(samples.map { Self.sample($0.value, Double($0.start), Double($0.end)) })
            let times = episodes.filter { $0.hasPrefix("sleep-duration") }.compactMap { text -> Int? in
                JSONValue(String(text.drop { $0 != "{" }))?["sleep_duration"]?["value"]?.double.map { Int($0) / 60 }
            }
            var awake: [Int?] = []
            for text in episodes where text.hasPrefix("sleep-episode") {
                let body = JSONValue(String(text.drop { $0 != "{" }))
                awake.append(body?["wake_after_sleep_onset"]?["value"]?.double.map { Int($0) / 60 })
            }
            let expected = Self.reference(samples)
            #expect(times == expected.map(\.asleep), "\(samples)")
            #expect(awake == expected.map(\.awake), "\(samples)")
        }
    }

    /// The minutes of sleep and the known minutes awake of each episode.
    private static func reference(
        _ samples: [(value: HKCategoryValueSleepAnalysis, start: Int, end: Int)]
    ) -> [(asleep: Int, awake: Int?)] {
        let all = 0..<2200
        // Two marks a minute, one for the instant and one for the time after it, since samples can be instants.
        let covered = Set(samples.flatMap { Array($0.start * 2...max($0.start * 2, $0.end * 2)) })
        let asleep = Set(
            samples.filter { HKCategoryValueSleepAnalysis.allAsleepValues.contains($0.value) }
                .flatMap { Array($0.start..<$0.end) })
        var episodes: [(asleep: Int, awake: Int?)] = []
        var minutes: [Int] = []
        var marks = 0
        func end() {
            if let first = minutes.first, let last = minutes.last {
                let isKnown = (first...last).allSatisfy { covered.contains($0 * 2 + 1) || $0 == last }
                episodes.append((minutes.count, isKnown ? last + 1 - first - minutes.count : nil))
            }
            minutes = []
        }
        for minute in all {
            for mark in [minute * 2, minute * 2 + 1] {
                marks = covered.contains(mark) ? 0 : marks + 1
                // An hour has 119 marks between two instants; with more, the time is longer.
                if marks > 119 { end() }
            }
            if asleep.contains(minute) { minutes.append(minute) }
        }
        end()
        return episodes
    }
}
