// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct QuantitySeriesQueryTests {
    private typealias Reading = HKQuantitySeriesSampleQueryDescriptor.Result

    private func rate(_ value: Double) -> HKQuantity { HKQuantity(unit: Training.perMinute, doubleValue: value) }

    /// Saves readings at some seconds as a single sample.
    private func saveSeries(_ store: HKHealthStore, _ seconds: [Double], from: Double? = nil) async throws {
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store, quantityType: Sample.pulse, startDate: Training.date(from ?? seconds.min() ?? 0),
            device: nil)
        for second in seconds {
            try builder.insert(rate(60 + second.truncatingRemainder(dividingBy: 40)), at: Training.date(second))
        }
        _ = try await builder.finishSeries(metadata: nil)
    }

    private func read(
        _ store: HKHealthStore, _ options: HKQuantitySeriesSampleQueryDescriptor.Options = [],
        _ predicate: NSPredicate? = nil
    ) async throws -> [Reading] {
        var readings: [Reading] = []
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: Sample.pulse, predicate: predicate), options: options)
        for try await reading in query.results(for: store) { readings.append(reading) }
        return readings
    }

    @Test(arguments: KitPlace.allCases) func aHundredThousandReadings(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("heart", Training.all)
        let seconds = (0..<100_000).map { Double($0) * 0.5 }
        try await saveSeries(store, seconds)
        let readings = try await read(store)
        #expect(readings.map { $0.dateInterval.start } == seconds.map(Training.date))
        #expect(readings.allSatisfy { $0.sample == nil && $0.dateInterval.duration == 0 })
        #expect(
            zip(readings, seconds).allSatisfy {
                abs($0.quantity.doubleValue(for: Training.perMinute) - 60 - $1.truncatingRemainder(dividingBy: 40))
                    < 1e-9
            })
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: Sample.pulse)], sortDescriptors: []
        ).result(for: store)
        #expect(samples.count == 1 && samples[0].count == 100_000)
    }

    @Test func theOrderOfReadingsAndOfSamples() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        var generator = SeededGenerator(seed: 15)
        var all: [Double] = []
        var bySample: [(start: Double, readings: [Double])] = []
        for series in 0..<30 {
            let start = Double(series % 10) * 50
            let seconds = Set((0..<60).map { _ in start + Double(Int.random(in: 0..<4000, using: &generator)) / 8 + 1 })
            try await saveSeries(store, Array(seconds), from: start + Double(series) / 1000)
            all += seconds
            bySample.append((start + Double(series) / 1000, seconds.sorted()))
        }
        let singles = (0..<1500).map { Double($0) * 0.5 + 0.25 }
        try await store.save(singles.map { Training.pulse($0, 70) })
        all += singles
        bySample += singles.map { ($0, [$0]) }
        bySample.sort { $0.start < $1.start }
        let times = try await read(store).map { $0.dateInterval.start }
        #expect(times == all.sorted().map(Training.date))
        let grouped = try await read(store, [.orderByQuantitySampleStartDate, .includeSample])
        #expect(grouped.map { $0.dateInterval.start } == bySample.flatMap(\.readings).map(Training.date))
        #expect(grouped.allSatisfy { $0.sample != nil })
        #expect(Set(grouped.compactMap(\.sample)).count == 1530)
        // A predicate selects samples, not readings.
        let early = HKQuery.predicateForSamples(
            withStart: Training.date(0), end: Training.date(0.2), options: .strictStartDate)
        #expect(try await read(store, [], early).count == bySample.filter { $0.start < 0.2 }.flatMap(\.readings).count)
    }

    @Test func handlersAreCalledForEachReading() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        let calls = Calls<(HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?)>()
        let empty = HKQuantitySeriesSampleQuery(quantityType: Sample.pulse, predicate: nil) {
            calls.add(($1, $2, $3, $4, $5))
        }
        store.execute(empty)
        var call = try await calls.next()
        #expect(call.0 == nil && call.3 && call.4 == nil)
        try await saveSeries(store, [1, 2, 3])
        let query = HKQuantitySeriesSampleQuery(quantityType: Sample.pulse, predicate: nil) {
            calls.add(($1, $2, $3, $4, $5))
        }
        query.includeSample = true
        query.orderByQuantitySampleStartDate = true
        store.execute(query)
        for second in [1.0, 2, 3] {
            call = try await calls.next()
            #expect(call.0 == rate(60 + second) && call.1?.start == Training.date(second))
            #expect(call.2?.count == 3 && call.3 == (second == 3) && call.4 == nil)
        }
        let sample = try #require(call.2)
        let old = Calls<(HKQuantity?, Date?, Bool)>()
        store.execute(HKQuantitySeriesSampleQuery(sample: sample) { old.add(($1, $2, $3 && $4 == nil)) })
        for second in [1.0, 2, 3] {
            let (quantity, date, done) = try await old.next()
            #expect(quantity == rate(60 + second) && date == Training.date(second) && done == (second == 3))
        }
        store.execute(
            HKQuantitySeriesSampleQuery(quantityType: HKQuantityType(.bodyMass), predicate: nil) {
                calls.add(($1, $2, $3, $4, $5))
            })
        call = try await calls.next()
        #expect((call.4 as? HKError)?.code == .errorAuthorizationNotDetermined && call.0 == nil)
    }

    @Test func unreadableSamplesAreMissing() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        try await saveSeries(store, [1, 2, 3])
        let denied = kit.app("denied", .deny)
        try await denied.requestAuthorization(toShare: [], read: Set(Training.all))
        #expect(try await read(denied).isEmpty)
        await expect(.errorAuthorizationNotDetermined) { try await read(kit.app("unasked")) }
    }

    @Test func statisticsIncludeReadings() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        try await saveSeries(store, [1, 2, 3])
        let statistics = try #require(
            try await HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: Sample.pulse), options: [.discreteMin, .discreteMax]
            ).result(for: store))
        #expect(statistics.minimumQuantity()?.doubleValue(for: Training.perMinute) == 61)
        #expect(statistics.maximumQuantity()?.doubleValue(for: Training.perMinute) == 63)
    }

    @Test func aCancelledTaskGetsNoMoreReadings() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        try await saveSeries(store, (0..<5000).map(Double.init))
        let query = HKQuantitySeriesSampleQueryDescriptor(predicate: .quantitySample(type: Sample.pulse))
        let task = Task {
            var count = 0
            for try await _ in query.results(for: store) {
                count += 1
                if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
