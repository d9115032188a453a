// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthTestBasics
import Testing

@Suite struct CycleTests {
    @Test func bleedingWithOneDayBetweenIsOnePeriod() {
        let cycles = MenstrualCycles(bleedingDays: [102, 100, 101, 104, 128, 129, 130, 129])
        #expect(cycles.periods == [.init(firstDay: 100, lastDay: 104), .init(firstDay: 128, lastDay: 130)])
        #expect(cycles.lengths == [28])
        #expect(cycles.periods.map(\.length) == [5, 3])
        #expect(cycles.forecast == nil)
    }

    @Test func bleedingWithinTenDaysBeginsNoCycle() {
        let cycles = MenstrualCycles(bleedingDays: [100, 101, 106, 128])
        #expect(cycles.periods == [.init(firstDay: 100, lastDay: 101), .init(firstDay: 128, lastDay: 128)])
    }

    @Test func longCyclesHaveNoLength() {
        let cycles = MenstrualCycles(bleedingDays: [0, 28, 200, 229])
        #expect(cycles.lengths == [28, nil, 29])
    }

    @Test func nothingHasNoPeriods() {
        #expect(MenstrualCycles(bleedingDays: []).periods.isEmpty)
        #expect(MenstrualCycles(bleedingDays: []).forecast == nil)
        #expect(CycleForecast(lengths: [28, 28, 28], lastStart: 0) == nil)
    }

    @Test func regularCyclesHaveANarrowRange() throws {
        let forecast = try #require(CycleForecast(lengths: Array(repeating: 28, count: 12), lastStart: 1000))
        #expect(forecast.earliest == 1027 && forecast.latest == 1029)
        #expect(forecast.cycles == 12 && forecast.length == 28)
        let few = try #require(CycleForecast(lengths: [26, 30, 27, 31], lastStart: 1000))
        #expect(few.latest - few.earliest >= 8)
    }

    /// Of made cycles, about eight of ten begin within the range: of even and skewed lengths, with few and many cycles before.
    @Test(arguments: [1.0, 2, 3, 5], [4, 6, 12, 30])
    func aboutEightOfTenPeriodsBeginWithinTheRange(deviation: Double, before: Int) {
        for isSkewed in [false, true] {
            var random = SeededGenerator(seed: 0xC1C1E + UInt64(before) * 100 + UInt64(deviation))
            var (hits, forecasts) = (0, 0)
            let rounds = 2000
            for _ in 0..<rounds {
                let mean = random.number(25, 33)
                func length() -> Int {
                    let sum = (0..<12).reduce(-6.0) { total, _ in total + random.number(0, 1) }
                    // Skewed lengths have the same mean and deviation, and a long tail.
                    let tail = (0..<3).reduce(0.0) { total, _ in
                        let first = random.number(-1, 1)
                        return total + first * first
                    }
                    let value = isSkewed ? (tail - 1) / 0.516 : sum
                    return Int((mean + deviation * value).rounded())
                }
                var lengths = (0..<before).map { _ in length() }
                let next = length()
                lengths.removeAll { !MenstrualCycles.lengthRange.contains($0) }
                // Lengths outside the range leave too few for a forecast.
                guard let forecast = CycleForecast(lengths: lengths, lastStart: 0) else { continue }
                forecasts += 1
                if (forecast.earliest...forecast.latest).contains(next) { hits += 1 }
            }
            #expect(forecasts > rounds / 2)
            let share = Double(hits) / Double(forecasts)
            // Whole days and a deviation of at least a day make the range of regular cycles wider.
            #expect(share >= 0.77, "\(share) of \(deviation), \(before), \(isSkewed)")
            #expect(share <= (deviation <= 1 ? 0.98 : 0.92), "\(share) of \(deviation), \(before), \(isSkewed)")
        }
    }
}
