// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import Testing

@testable import OpenHealthWarehouse

/// Tests of the information that two results disclose about a participant who is only in one of them.
@Suite struct FigureRoundingTests {
    @Test(arguments: [
        (1.0, 1.0), (1.01, 2), (2, 2), (2.1, 5), (5.5, 10), (99, 100), (100, 100), (0.07, 0.1), (0.001, 0.001),
        (1e9, 1e9),
        (3e-12, 5e-12),
    ])
    func `a step is 1, 2 or 5 times a power of ten`(size: Double, value: Double) throws {
        let step = try #require(FigureRounding.Step(atLeast: size))
        #expect(abs(step.value - value) <= 1e-12 * value)
    }

    @Test(arguments: [0, -1, .infinity, .nan]) func `some sizes have no step`(size: Double) {
        #expect(FigureRounding.Step(atLeast: size) == nil)
    }

    @Test func `rounded numbers have no digits beyond the step`() throws {
        let step = try #require(FigureRounding.Step(atLeast: 0.01))
        #expect(step.rounded(0.0749) == 0.07)
        #expect(step.rounded(-0.001) == 0 && step.rounded(-0.001).sign == .plus)
        #expect(try #require(FigureRounding.Step(atLeast: 300)).rounded(12_345) == 12_500)
    }

    /// Subtracts the means times the numbers of participants of two queries, one of them without a participant. The difference
    /// must be at least as far from the participant's figure as the mean of the group.
    @Test func `a difference does not disclose a figure`() throws {
        var generator = SeededGenerator(seed: 22)
        var (guesses, totals, blind) = (0.0, 0.0, 0.0)
        for _ in 0..<4000 {
            let count = 6 + generator.below(60)
            let figures = (0..<count).map { _ in Double(20_000 + generator.below(100_000)) }
            let rest = Array(figures.dropLast())
            func told(_ figures: [Double]) throws -> (mean: Double, total: Double) {
                let (smallest, largest) = (try #require(figures.min()), try #require(figures.max()))
                let rounding = FigureRounding(
                    .standard, participants: figures.count, smallest: smallest, largest: largest)
                let total = figures.reduce(0, +)
                return (rounding.rounded(total / Double(figures.count)), rounding.roundedTotal(total))
            }
            let (before, after) = (try told(figures), try told(rest))
            let guess = before.mean * Double(count) - after.mean * Double(count - 1)
            guesses += abs(guess - figures[count - 1])
            // The best guess from the group alone is its mean.
            blind += abs(after.mean - figures[count - 1])
            totals += abs(before.total - after.total - figures[count - 1])
        }
        #expect(guesses > blind, "the difference of two means is a better guess than the mean")
        #expect(totals > blind, "the difference of two totals is a better guess than the mean")
    }

    @Test func `a rule that hides nothing rounds nothing`() throws {
        let rounding = FigureRounding(try SmallGroups(minimum: 1), participants: 9, smallest: 1, largest: 1e6)
        #expect(rounding.rounded(12.345) == 12.345)
        #expect(rounding.roundedTotal(12.345) == 12.345)
    }
}
