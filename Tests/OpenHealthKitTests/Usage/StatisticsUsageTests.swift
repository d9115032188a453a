// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct StatisticsUsageTests {
    static let symbols = [
        "HKStatisticsQuery.init(quantityType:quantitySamplePredicate:options:){}",
        "HKStatisticsCollectionQuery.init(quantityType:quantitySamplePredicate:options:anchorDate:intervalComponents:)",
        "HKStatisticsCollectionQuery.initialResultsHandler", "HKStatisticsCollectionQuery.statisticsUpdateHandler",
        "HKStatisticsCollection.enumerateStatistics(from:to:){}",
        "HKStatistics.sumQuantity()", "HKStatistics.averageQuantity()", "HKStatistics.mostRecentQuantity()",
        "HKStatistics.maximumQuantity()", "HKStatistics.minimumQuantity()",
        "HKStatistics.mostRecentQuantityDateInterval()", "HKStatistics.sumQuantity", "HKStatistics.averageQuantity",
        "HKStatistics.maximumQuantity", "HKStatistics.minimumQuantity", "HKStatistics.mostRecentQuantity",
        "HKStatistics.mostRecentQuantityDateInterval", "HKStatistics.mostRecentQuantityDateInterval(for:){}",
    ]

    private let steps = HKQuantityType(.stepCount)
    private let mass = HKQuantityType(.bodyMass)

    @Test func statisticsReturnTheRequestedFigures() async throws {
        let test = try UsageWorld(share: [mass, steps])
        try await test.store.save(
            (1...3).map { .fixture(.bodyMass, 70 + Double($0), start: test.now + Double($0)) } as [HKQuantitySample])
        let results = QueryRecorder<HKStatistics>()
        let query = HKStatisticsQuery(
            quantityType: mass, quantitySamplePredicate: nil,
            options: [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .separateBySource]
        ) { _, statistics, error in
            results.handler()(0, statistics, error)
        }
        test.store.execute(query)
        let statistics = try await results.next()
        let kilograms = HKUnit.gramUnit(with: .kilo)
        #expect(statistics.averageQuantity()?.doubleValue(for: kilograms) == 72)
        #expect(statistics.minimumQuantity()?.doubleValue(for: kilograms) == 71)
        #expect(statistics.maximumQuantity()?.doubleValue(for: kilograms) == 73)
        #expect(statistics.mostRecentQuantity()?.doubleValue(for: kilograms) == 73)
        #expect(statistics.mostRecentQuantityDateInterval()?.start == test.now + 3)
        #expect(statistics.sumQuantity() == nil)
        let all: [() -> HKQuantity?] = [
            statistics.averageQuantity, statistics.minimumQuantity, statistics.maximumQuantity,
            statistics.mostRecentQuantity, statistics.sumQuantity,
        ]
        #expect(all.map { $0() == nil } == [false, false, false, false, true])
        let interval: () -> DateInterval? = statistics.mostRecentQuantityDateInterval
        let source = try #require(statistics.sources?.first)
        if let own = statistics.mostRecentQuantityDateInterval(for: source) {
            #expect(own == interval())
        }

        let none = HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) {
            _, statistics, error in
            results.handler()(0, statistics, error)
        }
        test.store.execute(none)
        await #expect { try await results.next() } throws: { ($0 as? HKError)?.code == .errorNoData }
    }

    @Test func collectionsHaveTheStatisticsOfEachDay() async throws {
        let test = try UsageWorld(share: [steps])
        let noon = try #require(Calendar.current.date(bySettingHour: 12, minute: 0, second: 0, of: test.now))
        let day = Calendar.current.startOfDay(for: noon)
        let before = try #require(Calendar.current.date(byAdding: .day, value: -2, to: day))
        try await test.store.save([
            HKQuantitySample.fixture(.stepCount, 1_000, start: noon, end: noon),
            HKQuantitySample.fixture(.stepCount, 500, start: before + 3_600, end: before + 3_600),
        ])
        let query = HKStatisticsCollectionQuery(
            quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: day,
            intervalComponents: DateComponents(day: 1))
        let sums = QueryRecorder<[Double]>()
        query.initialResultsHandler = { _, collection, error in
            guard let collection else { return sums.record(.failure(error ?? HKError(.errorNoData))) }
            var days: [Double] = []
            collection.enumerateStatistics(from: before, to: noon) { statistics, _ in
                days.append(statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0)
            }
            sums.record(days)
        }
        query.statisticsUpdateHandler = { _, _, collection, error in
            let today = collection?.statistics(for: noon)?.sumQuantity()?.doubleValue(for: .count())
            sums.record(error.map(Result.failure) ?? .success([today ?? 0]))
        }
        test.store.execute(query)
        #expect(try await sums.next() == [500, 0, 1_000])
        try await test.store.save(HKQuantitySample.fixture(.stepCount, 11, start: noon + 60, end: noon + 60))
        #expect(try await sums.next() == [1_011])
        test.store.stop(query)
    }
}
