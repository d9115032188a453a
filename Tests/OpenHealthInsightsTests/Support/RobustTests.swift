// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestBasics
import Testing

@testable import OpenHealthInsights

@Suite struct RobustTests {
    @Test func ranksAreThoseOfTheDefinition() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
            let values = (0..<random.below(30)).map { _ in Double(random.below(8)) }
            let slow = values.map { value in
                Double(values.count { $0 < value }) + Double(values.count { $0 == value } + 1) / 2
            }
            #expect(Robust.ranks(values) == slow)
        }
    }

    @Test func quantilesOfTheNormalDistributionInvertItsProbabilities() {
        for share in [1e-9, 1e-4, 0.01, 0.3, 0.5, 0.8, 0.975, 1 - 1e-6] {
            #expect(abs(Normal.probability(upTo: Normal.quantile(share)) - share) < 1e-12)
        }
        #expect(abs(Normal.quantile(0.975) - Normal.z975) < 1e-12)
        #expect(Normal.quantile(0) == -.infinity)
    }

    @Test func quantilesOfStudentsDistributionAreThoseOfTables() {
        let table = [(2.0, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
        for (freedom, value) in table {
            #expect(abs(StudentT.quantile975(freedom: freedom) / value - 1) < 0.05)
        }
    }

    @Test func medianAndDeviationAreThoseOfTheMiddle() {
        #expect(Robust.median([3, 1, 2]) == 2)
        #expect(Robust.median([4, 1, 2, 3]) == 2.5)
        #expect(Robust.median([]) == nil)
        #expect(Robust.deviation([1, 1, 1, 1000]) == 0)
        #expect(Robust.quantile([1, 2, 3, 4, 5], 0.25) == 2)
    }

    @Test func theVarianceFactorIsThatOfAllPairs() {
        for count in 1...20 {
            for correlation in [0, 0.3, 0.8] {
                var sum = 0.0
                for first in 0..<count {
                    for second in 0..<count {
                        sum += first == second ? 1 : pow(correlation, Double(abs(first - second)))
                    }
                }
                let factor = Autocorrelation.varianceFactor(count: count, correlation: correlation)
                #expect(abs(factor - sum / Double(count)) < 1e-4)
            }
        }
    }

    @Test func weekdaysAreThoseOfTheCalendar() {
        // 1970-01-01 was a Thursday, 2026-11-23 a Monday.
        #expect(DailySeries.weekday(of: 0) == 3)
        #expect(DailySeries.weekday(of: 20_780) == 0)
        #expect(DailySeries.weekday(of: -1) == 2)
        #expect(DailySeries.weekday(of: -4) == 6)
    }

    @Test func partsOfASeriesAreItsDays() {
        let series = DailySeries(firstDay: 10, values: [1, nil, 3, .nan])
        #expect(series.part(0..<100) == series)
        #expect(series.part(11..<13).values == [nil, 3])
        #expect(series.part(20..<30).values.isEmpty)
        #expect(series[12] == 3 && series[13] == nil && series[9] == nil)
        #expect(series.lastKnownDay == 12)
    }
}
