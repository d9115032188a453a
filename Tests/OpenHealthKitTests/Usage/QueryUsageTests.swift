// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct QueryUsageTests {
    static let symbols = [
        "HKHealthStore.execute(_:)", "HKHealthStore.stop(_:)", "HKObjectQueryNoLimit", "HKAnchoredObjectQueryNoAnchor",
        "HKSampleQuery.init(sampleType:predicate:limit:sortDescriptors:){}",
        "HKSampleQuery.init(sampleType:predicate:limit:sortDescriptors:resultsHandler:)",
        "HKAnchoredObjectQuery.init(type:predicate:anchor:limit:){}",
        "HKAnchoredObjectQuery.init(type:predicate:anchor:limit:resultsHandler:)",
        "HKAnchoredObjectQuery.init(queryDescriptors:anchor:limit:resultsHandler:)",
        "HKQueryDescriptors.updateHandler", "HKObserverQuery.init(sampleType:predicate:){}",
        "HKObserverQuery.init(sampleType:predicate:updateHandler:)", "HKObserverQuery.init(queryDescriptors:){}",
        "HKSourceQuery.init(sampleType:samplePredicate:){}",
        "HKCorrelationQuery.init(type:predicate:samplePredicates:){}",
    ]

    private let steps = HKQuantityType(.stepCount)

    private func sample(_ test: UsageWorld, _ value: Double) -> HKQuantitySample {
        .fixture(.stepCount, value, start: test.now + value)
    }

    @Test func samplesAreQueried() async throws {
        let test = try UsageWorld(share: [steps])
        try await test.store.save((1...3).map { sample(test, Double($0)) })
        let results = QueryRecorder<[HKSample]>()
        let query = HKSampleQuery(
            sampleType: steps, predicate: nil, limit: HKObjectQueryNoLimit,
            sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
        ) { _, samples, error in
            results.record(error.map(Result.failure) ?? .success(samples ?? []))
        }
        test.store.execute(query)
        let found = try await results.next() as? [HKQuantitySample]
        #expect(found?.map { $0.quantity.doubleValue(for: .count()) } == [3, 2, 1])
        let second = HKSampleQuery(
            sampleType: steps, predicate: nil, limit: 2, sortDescriptors: nil, resultsHandler: results.handler())
        test.store.execute(second)
        #expect(try await results.next().count == 2)
    }

    @Test func anAnchoredQueryRunsUntilItIsStopped() async throws {
        let test = try UsageWorld(share: [steps])
        let added = QueryRecorder<Int>()
        let query = HKAnchoredObjectQuery(
            type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
        ) { _, samples, _, _, error in
            added.record(error.map(Result.failure) ?? .success(samples?.count ?? 0))
        }
        query.updateHandler = { _, samples, deleted, _, error in
            added.record(error.map(Result.failure) ?? .success((samples?.count ?? 0) + 10 * (deleted?.count ?? 0)))
        }
        test.store.execute(query)
        #expect(try await added.next() == 0)
        let one = sample(test, 1)
        try await test.store.save(one)
        #expect(try await added.next() == 1)
        try await test.store.delete(one)
        #expect(try await added.next() == 10)
        test.store.stop(query)
        for other in [
            HKAnchoredObjectQuery(
                type: steps, predicate: nil, anchor: HKQueryAnchor(fromValue: Int(HKAnchoredObjectQueryNoAnchor)),
                limit: HKObjectQueryNoLimit,
                resultsHandler: { _, samples, _, _, _ in added.record(samples?.count ?? -1) }),
            HKAnchoredObjectQuery(
                queryDescriptors: [HKQueryDescriptor(sampleType: steps, predicate: nil)], anchor: nil,
                limit: HKObjectQueryNoLimit,
                resultsHandler: { _, samples, _, _, _ in added.record(samples?.count ?? -1) }),
        ] {
            test.store.execute(other)
            #expect(try await added.next() == 0)
        }
    }

    @Test func observersReceiveChanges() async throws {
        let test = try UsageWorld(share: [steps])
        let calls = QueryRecorder<String>()
        let queries = [
            HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
                calls.record(error.map(Result.failure) ?? .success("one"))
                completion()
            },
            HKObserverQuery(
                sampleType: steps, predicate: nil,
                updateHandler: { (_: HKObserverQuery, completion: @escaping HKObserverQueryCompletionHandler, _) in
                    calls.record("one")
                    completion()
                }),
            HKObserverQuery(queryDescriptors: [HKQueryDescriptor(sampleType: steps, predicate: nil)]) {
                _, types, completion, error in
                calls.record(error.map(Result.failure) ?? .success("types \(types?.count ?? 0)"))
                completion()
            },
        ]
        for (query, text) in zip(queries, ["one", "one", "types 1"]) {
            test.store.execute(query)
            #expect(try await calls.next() == text)
            try await test.store.save(sample(test, 1))
            #expect(try await calls.next() == text)
            test.store.stop(query)
        }
    }

    @Test func sourcesAreQueried() async throws {
        let test = try UsageWorld(share: [steps])
        try await test.store.save(sample(test, 1))
        let results = QueryRecorder<Set<HKSource>>()
        let query = HKSourceQuery(sampleType: steps, samplePredicate: nil) { _, sources, error in
            results.record(error.map(Result.failure) ?? .success(sources ?? []))
        }
        test.store.execute(query)
        #expect(try await results.next().map(\.name) == ["Usage"])
    }

    @Test func correlationsAreQueriedByTheirMembers() async throws {
        let types = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
        let test = try UsageWorld(share: types)
        let high = HKCorrelation.bloodPressureFixture(160, 95, at: test.now)
        try await test.store.save([high, HKCorrelation.bloodPressureFixture(120, 80, at: test.now)])
        let predicate = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 140))
        let results = QueryRecorder<[HKCorrelation]>()
        let query = HKCorrelationQuery(
            type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: [types[0]: predicate]
        ) { _, correlations, error in
            results.record(error.map(Result.failure) ?? .success(correlations ?? []))
        }
        test.store.execute(query)
        #expect(try await results.next().map(\.uuid) == [high.uuid])
    }
}
