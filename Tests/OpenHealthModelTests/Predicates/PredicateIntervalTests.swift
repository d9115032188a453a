// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of all arrangements of a sample and an interval on a small grid, whose dates are equal, adjacent and apart.
@Suite struct PredicateIntervalTests {
    private static let grid = (0...4).map(Double.init)

    /// The conditions of HealthKit's documentation, one sentence for each option.
    private static func documented(
        _ start: Double, _ end: Double, from: Double, to: Double, startStrict: Bool, endStrict: Bool
    ) -> Bool {
        let overlaps = end >= from && start < to
        let startsWithin = start >= from && start < to
        let endsWithin = end >= from && end < to
        return switch (startStrict, endStrict) {
        case (false, false): overlaps
        case (true, false): startsWithin
        case (false, true): endsWithin
        case (true, true): startsWithin && endsWithin
        }
    }

    private static let arrangements: [(sample: (Double, Double), interval: (Double, Double))] = grid.flatMap { start in
        grid.filter { $0 >= start }.flatMap { end in
            (grid + [-.infinity]).flatMap { from in
                (grid + [.infinity]).map { to in ((start, end), (from, to)) }
            }
        }
    }

    @Test func everyArrangementMatchesTheDocumentedConditions() {
        for (sample, interval) in Self.arrangements {
            for startStrict in [false, true] {
                for endStrict in [false, true] {
                    let made = PredicateInterval(
                        from: interval.0, to: interval.1, isStartStrict: startStrict, isEndStrict: endStrict,
                        includesEndAtStart: true)
                    let expected = Self.documented(
                        sample.0, sample.1, from: interval.0, to: interval.1, startStrict: startStrict,
                        endStrict: endStrict)
                    #expect(made.holds(start: sample.0, end: sample.1) == expected, "\(sample) in \(made)")
                }
            }
        }
    }

    @Test func anOptionNeverAddsSamples() {
        for (sample, interval) in Self.arrangements {
            func holds(_ startStrict: Bool, _ endStrict: Bool) -> Bool {
                PredicateInterval(
                    from: interval.0, to: interval.1, isStartStrict: startStrict, isEndStrict: endStrict,
                    includesEndAtStart: true
                ).holds(start: sample.0, end: sample.1)
            }
            let (plain, start, end, both) = (
                holds(false, false), holds(true, false), holds(false, true), holds(true, true)
            )
            #expect((plain || !start) && (plain || !end), "\(sample) in \(interval)")
            #expect(both == (start && end), "\(sample) in \(interval)")
        }
    }

    /// The interval of the server's requests: consecutive intervals share only samples that cross their edge.
    @Test func anIntervalWithoutHealthKitsRuleLeavesOutSamplesThatEndAtItsStart() {
        for (sample, interval) in Self.arrangements {
            let made = PredicateInterval(from: interval.0, to: interval.1)
            let expected = sample.0 < interval.1 && (sample.1 > interval.0 || sample.0 >= interval.0)
            #expect(made.holds(start: sample.0, end: sample.1) == expected, "\(sample) in \(made)")
        }
    }

    @Test func theRuleBelongsToIntervalsWithoutStrictOptions() {
        let strict = PredicateInterval(from: 1, to: 2, isStartStrict: true, includesEndAtStart: true)
        #expect(strict == PredicateInterval(from: 1, to: 2, isStartStrict: true))
        let open = PredicateInterval(from: -.infinity, to: 2, includesEndAtStart: true)
        #expect(open == PredicateInterval(from: -.infinity, to: 2))
        #expect(PredicateInterval(from: 1, to: 2, includesEndAtStart: true) != PredicateInterval(from: 1, to: 2))
    }
}
