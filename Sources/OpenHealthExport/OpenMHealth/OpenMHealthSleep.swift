// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The sleep of each source as episodes and durations, for the bodies that Open mHealth has for nights.
struct OpenMHealthSleep {
    typealias Adding = (JSONValue) throws -> Void

    /// The hour at which a night begins, on the day before the one that it belongs to.
    private static let evening = 18.0

    private let contents: StoreContents
    private var points: OpenMHealthPoints
    /// The episodes to which samples are being added, by source.
    private var current: [Int64: OpenMHealthEpisode] = [:]
    /// The complete episodes of the latest night, by source.
    private var nights: [Int64: (number: Double, episodes: [OpenMHealthEpisode])] = [:]

    init(_ context: ExportContext) {
        contents = context.contents
        points = OpenMHealthPoints(context)
    }

    /// Adds the data points of the episodes, those of a source in the order of time.
    mutating func points(_ type: StoreContents.SampleType, _ add: Adding) throws {
        try contents.forEach(type) { sample in
            guard let value = Int(exactly: sample.value).flatMap(HKCategoryValueSleepAnalysis.init(rawValue:)),
                OpenMHealthPoints.dates.contains(sample.start), OpenMHealthPoints.dates.contains(sample.end)
            else { return }
            let source = try contents.origin(sample).source
            var episode = current[source] ?? OpenMHealthEpisode(start: sample.start)
            if sample.start - episode.end > OpenMHealthEpisode.longestGap {
                try close(episode, source, add)
                episode = OpenMHealthEpisode(start: sample.start)
            }
            episode.add(sample, value)
            current[source] = episode
        }
        for (source, episode) in current.sorted(by: { $0.key < $1.key }) { try close(episode, source, add) }
        for (_, night) in nights.sorted(by: { $0.key < $1.key }) { try write(night.episodes, add) }
    }

    /// Notes an episode that is complete. Those of a night are written together, since one of them is the main sleep.
    private mutating func close(_ episode: OpenMHealthEpisode, _ source: Int64, _ add: Adding) throws {
        guard episode.first != nil else { return }
        let offset = contents.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: episode.awakening))
        let number = ((episode.awakening + Double(offset) - Self.evening * 3600) / 86_400).rounded(.down)
        if let night = nights[source], night.number == number {
            nights[source] = (number, night.episodes + [episode])
        } else {
            try write(nights[source]?.episodes ?? [], add)
            nights[source] = (number, [episode])
        }
    }

    private mutating func write(_ episodes: [OpenMHealthEpisode], _ add: Adding) throws {
        let main = episodes.indices.max { episodes[$0].asleep < episodes[$1].asleep }
        for (index, episode) in episodes.enumerated() {
            guard let first = episode.first else { continue }
            let frame = try points.frame(episode.onset, episode.awakening, first, needsInterval: true)
            let asleep = Self.duration(episode.asleep)
            var body: OpenMHealthPoints.Properties = [
                frame, ("total_sleep_time", asleep), ("is_main_sleep", .bool(index == main)),
            ]
            if episode.isComplete {
                let awake = episode.awakening - episode.onset - episode.asleep
                body.append(("wake_after_sleep_onset", Self.duration(awake)))
                body.append(("number_of_awakenings", .integer(episode.awakenings)))
            }
            if let latency = episode.latency { body.append(("latency_to_sleep_onset", Self.duration(latency))) }
            if let latency = episode.latencyToArising { body.append(("latency_to_arising", Self.duration(latency))) }
            try add(points.point(first, .sleepEpisode, number: 1, body))
            try add(points.point(first, .sleepDuration, number: 2, [("sleep_duration", asleep), frame]))
        }
    }

    /// Returns seconds with their unit, to the microsecond.
    private static func duration(_ seconds: Double) -> JSONValue {
        OpenMHealthPoints.value(max(0, (seconds * 1_000_000).rounded() / 1_000_000), "sec")
    }
}

/// A sleep episode: samples of sleep of one source with at most an hour between them.
///
/// It takes the samples in the order of their start, and keeps none but the first one.
struct OpenMHealthEpisode {
    /// The longest time without samples within an episode, in seconds.
    static let longestGap = 3600.0

    /// The first sample with sleep; nil as long as there is none.
    private(set) var first: RawSample?
    /// The time of falling asleep, in seconds since 1970.
    private(set) var onset = 0.0
    /// The time of the final awakening.
    private(set) var awakening = 0.0
    /// The seconds of sleep. Times that several samples share count once.
    private(set) var asleep = 0.0
    /// The number of awakenings before the final one.
    private(set) var awakenings = 0
    /// Whether the samples tell for each moment of the episode whether the person was asleep.
    private(set) var isComplete = true
    /// The seconds in bed until the person fell asleep; nil if they are not known.
    private(set) var latency: Double?
    /// The end of the samples.
    private(set) var end: Double
    /// The latest time in bed.
    private var bed: (start: Double, end: Double)?
    /// Whether there is a time without samples after the latest sleep.
    private var hasGap = false

    /// - Parameter start: the start of the first sample.
    init(start: Double) { end = start }

    /// The seconds in bed after the final awakening; nil if they are not known.
    var latencyToArising: Double? {
        guard let bed, bed.start <= awakening, awakening <= bed.end else { return nil }
        return bed.end - awakening
    }

    /// Adds a sample.
    mutating func add(_ sample: RawSample, _ value: HKCategoryValueSleepAnalysis) {
        if sample.start > end { hasGap = true }
        end = max(end, sample.end)
        switch value {
        case .inBed: lie(sample.start, sample.end)
        case .awake: break
        case .asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM:
            if sample.end > sample.start { sleep(sample) }
        }
    }

    private mutating func lie(_ start: Double, _ end: Double) {
        // Samples with the same start can come in any order.
        if first != nil, start == onset, latency == nil { latency = 0 }
        if let bed, start <= bed.end {
            self.bed = (bed.start, max(bed.end, end))
        } else {
            bed = (start, end)
        }
    }

    private mutating func sleep(_ sample: RawSample) {
        if first == nil {
            (first, onset, awakening) = (sample, sample.start, sample.start)
            if let bed, onset <= bed.end { latency = onset - bed.start }
        } else {
            if hasGap { isComplete = false }
            if sample.start > awakening { awakenings += 1 }
        }
        hasGap = false
        asleep += max(0, sample.end - max(sample.start, awakening))
        awakening = max(awakening, sample.end)
    }
}
