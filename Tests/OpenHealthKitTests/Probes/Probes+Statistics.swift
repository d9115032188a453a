// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    private func statistics(
        _ type: HKQuantityType, _ options: HKStatisticsOptions, _ predicate: NSPredicate? = nil
    ) async throws -> HKStatistics {
        try #require(
            try await HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: type, predicate: predicate), options: options
            ).result(for: app))
    }

    /// Returns the sums of hours of the steps.
    private func hours(_ predicate: NSPredicate? = nil) async throws -> HKStatisticsCollection {
        var hour = Self.days()
        (hour.day, hour.hour) = (nil, 1)
        return try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum,
            anchorDate: Self.day, intervalComponents: hour
        ).result(for: app)
    }

    private func sum(_ statistics: HKStatistics?) -> Double? {
        statistics?.sumQuantity()?.doubleValue(for: .count())
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatistics
    @Test func valuesThatWereNotRequestedAreMissing() async throws {
        try grant(pulse)
        try world.add([pulse(0, 60), pulse(1, 80)])
        let found = try await statistics(pulse, .discreteMax)
        #expect(found.maximumQuantity()?.doubleValue(for: Self.perMinute) == 80)
        #expect(found.minimumQuantity() == nil && found.averageQuantity() == nil && found.sumQuantity() == nil)
        #expect(found.mostRecentQuantity() == nil && found.duration() == nil && found.sources == nil)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticsoptions
    @Test func sourcesAreSeparateOnRequest() async throws {
        try grant(steps)
        try world.add(steps(0, 10, 100), from: "org.example.watch")
        try world.add(steps(20, 30, 50), from: "org.example.phone")
        let found = try await statistics(steps, [.cumulativeSum, .separateBySource])
        let sources = try #require(found.sources)
        let sums = sources.map { found.sumQuantity(for: $0)?.doubleValue(for: .count()) }
        #expect(Set(sources.map(\.bundleIdentifier)) == ["org.example.watch", "org.example.phone"])
        #expect(Set(sums) == [100, 50] && sum(found) == 150)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatistics
    @Test func sourcesAreMergedByDefault() async throws {
        try grant(steps)
        try world.add(steps(0, 10, 100), from: "org.example.watch")
        try world.add(steps(0, 10, 100), from: "org.example.phone")
        #expect(sum(try await statistics(steps, .cumulativeSum)) == 100)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkerror/code/errornodata
    @Test func statisticsWithoutSamplesAreAnError() async throws {
        try grant(steps)
        await expect(.errorNoData) { try await statistics(steps, .cumulativeSum) }
    }

    /// Source: HKStatistics.h of the iOS 27 SDK, HKStatisticsOptions
    @Test func aCumulativeOptionOfADiscreteTypeIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil, options: .cumulativeSum
            ) { _, _, _ in }
        }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatistics/startdate
    @Test func statisticsExtendOverTheMatchingSamples() async throws {
        try grant(steps)
        try world.add([steps(10, 11), steps(20, 40), steps(30, 31), steps(600, 601)])
        let range = HKQuery.predicateForSamples(withStart: Self.day, end: Self.day + 3600)
        let found = try await statistics(steps, .cumulativeSum, range)
        #expect(found.startDate == Self.day + 600 && found.endDate == Self.day + 2400)
    }

    /// Source: HKStatistics.h of the iOS 27 SDK, mostRecentQuantity and mostRecentQuantityDateInterval
    @Test func theMostRecentValueHasItsInterval() async throws {
        try grant(pulse)
        try world.add([pulse(5, 80), pulse(9, 70), pulse(1, 90)])
        let found = try await statistics(pulse, .mostRecent)
        #expect(found.mostRecentQuantity()?.doubleValue(for: Self.perMinute) == 70)
        #expect(found.mostRecentQuantityDateInterval() == DateInterval(start: Self.day + 540, duration: 0))
    }

    /// Source: HKStatistics.h of the iOS 27 SDK, duration
    @Test func theDurationIsTheTimeThatSamplesCover() async throws {
        try grant(steps)
        try world.add([steps(0, 10), steps(20, 25)])
        #expect(try await statistics(steps, .duration).duration()?.doubleValue(for: .minute()) == 15)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantityaggregationstyle/discretearithmetic
    @Test func anArithmeticAverageCountsEachSampleOnce() async throws {
        let mass = HKQuantityType(.bodyMass)
        try grant(mass)
        let kilogram = HKUnit.gramUnit(with: .kilo)
        for (minute, kilograms) in [(0.0, 70.0), (1, 70), (1000, 76)] {
            let date = Self.day + minute * 60
            try world.add(
                HKQuantitySample.fixture(.bodyMass, kilograms, unit: kilogram, start: date, end: date))
        }
        let average = try await statistics(mass, .discreteAverage).averageQuantity()?.doubleValue(for: kilogram)
        #expect(((average ?? 0) - 72).magnitude < 1e-9)
    }

    // MARK: Collections

    /// Source: https://github.com/tryVital/vital-ios/pull/34
    @Test func aSampleAcrossABoundaryIsDividedByTime() async throws {
        try grant(steps)
        try world.add(steps(57, 62, 100))
        #expect(try await hours().statistics().map { sum($0)?.rounded() } == [60, 40])
    }

    /// Source: https://github.com/tryVital/vital-ios/pull/34
    @Test func aSampleAcrossTheStartAddsAnInterval() async throws {
        try grant(steps)
        try world.add([steps(57, 62, 100), steps(70, 80, 7)])
        let range = HKQuery.predicateForSamples(withStart: Self.day + 3600, end: Self.day + 7200)
        let found = try await hours(range).statistics()
        #expect(found.map { sum($0)?.rounded() } == [60, 47])
        #expect(found.first?.startDate == Self.day)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollection/statistics()
    @Test func onlyIntervalsWithSamplesAreListed() async throws {
        try grant(steps)
        try world.add([steps(0, 10, 1), steps(180, 190, 2)])
        #expect(try await hours().statistics().map(\.startDate) == [Self.day, Self.day + 3 * 3600])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollection/enumeratestatistics(from:to:with:)
    @Test func intervalsWithoutSamplesAreEnumerated() async throws {
        try grant(steps)
        try world.add([steps(0, 10, 1), steps(180, 190, 2)])
        var sums: [Double?] = []
        try await hours().enumerateStatistics(from: Self.day, to: Self.day + 3 * 3600) { statistics, _ in
            sums.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(sums == [1, nil, nil, 2])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollection/enumeratestatistics(from:to:with:)
    @Test func anEnumerationCanBeStopped() async throws {
        try grant(steps)
        try world.add([steps(0, 10, 1), steps(180, 190, 2)])
        var count = 0
        try await hours().enumerateStatistics(from: Self.day, to: Self.day + 3 * 3600) { _, stop in
            count += 1
            stop.pointee = true
        }
        #expect(count == 1)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollection/statistics(for:)
    @Test func aDateFindsItsInterval() async throws {
        try grant(steps)
        try world.add([steps(0, 10, 1), steps(180, 190, 2)])
        let collection = try await hours()
        #expect(sum(collection.statistics(for: Self.day + 3 * 3600 + 1800)) == 2)
        let empty = try #require(collection.statistics(for: Self.day + 3600))
        #expect(empty.sumQuantity() == nil && empty.endDate == Self.day + 7200)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollectionquery/anchordate
    @Test func intervalsExtendFromTheAnchorInBothDirections() async throws {
        try grant(steps)
        try world.add([steps(0, 1, 1), steps(26 * 60, 26 * 60 + 1, 2)])
        let anchor = Self.day + 7 * 86_400 + 2 * 3600
        let found = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: anchor,
            intervalComponents: Self.days()
        ).result(for: app).statistics()
        #expect(found.map(\.startDate) == [Self.day - 22 * 3600, Self.day + 26 * 3600])
    }
}
