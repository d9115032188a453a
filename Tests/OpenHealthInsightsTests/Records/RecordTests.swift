// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthTestBasics
import Testing

@Suite struct RecordTests {
    @Test func theRecordIsTheFirstDayWithTheHighestValue() throws {
        var values = (0..<40).map { Double($0 % 10) }
        values[15] = 50
        values[30] = 50
        let record = try #require(DayRecord(of: DailySeries(firstDay: 100, values: values)))
        #expect((record.day, record.value, record.previous, record.count) == (115, 50, 9, 40))
        #expect(DayRecord(of: DailySeries(firstDay: 0, values: (0..<29).map(Double.init))) == nil)
        #expect(DayRecord(of: DailySeries(firstDay: 0, values: [Double?](repeating: 3, count: 50))) == nil)
    }

    @Test func streaksAreThoseOfTheDefinition() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let series = DailySeries(
                firstDay: 10,
                values: (0..<(1 + random.below(40))).map { _ in random.below(6) == 0 ? nil : Double(random.below(10)) })
            let reached = series.days.map { (series[$0] ?? -1) >= 3 }
            var longest = 0
            for first in reached.indices {
                for last in first..<reached.count where reached[first...last].allSatisfy(\.self) {
                    longest = max(longest, last - first + 1)
                }
            }
            let found = Streak.find(in: series, goal: 3)
            #expect(found.longest?.days.count ?? 0 == longest)
            let current = reached.reversed().prefix(while: \.self).count
            #expect(found.current?.days.count ?? 0 == current)
            if let days = found.current?.days { #expect(days.upperBound == series.days.upperBound) }
        }
    }

    @Test func aDayThatIsNotOverDoesNotEndAStreak() {
        let series = DailySeries(firstDay: 0, values: [9, 9, 9, 2])
        #expect(Streak.find(in: series, goal: 5, openDay: 3).current?.days == 0..<3)
        #expect(Streak.find(in: series, goal: 5).current == nil)
        #expect(Streak.find(in: series, goal: 1, openDay: 3).current?.days == 0..<4)
    }
}
