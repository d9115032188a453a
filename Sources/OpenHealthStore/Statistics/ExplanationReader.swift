// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Records the decisions of a sweep over the samples of a range, to explain its result.
package struct ExplanationReader {
    private let request: StatisticsRequest
    /// The order of the sources that have had samples of the type.
    private let ranked: [RankedSource]
    /// All sources by their positions.
    private let order: [StatisticsSource]
    private let ranks: SourceRankTable
    private let unit: String
    private let rule: EventRule
    /// The samples with a duration, without events and repeated ones.
    private var samples: [StatisticsInterval] = []
    /// The samples that better-informed samples of the same source replace.
    private let replaced: [StatisticsInterval]
    /// The readings that were sent twice.
    private let sentTwice: [StatisticsInterval]
    /// The number of readings without an end that count for their minute.
    private let minuteReadings: Int
    /// The samples of copies of workouts.
    private let ofCopies: [StatisticsInterval]
    private var events: [SweepEvent] = []
    private var total = 0.0

    /// Runs the sweep.
    /// - Parameter samples: The samples to include, in order of their start dates.
    package init(
        _ db: Database, _ request: StatisticsRequest, type: Int64, of samples: inout some IntervalBatches,
        ranks: SourceRankTable
    ) throws {
        self.request = request
        self.ranks = ranks
        ranked = try SourceOrder.read(db, type: type).ranked
        order = try StatisticsSource.named(db, ranks.sources)
        unit = try request.quantityType.canonicalUnit.unitString
        var sampled: [StatisticsInterval] = []
        try samples.forEachBatch { sampled += $0 }
        replaced = samples.leftOut
        sentTwice = samples.repeated
        minuteReadings = samples.minuteReadings
        ofCopies = samples.ofCopies
        // The sweep's closure collects the events in a class, because it is called while this value is initialized.
        let log = EventLog()
        let rule = EventRule(type: request.type)
        self.rule = rule
        var sweep = IntervalSweep(style: .cumulative, grids: [request.clippedGrid], events: rule) {
            log.events.append($0)
        }
        sweep.add(sampled)
        sweep.finish()
        events = log.events
        total = sweep.takeBuckets().first { ClippedGrid.isInside($0.index) }?.figures.sum ?? 0
        // The sweep counted only one sample of each group of repeated ones.
        var repeats: [StatisticsInterval: Int] = [:]
        for case .repeated(let sample) in events { repeats[sample, default: 0] += 1 }
        self.samples = sampled.filter { sample in
            guard sample.end > sample.start, !rule.isEvent(sample) else { return false }
            guard let count = repeats[sample], count > 0 else { return true }
            repeats[sample] = count - 1
            return false
        }
    }

    private final class EventLog {
        var events: [SweepEvent] = []
    }

    /// An interval under construction.
    private struct Part {
        var from: Double
        var to: Double
        var rank: Int32
        var amount = 0.0
        var samples = 0
        /// The skipped samples by rank and cause.
        var leftOut: [LeftOutKey: (amount: Double, samples: Int)] = [:]

        /// Adds a skipped sample.
        mutating func leaveOut(_ sample: StatisticsInterval, _ cause: Cause, _ amount: Double) {
            let key = LeftOutKey(rank: sample.rank, cause: cause)
            let before = leftOut[key] ?? (0, 0)
            leftOut[key] = (before.amount + amount, before.samples + Int(sample.count))
        }
    }

    private enum Cause: Int {
        case rank, isRepeat, isReplaced, isCopy
    }

    private struct LeftOutKey: Hashable, Comparable {
        var rank: Int32
        var cause: Cause

        static func < (a: Self, b: Self) -> Bool { (a.rank, a.cause.rawValue) < (b.rank, b.cause.rawValue) }
    }

    package func explanation() throws -> StatisticsExplanation {
        var lanes = stretches()
        for sample in samples { share(sample, isRepeat: false, among: &lanes[sample.purpose, default: []]) }
        var repeatedEvents: [StatisticsInterval] = []
        for case .repeated(let sample) in events {
            // An event counts beside the intervals in which one source counts.
            if rule.isEvent(sample) {
                repeatedEvents.append(sample)
            } else {
                share(sample, isRepeat: true, among: &lanes[sample.purpose, default: []])
            }
        }
        let counted = takeEvents(&lanes)
        let others =
            share(replaced, .isReplaced, among: &lanes) + share(sentTwice + repeatedEvents, .isRepeat, among: &lanes)
            + share(ofCopies, .isCopy, among: &lanes)
        // Where samples have purposes, those of one purpose have no samples while only those of the other have.
        let parts = StatisticsInterval.Purpose.allCases.flatMap { lanes[$0] ?? [] }.filter {
            $0.samples > 0 || !$0.leftOut.isEmpty
        }
        let stretches = (parts + counted + others).sorted { ($0.from, $0.to) < ($1.from, $1.to) }.map { part in
            StatisticsExplanation.Stretch(
                from: Date(timeIntervalSince1970: part.from), to: Date(timeIntervalSince1970: part.to),
                source: source(part.rank), amount: part.amount, samples: part.samples,
                leftOut: part.leftOut.sorted { $0.key < $1.key }.map { key, value in
                    StatisticsExplanation.LeftOut(
                        source: source(key.rank), amount: value.amount, samples: value.samples,
                        reason: reason(key.cause, in: part))
                })
        }
        var explanation = StatisticsExplanation(order: ranked, total: total, unit: unit, stretches: stretches)
        explanation.minuteReadings = minuteReadings
        return explanation
    }

    private func reason(_ cause: Cause, in part: Part) -> StatisticsExplanation.LeftOut.Reason {
        switch cause {
        case .rank: .betterSource(source(part.rank))
        case .isRepeat: .reportedTwice
        case .isReplaced: .betterInformed
        case .isCopy: .copyOfWorkout
        }
    }

    private func source(_ rank: Int32) -> StatisticsSource {
        let index = ranks.position(ofRank: rank)
        return index < order.count ? order[index] : StatisticsSource(id: 0, name: "")
    }

    /// The intervals in which one source counted, by the purpose of the samples.
    private typealias Lanes = [StatisticsInterval.Purpose: [Part]]

    /// Returns the intervals in which one source counted, with adjacent intervals merged.
    private func stretches() -> Lanes {
        var lanes: Lanes = [:]
        for case .stretch(let from, let to, let rank, let purpose) in events
        where from >= request.start && to <= request.end {
            var parts = lanes.removeValue(forKey: purpose) ?? []
            if let last = parts.last, last.to == from, last.rank == rank {
                parts[parts.count - 1].to = to
            } else {
                parts.append(Part(from: from, to: to, rank: rank))
            }
            lanes[purpose] = parts
        }
        return lanes
    }

    /// Distributes a sample among the intervals that it overlaps.
    private func share(_ sample: StatisticsInterval, isRepeat: Bool, among parts: inout [Part]) {
        var index = Self.firstIndex(parts, endingAfter: sample.start)
        while index < parts.count, parts[index].from < sample.end {
            let seconds = min(parts[index].to, sample.end) - max(parts[index].from, sample.start)
            let amount = sample.value * seconds / (sample.end - sample.start)
            if sample.rank == parts[index].rank && !isRepeat {
                parts[index].amount += amount
                parts[index].samples += Int(sample.count)
            } else {
                parts[index].leaveOut(sample, isRepeat ? .isRepeat : .rank, amount)
            }
            index += 1
        }
    }

    private static func firstIndex(_ parts: [Part], endingAfter time: Double) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].to > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the instants and events that counted, merged by source and dates. Others are added to the skipped samples of their interval.
    private func takeEvents(_ lanes: inout Lanes) -> [Part] {
        var counted: [Part] = []
        for event in events {
            switch event {
            case .instant(let sample, let better) where sample.start >= request.start && sample.start < request.end:
                if better != nil {
                    Self.leaveOut(sample, sample.value, from: sample.start, among: &lanes[sample.purpose, default: []])
                } else {
                    Self.count(sample, sample.value, from: sample.start, to: sample.start, among: &counted)
                }
            case .event(let sample, let to, let amount) where to > request.start && to <= request.end:
                let from = max(sample.start, request.start)
                let whole = sample.value * (to - from) / (sample.end - sample.start)
                // Apart from rounding.
                let isPartial = (whole - amount).magnitude > 1e-9 * whole.magnitude
                if isPartial {
                    Self.leaveOut(sample, whole - amount, from: from, among: &lanes[sample.purpose, default: []])
                }
                if !isPartial || amount != 0 { Self.count(sample, amount, from: from, to: to, among: &counted) }
            case .instant, .event, .stretch, .repeated: break
            }
        }
        return counted
    }

    private static func leaveOut(
        _ sample: StatisticsInterval, _ amount: Double, from: Double, among parts: inout [Part]
    ) {
        let index = firstIndex(parts, endingAfter: from)
        if index < parts.count { parts[index].leaveOut(sample, .rank, amount) }
    }

    private static func count(
        _ sample: StatisticsInterval, _ amount: Double, from: Double, to: Double, among counted: inout [Part]
    ) {
        // They come in order of their end.
        let same = counted.indices.reversed().prefix { counted[$0].to == to }
            .first { counted[$0].from == from && counted[$0].rank == sample.rank }
        guard let same else {
            counted.append(Part(from: from, to: to, rank: sample.rank, amount: amount, samples: Int(sample.count)))
            return
        }
        counted[same].amount += amount
        counted[same].samples += Int(sample.count)
    }

    /// Adds each of some samples that do not count to the interval that it overlaps for the longest time, with its amount in the range.
    /// - Returns: Intervals without an amount, for the samples that overlap no interval.
    private func share(_ samples: [StatisticsInterval], _ cause: Cause, among lanes: inout Lanes) -> [Part] {
        var others: [Part] = []
        for sample in samples {
            let parts = lanes[sample.purpose] ?? []
            let isInstant = sample.end == sample.start
            let from = max(sample.start, request.start)
            let to = isInstant ? from + IntervalBuffer.instantLength : min(sample.end, request.end)
            guard isInstant ? sample.start >= request.start && sample.start < request.end : from < to else { continue }
            let amount = isInstant ? sample.value : sample.value * (to - from) / (sample.end - sample.start)
            var longest: (index: Int, seconds: Double)?
            var index = Self.firstIndex(parts, endingAfter: from)
            while index < parts.count, parts[index].from < to {
                let seconds = min(parts[index].to, to) - max(parts[index].from, from)
                if seconds > longest?.seconds ?? 0 { longest = (index, seconds) }
                index += 1
            }
            if let longest {
                lanes[sample.purpose]?[longest.index].leaveOut(sample, cause, amount)
            } else {
                var other = Part(from: from, to: isInstant ? from : to, rank: sample.rank)
                other.leaveOut(sample, cause, amount)
                others.append(other)
            }
        }
        return others
    }
}
