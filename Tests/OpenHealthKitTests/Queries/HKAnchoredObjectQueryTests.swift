// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct HKAnchoredObjectQueryTests {
    private struct Outcome: Sendable {
        var samples: [HKSample]?
        var deleted: [HKDeletedObject]?
        var anchor: HKQueryAnchor?
        var error: (any Error)?
    }

    private func query(
        _ calls: Calls<Outcome>, _ anchor: HKQueryAnchor? = nil, limit: Int = HKObjectQueryNoLimit,
        predicate: NSPredicate? = nil, type: HKSampleType = Sample.steps
    ) -> HKAnchoredObjectQuery {
        HKAnchoredObjectQuery(type: type, predicate: predicate, anchor: anchor, limit: limit) {
            _, samples, deleted, anchor, error in
            calls.add(Outcome(samples: samples, deleted: deleted, anchor: anchor, error: error))
        }
    }

    private func follow(_ query: HKAnchoredObjectQuery, _ calls: Calls<Outcome>) -> HKAnchoredObjectQuery {
        query.updateHandler = { _, samples, deleted, anchor, error in
            calls.add(Outcome(samples: samples, deleted: deleted, anchor: anchor, error: error))
        }
        return query
    }

    @Test(arguments: KitPlace.allCases) func everyChangeIsReportedOnce(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        let samples = (0..<5).map { Sample.steps($0) }
        try await store.save(Array(samples[..<2]))
        let calls = Calls<Outcome>()
        store.execute(query(calls))
        let first = try await calls.next()
        #expect(first.samples?.map(\.uuid) == samples[..<2].map(\.uuid) && first.deleted == [])
        try await store.save(samples[2])
        try await store.delete(samples[0])
        store.execute(query(calls, first.anchor))
        let second = try await calls.next()
        #expect(second.samples?.map(\.uuid) == [samples[2].uuid])
        #expect(second.deleted?.map(\.uuid) == [samples[0].uuid])
        store.execute(query(calls, second.anchor))
        let third = try await calls.next()
        #expect(third.samples == [] && third.deleted == [] && third.anchor == second.anchor)
    }

    @Test func limitsCountSamplesAndDeletedObjects() async throws {
        let store = try await KitStore(.memory).allowed()
        let calls = Calls<Outcome>()
        store.execute(query(calls))
        var anchor = try await calls.next().anchor
        let samples = (0..<7).map { Sample.steps($0) }
        for sample in samples { try await store.save(sample) }
        for sample in samples[..<3] { try await store.delete(sample) }
        var (added, deleted): ([UUID], [UUID]) = ([], [])
        while true {
            store.execute(query(calls, anchor, limit: 2))
            let outcome = try await calls.next()
            anchor = outcome.anchor
            let (new, gone) = (try #require(outcome.samples), try #require(outcome.deleted))
            #expect(new.count + gone.count <= 2)
            if new.isEmpty && gone.isEmpty { break }
            added += new.map(\.uuid)
            deleted += gone.map(\.uuid)
        }
        #expect(added == samples[3...].map(\.uuid))
        #expect(Set(deleted) == Set(samples[..<3].map(\.uuid)) && deleted.count == 3)
    }

    @Test(arguments: KitPlace.allCases) func updatesAreReportedOnceEach(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed()
        let writer = try await kit.allowed("writer")
        let (first, updates) = (Calls<Outcome>(), Calls<Outcome>())
        let query = follow(query(first), updates)
        store.execute(query)
        #expect(try await first.next().samples == [])
        let samples = (0..<30).map { Sample.steps($0) }
        let saving = Task {
            for sample in samples {
                try await writer.save(sample)
                // Unrelated changes must not cause updates.
                try await writer.save(Sample.pulse(0))
            }
            try await writer.delete(samples[0])
        }
        var (added, deleted): ([UUID], [UUID]) = ([], [])
        var anchors: [Int] = []
        while deleted.isEmpty {
            let update = try await updates.next()
            #expect(update.error == nil)
            let new = try #require(update.samples)
            let gone = try #require(update.deleted)
            #expect(!new.isEmpty || !gone.isEmpty)
            added += new.map(\.uuid)
            deleted += gone.map(\.uuid)
            anchors.append(try #require(update.anchor).value)
        }
        try await saving.value
        #expect(deleted == [samples[0].uuid])
        // The first sample can be deleted before it is reported.
        #expect(added.suffix(29) == samples[1...].map(\.uuid)[...] && added.count <= 30)
        #expect(Set(anchors).count == anchors.count)

        store.stop(query)
        try await writer.save(Sample.steps(100))
        let sentinel = Calls<Outcome>()
        store.execute(self.query(sentinel))
        #expect(try await sentinel.next().samples?.count == 30)
        #expect(await updates.rest().isEmpty)
        #expect(await first.rest().isEmpty)
    }

    @Test func updatesApplyThePredicate() async throws {
        let store = try await KitStore(.memory).allowed()
        let (first, updates) = (Calls<Outcome>(), Calls<Outcome>())
        let predicate = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered, allowedValues: [true])
        let query = follow(query(first, predicate: predicate), updates)
        store.execute(query)
        _ = try await first.next()
        try await store.save(Sample.steps(0))
        let entered = Sample.steps(1, metadata: [HKMetadataKeyWasUserEntered: true])
        try await store.save(entered)
        #expect(try await updates.next().samples?.map(\.uuid) == [entered.uuid])
        store.stop(query)
    }

    @Test func severalTypesAndTheOldestInitializer() async throws {
        let store = try await KitStore(.memory).allowed()
        try await store.save([Sample.steps(0), Sample.pulse(1)])
        let calls = Calls<Outcome>()
        let descriptors = [Sample.steps, Sample.pulse].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
        store.execute(
            HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: nil, limit: HKObjectQueryNoLimit) {
                _, samples, deleted, anchor, error in
                calls.add(Outcome(samples: samples, deleted: deleted, anchor: anchor, error: error))
            })
        #expect(try await calls.next().samples?.count == 2)
        let old = Calls<(Int?, Int)>()
        for start in [Int(HKAnchoredObjectQueryNoAnchor), 1] {
            store.execute(
                HKAnchoredObjectQuery(
                    type: Sample.pulse, predicate: nil, anchor: start, limit: Int(HKObjectQueryNoLimit)
                ) { (_, samples: [HKSample]?, anchor: Int, _) in old.add((samples?.count, anchor)) })
            let (count, anchor) = try await old.next()
            #expect(count == 1 && anchor >= 2)
        }
    }

    @Test func errorsComeInsteadOfResults() async throws {
        let store = try await KitStore(.memory).allowed()
        let calls = Calls<Outcome>()
        store.execute(query(calls, type: HKQuantityType(.height)))
        let outcome = try await calls.next()
        #expect(outcome.samples == nil && outcome.deleted == nil && outcome.anchor == nil)
        #expect((outcome.error as? HKError)?.code == .errorAuthorizationNotDetermined)
        store.execute(query(calls, limit: -5))
        #expect((try await calls.next().error as? HKError)?.code == .errorInvalidArgument)
    }

    @Test func anErrorOfAnUpdateLosesNothing() async throws {
        let kit = try KitStore(.memory)
        let fails = Calls<Bool>()
        let isLocked = Flag()
        let store = kit.app {
            $0.intercept = { operation in
                guard operation == .read, isLocked.isSet else { return }
                fails.add(true)
                throw HKError(.errorDatabaseInaccessible)
            }
        }
        try await store.requestAuthorization(toShare: [Sample.steps], read: [Sample.steps])
        let writer = try await kit.allowed("writer")
        let (first, updates) = (Calls<Outcome>(), Calls<Outcome>())
        let query = follow(query(first), updates)
        store.execute(query)
        _ = try await first.next()
        isLocked.set(true)
        try await writer.save(Sample.steps(0))
        #expect((try await updates.next().error as? HKError)?.code == .errorDatabaseInaccessible)
        isLocked.set(false)
        try await writer.save(Sample.steps(1))
        #expect(try await updates.next().samples?.count == 2)
        store.stop(query)
    }

    @Test func handlersMustBeSetBeforeExecution() async {
        await #expect(processExitsWith: .failure) {
            let query = HKAnchoredObjectQuery(type: Sample.steps, predicate: nil, anchor: nil, limit: 3) {
                _, _, _, _, _ in
            }
            query.updateHandler = { _, _, _, _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            let query = HKAnchoredObjectQuery(type: Sample.steps, predicate: nil, anchor: nil, limit: 0) {
                _, _, _, _, _ in
            }
            try KitStore(.memory).app().execute(query)
            query.updateHandler = { _, _, _, _, _ in }
        }
    }
}
