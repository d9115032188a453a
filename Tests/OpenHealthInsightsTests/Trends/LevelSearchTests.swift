// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthInsights

@Suite struct LevelSearchTests {
    /// The search by the definition of Student's t, without sums that are kept.
    private static func slow(_ values: [Double?], correlation: Double) -> (week: Int, deviate: Double)? {
        let places = values.indices.filter { values[$0] != nil }
        let scores = Robust.normalScores(values.compactMap(\.self))
        var best: (week: Int, deviate: Double)?
        for split in 6..<max(scores.count - 2, 6) where values.count - places[split] <= 26 {
            let parts = [Array(scores[..<split]), Array(scores[split...])]
            let means = parts.map { $0.reduce(0, +) / Double($0.count) }
            let squares = zip(parts, means).map { part, mean in part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } }
            let variance = max((squares[0] + squares[1]) / Double(scores.count - 2), 1e-3)
            let errors = parts.map { part in
                // The variance of the mean, as the sum over all pairs.
                var sum = 0.0
                for first in part.indices {
                    for second in part.indices { sum += pow(correlation, Double(abs(first - second))) }
                }
                return variance * sum / Double(part.count * part.count)
            }
            let value = (means[1] - means[0]) / (errors[0] + errors[1]).squareRoot()
            let deviate = Normal.deviate(ofT: value, freedom: Double(scores.count - 2))
            if abs(deviate) > abs(best?.deviate ?? 0) { best = (places[split], deviate) }
        }
        return best
    }

    @Test func findsWhatTheDefinitionFinds() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let count = 9 + random.below(44)
            let values = (0..<count).map { _ in random.below(5) == 0 ? nil : random.number(0, 10).rounded(.down) }
            let search = LevelSearch(values)
            guard values.count(where: { $0 != nil }) >= 9, let search else { continue }
            let slow = try #require(Self.slow(values, correlation: search.correlation))
            #expect(abs(abs(slow.deviate) - abs(search.deviate)) < 1e-4)
        }
    }

    @Test func ofFewerThanNineWeeksThereIsNoChange() {
        #expect(LevelSearch([1, 2, 3, 4, 5, 6, 7, 8]) == nil)
        #expect(LevelSearch([1, 2, 3, 4, 5, 6, 7, 8, 9]) != nil)
        #expect(LevelSearch([]) == nil)
    }

    @Test func oneExtremeWeekCountsNoMoreThanTheHighest() throws {
        let usual = (0..<30).map { Double($0 * 7 % 11) }
        let values: [Double?] = usual + [20]
        let extreme: [Double?] = usual + [1e9]
        #expect(try #require(LevelSearch(values)).deviate == #require(LevelSearch(extreme)).deviate)
    }
}
