// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthInsights

@Suite struct TheilSenTests {
    @Test func anExactLineHasItsSlope() throws {
        let line = try #require(TheilSen((0..<20).map { 3 + 0.5 * Double($0) }))
        #expect(abs(line.slope - 0.5) < 1e-12)
        #expect(abs(line.intercept - 3) < 1e-12)
        #expect(line.probability < 1e-6)
    }

    @Test func aQuarterOfExtremeValuesHardlyChangesTheSlope() throws {
        let values = (0..<40).map { $0 % 5 == 0 ? 1000 : Double($0) }
        #expect(abs(try #require(TheilSen(values)).slope - 1) < 0.2)
    }

    @Test func gapsDoNotChangeAnExactSlope() throws {
        let values = (0..<40).map { $0 % 3 == 0 ? nil : 2 * Double($0) }
        #expect(abs(try #require(TheilSen(values)).slope - 2) < 1e-12)
    }

    /// The Mann-Kendall statistic and its variance for the published example of ten values without ties.
    @Test func theProbabilityIsThatOfTheMannKendallTest() throws {
        // S = 21 of 10 values: z = 20 / sqrt(125).
        let values: [Double?] = [1, 3, 2, 5, 4, 9, 6, 8, 7, 0]
        var sign = 0
        for (index, later) in values.enumerated() {
            for earlier in values[..<index] { sign += (later ?? 0) > (earlier ?? 0) ? 1 : -1 }
        }
        let line = try #require(TheilSen(values))
        let score = (abs(Double(sign)) - 1) / 125.0.squareRoot()
        // Residuals of this order are not correlated, so nothing is added to the variance.
        #expect(line.probability >= erfc(score / 2.0.squareRoot()) - 1e-9)
    }

    @Test func intervalsContainTheSlopeInAboutNinetyFivePercent() {
        var contained = 0
        for seed in 0..<300 as Range<UInt64> {
            var noise = DailyNoise(seed: 400 + seed) { $0.correlation = 0 }
            let values = (0..<40).map { 0.1 * Double($0) + noise.normal() }
            if TheilSen(values)?.interval.contains(0.1) == true { contained += 1 }
        }
        #expect((276...300).contains(contained))
    }

    @Test func fewerThanFourValuesHaveNoLine() {
        #expect(TheilSen([1, 2, 3]) == nil)
        #expect(TheilSen([1, nil, nil, 2, 3]) == nil)
        #expect(TheilSen([5, 5, 5, 5])?.slope == 0)
        #expect(TheilSen([5, 5, 5, 5])?.probability == 1)
    }
}
