// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import Testing

/// Tests that figures of any size have insights or none.
@Suite struct ExtremeSeriesTests {
    private static let numbers: [Double] = [
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e100, -1e100, .leastNonzeroMagnitude, 0, 1, 0x1p63,
        -0x1p63,
        .infinity, .nan,
    ]

    private func series(_ number: (Int) -> Double?) -> DailySeries {
        DailySeries(firstDay: 0, values: (0..<210).map(number))
    }

    @Test func numbersOfAnySizeHaveFiniteInsights() throws {
        var all: [DailySeries] = []
        for first in Self.numbers {
            for second in Self.numbers {
                all.append(series { $0.isMultiple(of: 2) ? first : second })
                all.append(series { $0 < 105 ? first : second })
                all.append(series { $0.isMultiple(of: 7) ? nil : $0 % 3 == 0 ? first : second + Double($0) })
            }
        }
        for series in all {
            for day in [30, 61, 209] {
                for scale in [PersonalBaseline.Scale.linear, .logarithmic] {
                    if let baseline = PersonalBaseline(of: series, for: day, scale: scale) {
                        #expect(!baseline.median.isNaN)
                    }
                }
                _ = SustainedChange(in: series, before: day)
                _ = PeriodComparison(of: series, before: day, length: 30)
            }
            if let line = TheilSen(Array(series.values.suffix(50))) { #expect(!line.slope.isNaN) }
            _ = DayRecord(of: series)
        }
        for (index, series) in all.enumerated() {
            for other in all[max(0, index - 5)...index] {
                for lag in [-1, 0, 1] {
                    if let found = DailyCorrelation(series, other, lag: lag) { #expect(!found.coefficient.isNaN) }
                }
            }
        }
    }
}
