// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct StatisticsQueryTests {
    private let fixture: StatisticsFixture

    init() throws {
        fixture = try StatisticsFixture()
    }

    private func sum(_ predicate: NSPredicate?) async throws -> Double? {
        try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount), predicate: predicate), options: .cumulativeSum
        ).result(for: fixture.store)?.sumQuantity()?.doubleValue(for: .count())
    }

    @Test func noSamplesGiveAnError() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        do {
            _ = try await sum(nil)
            Issue.record("an empty store has a sum")
        } catch HKError.errorNoData {
        }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            fixture.store.execute(
                HKStatisticsQuery(
                    quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum
                ) { _, statistics, error in
                    #expect(statistics == nil)
                    continuation.resume(returning: error)
                })
        }
        #expect((error as? HKError)?.code == .errorNoData)
        // Apps compare this text, which phones have.
        #expect(error?.localizedDescription == "No data available for the specified predicate.")
        #expect((error as? HKError)?.failureReason?.contains("HKQuantityTypeIdentifierStepCount") == true)
    }

    /// For consecutive steps with gaps and queries with all kinds of bounds, the sum includes the matching samples entirely.
    @Test(arguments: [HKQueryOptions(), .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate]])
    func samplesCountEntirely(_ options: HKQueryOptions) async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        var random = SeededGenerator(seed: 3, stream: 1, index: UInt64(options.rawValue))
        var samples: [HKQuantitySample] = []
        var hour = 0.0
        for _ in 0..<300 {
            let length = Double(random.below(5)) / 4
            samples.append(
                StatisticsFixture.sample(.stepCount, Double(1 + random.below(90)), from: hour, to: hour + length))
            hour += length + Double(random.below(4)) / 4
        }
        try fixture.database.save(samples, source: StatisticsFixture.source("Phone"))
        for _ in 0..<60 {
            let from = Double(random.below(Int(hour) * 4)) / 4
            let to = from + Double(1 + random.below(200)) / 4
            let (start, end) = (StatisticsFixture.start + from * 3600, StatisticsFixture.start + to * 3600)
            let predicate = HKQuery.predicateForSamples(withStart: start, end: end, options: options)
            let wanted = samples.filter { predicate.evaluate(with: $0) }
            let expected = wanted.reduce(0) { $0 + $1.quantity.doubleValue(for: .count()) }
            do {
                let found = try #require(await sum(predicate))
                #expect(abs(found - expected) < 1e-9 && !wanted.isEmpty, "\(from) to \(to)")
            } catch HKError.errorNoData {
                #expect(wanted.isEmpty, "\(from) to \(to)")
            }
        }
    }

    @Test func theIntervalIsThatOfTheMatchingSamples() async throws {
        try await fixture.allow(HKQuantityType(.stepCount))
        try fixture.database.save(
            [StatisticsFixture.sample(.stepCount, 100, from: 1, to: 2)], source: StatisticsFixture.source("Phone"))
        let end = StatisticsFixture.start + 86_400
        let statistics = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount),
                predicate: HKQuery.predicateForSamples(withStart: StatisticsFixture.start, end: end)),
            options: [.cumulativeSum, .separateBySource]
        ).result(for: fixture.store)
        #expect(statistics?.startDate == StatisticsFixture.start + 3600)
        #expect(statistics?.endDate == StatisticsFixture.start + 7200)
        #expect(statistics?.sources?.map(\.bundleIdentifier) == ["org.example.phone"])
        let all = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum
        ).result(for: fixture.store)
        #expect(all?.startDate == StatisticsFixture.start + 3600)
    }

    @Test func readingsOfASeriesCountIndividually() async throws {
        let type = HKQuantityType(.heartRate)
        try await fixture.allow(type)
        let unit = HKUnit.count().unitDivided(by: .minute())
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: fixture.store, quantityType: type, startDate: StatisticsFixture.start, device: nil)
        for minute in 0..<120 {
            try builder.insert(
                HKQuantity(unit: unit, doubleValue: Double(60 + minute)),
                at: StatisticsFixture.start + Double(minute) * 60)
        }
        _ = try await builder.finishSeries(metadata: nil, endDate: nil)
        try fixture.database.save(
            [StatisticsFixture.sample(.heartRate, 0.5, from: 0.51, to: 0.51)],
            source: StatisticsFixture.source("Strap"))
        let hours = DateComponents(calendar: StatisticsFixture.days().calendar, hour: 1)
        for predicate in [nil, NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)] {
            let found = try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: type, predicate: predicate), options: [.discreteMin, .discreteMax],
                anchorDate: StatisticsFixture.start, intervalComponents: hours
            ).result(for: fixture.store).statistics()
            #expect(found.map { $0.maximumQuantity()?.doubleValue(for: unit) } == [119, 179])
            #expect(found.map { $0.minimumQuantity()?.doubleValue(for: unit) } == [0.5, 120])
        }
    }

    @Test func anUnsuitableOptionStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil, options: .cumulativeSum
            ) { _, _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .discreteAverage,
                anchorDate: Date(), intervalComponents: DateComponents(day: 1))
        }
    }
}
