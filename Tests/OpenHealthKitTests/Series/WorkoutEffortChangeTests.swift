// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthKit

/// Tests of changes of relationships when related objects are removed, and of the reports of these changes.
@Suite(.timeLimit(.usual)) struct WorkoutEffortChangeTests {
    private typealias Descriptor = HKWorkoutEffortRelationshipQueryDescriptor

    private func result(_ store: HKHealthStore, after anchor: HKQueryAnchor? = nil) async throws -> Descriptor.Result {
        try await Descriptor(predicate: nil, anchor: anchor, option: .default).result(for: store)
    }

    private func score(_ value: Double, version: Int? = nil) -> HKQuantitySample {
        let sync: [String: Any]? = version.map {
            [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: $0]
        }
        return HKQuantitySample(
            type: Training.effort, quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
            start: Training.date(value), end: Training.date(value), metadata: sync)
    }

    @Test func theRemainingRelationshipIsReportedAfterADeletion() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let scores = (1...3).map { score(Double($0)) }
        for score in scores { try await store.relateWorkoutEffortSample(score, with: workout, activity: nil) }
        let before = try await result(store)
        try await store.delete(scores[0])
        let after = try await result(store, after: before.newAnchor)
        #expect(after.relationships.map(\.samples) == [[scores[1], scores[2]]])
        // Samples of another source are removed with the source.
        let other = try await kit.allowed("other", Training.all)
        try await other.relateWorkoutEffortSample(score(4), with: workout, activity: nil)
        let related = try await result(store, after: after.newAnchor)
        #expect(related.relationships.first?.samples?.count == 3)
        let source = try #require(try kit.database.sources().first { $0.bundleIdentifier == "org.example.other" })
        try kit.database.deleteSamples(ofSource: source.id)
        let last = try await result(store, after: related.newAnchor)
        #expect(last.relationships.map(\.samples) == [[scores[1], scores[2]]])
        #expect(try kit.database.check().findings == [])
    }

    @Test func aReplacementIsReported() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        func workout(_ version: Int) async throws -> HKWorkout {
            let builder = HKWorkoutBuilder(healthStore: store, configuration: Training.configuration(), device: nil)
            try await builder.beginCollection(at: Training.date(0))
            try await builder.addMetadata([HKMetadataKeySyncIdentifier: "w", HKMetadataKeySyncVersion: version])
            try await builder.endCollection(at: Training.date(60))
            return try #require(try await builder.finishWorkout())
        }
        let first = try await workout(1)
        try await store.relateWorkoutEffortSample(score(1, version: 1), with: first, activity: nil)
        let before = try await result(store)
        let newer = score(2, version: 2)
        try await store.save(newer)
        let replaced = try await result(store, after: before.newAnchor)
        #expect(replaced.relationships.map(\.samples) == [[newer]])
        let second = try await workout(2)
        let moved = try await result(store, after: replaced.newAnchor)
        #expect(moved.relationships.map(\.workout) == [second])
        #expect(try await result(store, after: moved.newAnchor).relationships.isEmpty)
        // Samples without relationships do not change any.
        let steps = Sample.steps(0)
        try await store.save(steps)
        try await store.delete(steps)
        #expect(try await result(store).newAnchor == moved.newAnchor)
    }

    @Test func queriesReportWorkoutsWithoutSamples() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("runner", Training.all)
        let workout = try #require(try await Training.saved(in: store))
        let calls = Calls<[HKSample]?>()
        let query = HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) {
            #expect($3 == nil)
            calls.add($1?.first { $0.workout == workout }?.samples)
        }
        let (one, two) = (score(1), score(2))
        try await store.relateWorkoutEffortSample(one, with: workout, activity: nil)
        store.execute(query)
        #expect(try await calls.next() == [one])
        var iterator = Descriptor(predicate: nil, anchor: nil, option: .default).results(for: store)
            .makeAsyncIterator()
        #expect(try await iterator.next()?.relationships.map(\.samples) == [[one]])
        try await store.delete(one)
        #expect(try await calls.next() == nil)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [nil])
        try await store.relateWorkoutEffortSample(two, with: workout, activity: nil)
        #expect(try await calls.next() == [two])
        #expect(try await iterator.next()?.relationships.map(\.samples) == [[two]])
        try await store.unrelateWorkoutEffortSample(two, from: workout, activity: nil)
        #expect(try await calls.next() == nil)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [nil])
        store.stop(query)
    }

    @Test func aTemporaryErrorDoesNotEndAQuery() async throws {
        let (kit, interruption) = (try KitStore(.memory), Interruption())
        let (store, writer) = (try await interruption.app(kit, "reader"), try await kit.allowed("runner", Training.all))
        let workout = try #require(try await Training.saved(in: writer))
        let calls = Calls<(Int, HKError.Code?)>()
        let query = HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) {
            calls.add(($1?.count ?? -1, ($3 as? HKError)?.code))
        }
        store.execute(query)
        #expect(try await calls.next() == (0, nil))
        interruption.before(.read) { throw HKError(.errorDatabaseInaccessible) }
        try await writer.relateWorkoutEffortSample(score(1), with: workout, activity: nil)
        #expect(try await calls.next() == (-1, .errorDatabaseInaccessible))
        try await writer.relateWorkoutEffortSample(score(2), with: workout, activity: nil)
        #expect(try await calls.next() == (1, nil))
        store.stop(query)
    }

    @Test func aStoppedQueryReportsNothing() async throws {
        for hasError in [false, true] {
            let (kit, interruption) = (try KitStore(.memory), Interruption())
            let store = try await interruption.app(kit)
            let calls = Calls<Bool>()
            let query = HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) { _, _, _, _ in
                calls.add(true)
            }
            interruption.before(.read) {
                store.stop(query)
                if hasError { throw HKError(.errorDatabaseInaccessible) }
            }
            store.execute(query)
            await withCheckedContinuation { done in query.work.add { done.resume() } }
            #expect(interruption.isOver)
            #expect(await calls.rest().isEmpty)
        }
    }
}
