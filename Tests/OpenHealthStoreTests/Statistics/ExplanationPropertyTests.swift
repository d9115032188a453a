// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that the parts of an explanation add up to the total of the statistics.
@Suite("Explanations of random worlds")
struct ExplanationPropertyTests {
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue

    @Test(arguments: 0..<40)
    func partsAddUp(seed: Int) throws {
        let store = try ScratchStore()
        var generator = SeededGenerator(seed: UInt64(seed))
        var stored: [(name: String, start: Double, end: Double, value: Double)] = []
        for name in ["Watch", "Phone", "App"] {
            var samples: [HKSample] = []
            for _ in 0...generator.below(25) {
                let start = Double(generator.below(400)) * 30
                let end = generator.below(3) == 0 ? start : start + Double(generator.below(60)) * 30
                let value = Double(generator.below(4))
                for _ in 0...(generator.below(4) == 0 ? generator.below(3) : 0) {
                    samples.append(MadeSamples.steps(value, from: start, to: end))
                    stored.append((name, start, end, value))
                }
            }
            try store.database.save(samples, source: ProvenanceData(sourceName: name))
        }
        let ids = try store.database.sourceOrder(type: Self.steps).map(\.source.id).shuffled(using: &generator)
        try store.database.setSourceOrder(ids, type: Self.steps)
        for _ in 0..<6 {
            let from = Double(generator.below(12_000)) - 100.5
            let to = from + Double(generator.below(8000))
            try check(store, stored, from, to, "seed \(seed), from \(from) to \(to)")
        }
    }

    private func check(
        _ store: ScratchStore, _ stored: [(name: String, start: Double, end: Double, value: Double)], _ from: Double,
        _ to: Double, _ comment: String
    ) throws {
        let (first, last) = (MadeSamples.date(from), MadeSamples.date(to))
        let explanation = try store.database.explanation(type: Self.steps, from: first, to: last)
        let total =
            try store.database.statistics(StatisticsRequest(type: Self.steps, from: first, to: last)).first?.figures.sum
        #expect(abs(explanation.total - (total ?? 0)) < 1e-9, "\(comment)")
        let parts = explanation.stretches.reduce(0) { $0 + $1.amount }
        #expect(abs(parts - explanation.total) < 1e-9, "\(comment)")
        // The counted and omitted amounts of each source add up to all of its samples.
        var said: [String: Double] = [:]
        for stretch in explanation.stretches {
            said[stretch.source.name, default: 0] += stretch.amount
            for leftOut in stretch.leftOut { said[leftOut.source.name, default: 0] += leftOut.amount }
        }
        var expected: [String: Double] = [:]
        for sample in stored {
            if sample.end > sample.start {
                let share = max(0, min(sample.end, to) - max(sample.start, from)) / (sample.end - sample.start)
                expected[sample.name, default: 0] += sample.value * share
            } else if sample.start >= from, sample.start < to {
                expected[sample.name, default: 0] += sample.value
            }
        }
        for name in Set(said.keys).union(expected.keys) {
            #expect(abs((said[name] ?? 0) - (expected[name] ?? 0)) < 1e-9, "\(comment), \(name)")
        }
        let ranks = Dictionary(
            uniqueKeysWithValues: explanation.order.enumerated().map { ($1.source.name, $0) })
        var stretchEnd = first
        for stretch in explanation.stretches {
            #expect(stretch.from >= first && stretch.to <= last, "\(comment)")
            if stretch.from == stretch.to { continue }
            #expect(stretch.from >= stretchEnd, "stretches overlap; \(comment)")
            stretchEnd = stretch.to
            try checkCounts(of: stretch, stored, ranks, comment)
        }
        // There is at most one instant for a source and a date.
        let instants = explanation.stretches.filter { $0.from == $0.to }.map { "\($0.from) \($0.source.id)" }
        #expect(Set(instants).count == instants.count, "\(comment)")
    }

    /// Counts the samples of a stretch one by one.
    private func checkCounts(
        of stretch: StatisticsExplanation.Stretch,
        _ stored: [(name: String, start: Double, end: Double, value: Double)], _ ranks: [String: Int], _ comment: String
    ) throws {
        let from = stretch.from.timeIntervalSince(MadeSamples.newYear)
        let to = stretch.to.timeIntervalSince(MadeSamples.newYear)
        var (counted, left, repeated) = (0, 0, 0)
        var seen: Set<String> = []
        for sample in stored where sample.start < to && sample.end > from && sample.end > sample.start {
            if !seen.insert("\(sample)").inserted {
                repeated += 1
            } else if sample.name == stretch.source.name {
                counted += 1
            } else {
                left += 1
                #expect((ranks[sample.name] ?? -1) > (ranks[stretch.source.name] ?? 99), "\(comment)")
            }
        }
        // Instants that are covered by a higher-ranked source; an instant at the start of a stretch is part of it.
        left += stored.count {
            $0.start == $0.end && $0.start >= from && $0.start < to
                && (ranks[$0.name] ?? -1) > (ranks[stretch.source.name] ?? 99)
        }
        #expect(stretch.samples == counted, "\(comment)")
        let byReason = Dictionary(grouping: stretch.leftOut) { $0.reason == .reportedTwice }
        #expect((byReason[true] ?? []).reduce(0) { $0 + $1.samples } == repeated, "\(comment)")
        #expect((byReason[false] ?? []).reduce(0) { $0 + $1.samples } == left, "\(comment)")
    }
}
