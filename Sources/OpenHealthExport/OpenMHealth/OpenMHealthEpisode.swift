// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

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
