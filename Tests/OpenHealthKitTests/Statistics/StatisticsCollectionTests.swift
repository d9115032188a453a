// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct StatisticsCollectionTests {
    private let fixture: StatisticsFixture

    init() throws {
        fixture = try StatisticsFixture()
    }

    private func collection(
        _ identifier: HKQuantityTypeIdentifier, _ options: HKStatisticsOptions, predicate: NSPredicate? = nil,
        interval: DateComponents = StatisticsFixture.days()
    ) async throws -> HKStatisticsCollection {
        try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(identifier), predicate: predicate), options: options,
            anchorDate: StatisticsFixture.start, intervalComponents: interval
        ).result(for: fixture.store)
    }

    @Test func everyQuantityTypeHasTheStoresStatistics() async throws {
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKQuantityType }
        #expect(types.count > 100)
        try await fixture.store.requestAuthorization(toShare: [], read: Set(types))
        var random = SeededGenerator(seed: 7, stream: 0, index: 0)
        for type in types {
            let samples = (0..<20).map { _ in
                let from = Double(random.below(200))
                return StatisticsFixture.sample(
                    HKQuantityTypeIdentifier(rawValue: type.identifier), Double(1 + random.below(50)), from: from,
                    to: from + Double(random.below(3)) / 2,
                    metadata: type == HKQuantityType(.insulinDelivery)
                        ? [HKMetadataKeyInsulinDeliveryReason: HKInsulinDeliveryReason.basal.rawValue] : nil)
            }
            try fixture.database.save(Array(samples.prefix(10)), source: StatisticsFixture.source("Watch"))
            try fixture.database.save(Array(samples.dropFirst(10)), source: StatisticsFixture.source("Phone"))
            let isCumulative = type.aggregationStyle == .cumulative
            let options: HKStatisticsOptions = [
                isCumulative ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax], .mostRecent, .duration,
                .separateBySource,
            ]
            let found = try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: type), options: options, anchorDate: StatisticsFixture.start,
                intervalComponents: StatisticsFixture.days()
            ).result(for: fixture.store).statistics()
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let rows = try fixture.database.statistics(
                StatisticsRequest(
                    type: type.identifier,
                    buckets: try CivilBuckets(
                        anchor: StatisticsFixture.start, interval: DateComponents(day: 1), calendar: calendar),
                    separateBySource: true))
            #expect(found.map(\.startDate) == rows.map(\.start), "\(type)")
            for (statistics, row) in zip(found, rows) {
                let unit = type.canonicalUnit
                #expect(statistics.endDate == row.end)
                #expect(statistics.sumQuantity()?.doubleValue(for: unit) == (isCumulative ? row.figures.sum : nil))
                #expect(statistics.averageQuantity()?.doubleValue(for: unit) == row.figures.average)
                #expect(statistics.minimumQuantity()?.doubleValue(for: unit) == row.figures.minimum)
                #expect(statistics.maximumQuantity()?.doubleValue(for: unit) == row.figures.maximum)
                #expect(statistics.mostRecentQuantity()?.doubleValue(for: unit) == row.figures.mostRecent.value)
                #expect(statistics.duration()?.doubleValue(for: .second()) == row.figures.duration)
                #expect(statistics.sources?.map(\.name) == row.sources?.map(\.source.name))
                for own in row.sources ?? [] {
                    let source = try #require(statistics.sources?.first { $0.name == own.source.name })
                    #expect(statistics.sumQuantity(for: source)?.doubleValue(for: unit) == own.figures.sum)
                    #expect(statistics.averageQuantity(for: source)?.doubleValue(for: unit) == own.figures.average)
                }
            }
        }
    }

    @Test func unrequestedFiguresAreNil() async throws {
        try await fixture.allow(HKQuantityType(.heartRate))
        try fixture.database.save(
            [StatisticsFixture.sample(.heartRate, 1, from: 1, to: 1)], source: StatisticsFixture.source("Watch"))
        let all = try await collection(.heartRate, .discreteMin).statistics()
        let statistics = try #require(all.first)
        #expect(statistics.minimumQuantity() != nil)
        #expect(statistics.maximumQuantity() == nil && statistics.averageQuantity() == nil)
        #expect(statistics.mostRecentQuantity() == nil && statistics.duration() == nil && statistics.sources == nil)
    }

    @Test func emptyIntervalsAreEnumerated() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        try fixture.database.save(
            [
                StatisticsFixture.sample(.stepCount, 10, from: 1, to: 2),
                StatisticsFixture.sample(.stepCount, 20, from: 73, to: 74),
            ], source: StatisticsFixture.source("Phone"))
        let collection = try await collection(.stepCount, .cumulativeSum)
        #expect(collection.statistics().count == 2)
        var sums: [Double?] = []
        collection.enumerateStatistics(
            from: StatisticsFixture.start - 86_400, to: StatisticsFixture.start + 4 * 86_400
        ) { statistics, _ in
            sums.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(sums == [nil, 10, nil, nil, 20, nil])
        var visited = 0
        collection.enumerateStatistics(from: .distantPast, to: .distantFuture) { _, stop in
            visited += 1
            stop.pointee = true
        }
        #expect(visited == 1)
        #expect(collection.statistics(for: StatisticsFixture.start + 86_400)?.sumQuantity() == nil)
        #expect(collection.statistics(for: StatisticsFixture.start + 86_400) != nil)
        #expect(collection.statistics(for: StatisticsFixture.start + 5 * 86_400) == nil)
        let last = collection.statistics(for: StatisticsFixture.start + 4 * 86_400 - 1)
        #expect(last?.sumQuantity()?.doubleValue(for: .count()) == 20)
        #expect(collection.sources().isEmpty)
    }

    @Test func daysHave23And25Hours() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        let days = StatisticsFixture.days("Europe/Berlin")
        let calendar = try #require(days.calendar)
        let from = try #require(calendar.date(from: DateComponents(year: 2024, month: 3, day: 30)))
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 10, from: 24 * 90, to: 24 * 91)],
            source: StatisticsFixture.source("Phone"))
        let collection = try await collection(.stepCount, .cumulativeSum, interval: days)
        var hours: [Double] = []
        collection.enumerateStatistics(from: from, to: from + 3 * 86_400) { statistics, _ in
            hours.append(statistics.endDate.timeIntervalSince(statistics.startDate) / 3600)
        }
        // The days begin at 01:00 local time, like the anchor.
        #expect(hours == [24, 24, 23, 24, 24])
    }

    @Test func aSampleAcrossTheBoundaryAddsAnIntervalOutsideTheRange() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 100, from: 23, to: 25)], source: StatisticsFixture.source("Phone"))
        let range = HKQuery.predicateForSamples(
            withStart: StatisticsFixture.start + 86_400, end: StatisticsFixture.start + 2 * 86_400)
        let found = try await collection(.stepCount, .cumulativeSum, predicate: range).statistics()
        #expect(found.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [50, 50])
        #expect(found.first?.startDate == StatisticsFixture.start)
        let strict = HKQuery.predicateForSamples(
            withStart: StatisticsFixture.start + 86_400, end: StatisticsFixture.start + 2 * 86_400,
            options: .strictStartDate)
        #expect(try await collection(.stepCount, .cumulativeSum, predicate: strict).statistics().isEmpty)
    }

    @Test func predicatesExcludeSamples() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        try fixture.database.save(
            [
                StatisticsFixture.sample(.stepCount, 10, from: 1, to: 2),
                StatisticsFixture.sample(
                    .stepCount, 500, from: 3, to: 4, metadata: [HKMetadataKeyWasUserEntered: true]),
            ], source: StatisticsFixture.source("Phone"))
        let measured = NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)
        let found = try await collection(.stepCount, .cumulativeSum, predicate: measured).statistics()
        #expect(found.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [10])
    }

    /// Basal insulin of one source and bolus insulin of another one at the same time are two deliveries, with and without a predicate.
    @Test func basalAndBolusInsulinOfTwoSourcesAddUp() async throws {
        let type = HKQuantityType(.insulinDelivery)
        try await fixture.allow(type)
        for (source, value, reason) in [("Watch", 8.0, HKInsulinDeliveryReason.basal), ("Phone", 2, .bolus)] {
            let dose = StatisticsFixture.sample(
                .insulinDelivery, value, from: 1, to: 2,
                metadata: [HKMetadataKeyInsulinDeliveryReason: reason.rawValue])
            try fixture.database.save([dose], source: StatisticsFixture.source(source))
        }
        for predicate in [nil, NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)] {
            let found = try await collection(.insulinDelivery, .cumulativeSum, predicate: predicate).statistics()
            #expect(found.map { $0.sumQuantity()?.doubleValue(for: type.canonicalUnit) } == [10])
        }
    }

    @Test func permissionsApply() async throws {
        let type = HKQuantityType(.stepCount)
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 100, from: 1, to: 2)], source: StatisticsFixture.source("Phone"))
        await #expect(throws: HKError.self) { try await collection(.stepCount, .cumulativeSum) }
        try await fixture.allow(type)
        try await fixture.store.save(StatisticsFixture.sample(.stepCount, 7, from: 26, to: 27))
        func sums() async throws -> [Double?] {
            try await collection(.stepCount, .cumulativeSum).statistics().map {
                $0.sumQuantity()?.doubleValue(for: .count())
            }
        }
        #expect(try await sums() == [100, 7])
        try fixture.set(AppPermission(share: .authorized, read: .denied), type)
        #expect(try await sums() == [7])
        try fixture.set(
            AppPermission(share: .authorized, read: .limited(since: StatisticsFixture.start + 86_400)), type)
        #expect(try await sums() == [7])
        try fixture.set(
            AppPermission(share: .authorized, read: .limited(since: StatisticsFixture.start)), type)
        #expect(try await sums() == [100, 7])
    }

    @Test func updatesReportTheChangedStatistics() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 100, from: 1, to: 2)], source: StatisticsFixture.source("Phone"))
        let results = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum,
            anchorDate: StatisticsFixture.start, intervalComponents: StatisticsFixture.days()
        ).results(for: fixture.store)
        var iterator = results.makeAsyncIterator()
        let first = try #require(await iterator.next())
        #expect(first.updatedStatistics == nil && first.statisticsCollection.statistics().count == 1)
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 5, from: 30, to: 31)], source: StatisticsFixture.source("Phone"))
        let second = try #require(await iterator.next())
        #expect(second.updatedStatistics?.map(\.startDate) == [StatisticsFixture.start + 86_400])
        #expect(second.statisticsCollection.statistics().count == 2)
    }

    @Test func theUpdateHandlerReceivesChanges() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        let (told, tell) = AsyncStream.makeStream(of: (Double?, Int?).self)
        let query = HKStatisticsCollectionQuery(
            quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum,
            anchorDate: StatisticsFixture.start, intervalComponents: StatisticsFixture.days())
        query.initialResultsHandler = { _, collection, _ in tell.yield((nil, collection?.statistics().count)) }
        query.statisticsUpdateHandler = { _, statistics, collection, _ in
            tell.yield((statistics?.sumQuantity()?.doubleValue(for: .count()), collection?.statistics().count))
        }
        fixture.store.execute(query)
        var results = told.makeAsyncIterator()
        let first = await results.next()
        #expect(first?.0 == nil && first?.1 == 0)
        let sample = StatisticsFixture.sample(.stepCount, 100, from: 1, to: 2)
        try await fixture.store.save(sample)
        let second = await results.next()
        #expect(second?.0 == 100 && second?.1 == 1)
        try await fixture.store.delete(sample)
        let third = await results.next()
        #expect(third?.0 == nil && third?.1 == 0)
        fixture.store.stop(query)
    }

    /// The person takes a copy out of its effort: its samples count again, although none was saved.
    @Test func changedEffortsUpdateSums() async throws {
        let type = HKQuantityType(.distanceWalkingRunning)
        try await fixture.store.requestAuthorization(toShare: [], read: Set(EffortCopies.readTypes + [type]))
        func run(until hours: Double) -> HKWorkout {
            HKWorkout(
                activityType: .running, start: StatisticsFixture.start + 3600,
                end: StatisticsFixture.start + hours * 3600)
        }
        let (shown, copy) = (run(until: 2), run(until: 2.005))
        try fixture.database.save(
            [StatisticsFixture.sample(.distanceWalkingRunning, 5000, from: 1, to: 2), shown],
            source: StatisticsFixture.source("Watch"))
        try fixture.database.save(
            [StatisticsFixture.sample(.distanceWalkingRunning, 100, from: 2, to: 2.005), copy],
            source: StatisticsFixture.source("Strava"))
        // Workouts of two apps are one effort by the person's decision.
        try fixture.database.efforts.join([shown.uuid, copy.uuid])
        var iterator = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type), options: .cumulativeSum, anchorDate: StatisticsFixture.start,
            intervalComponents: StatisticsFixture.days()
        ).results(for: fixture.store).makeAsyncIterator()
        func sum(_ result: HKStatisticsCollectionQueryDescriptor.Result?) -> Double? {
            result?.statisticsCollection.statistics().first?.sumQuantity()?.doubleValue(for: .meter())
        }
        #expect(sum(try await iterator.next()) == 5000)
        try fixture.database.efforts.split(copy.uuid)
        #expect(sum(try await iterator.next()) == 5100)
    }
}
