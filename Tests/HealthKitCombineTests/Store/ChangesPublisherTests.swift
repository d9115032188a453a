// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import OpenCombineShim
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct ChangesPublisherTests {
    private typealias Changes = HKAnchoredObjectQueryDescriptor<HKCategorySample>.Result

    private static let (headache, acne) = (HKCategoryType(.headache), HKCategoryType(.acne))
    private static let predicate = HKSamplePredicate.categorySample(type: headache)

    private static func sample(_ type: HKCategoryType = headache) -> HKCategorySample {
        HKCategorySample(
            type: type, value: HKCategoryValueSeverity.mild.rawValue, start: Date(timeIntervalSince1970: 1_700_000_000),
            end: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// The state known to a reader of changes.
    private struct Known {
        var present: Set<UUID> = []
        var added: Set<UUID> = []
        var deleted: Set<UUID> = []
        var anchor: HKQueryAnchor?
        private var anchors: Set<Int> = []

        mutating func note(_ changes: Changes) {
            for sample in changes.addedSamples {
                #expect(added.insert(sample.uuid).inserted, "a sample came twice")
                present.insert(sample.uuid)
            }
            for object in changes.deletedObjects {
                #expect(deleted.insert(object.uuid).inserted, "a deletion came twice")
                present.remove(object.uuid)
            }
            // A daemon's anchors are not ordered.
            let isNew = anchors.insert(changes.newAnchor.value).inserted
            #expect(isNew || changes.addedSamples.isEmpty && changes.deletedObjects.isEmpty, "an anchor came twice")
            anchor = changes.newAnchor
        }
    }

    @Test(arguments: StreamPlace.allCases) func eachChangeArrivesOnce(_ place: StreamPlace) async throws {
        let store = try StreamStore(place)
        let gate = ReadGate()
        let app = try await store.allowed([Self.headache, Self.acne]) { gate.install(in: &$0) }
        let first = Self.sample()
        try await app.save(first)
        let receiver = Receiver<Changes>()
        app.changesPublisher(Self.predicate).subscribe(receiver)
        receiver.request(.max(1))
        var known = Known()
        known.note(try await receiver.value())
        #expect(known.present == [first.uuid])
        let before = gate.count

        // Without demand, the store is not read, and nothing is lost.
        var expected: Set<UUID> = [first.uuid]
        for round in 0..<20 {
            let samples = (0..<3).map { _ in Self.sample() }
            try await app.save(samples + [Self.sample(Self.acne)])
            expected.formUnion(samples.map(\.uuid))
            if round % 2 == 0 {
                try await app.delete(samples[0])
                expected.remove(samples[0].uuid)
            }
        }
        #expect(gate.count == before)
        #expect(receiver.count == 1)
        receiver.request(.max(1))
        known.note(try await receiver.value())
        #expect(known.present == expected)

        // With unlimited demand, changes arrive as they occur.
        receiver.request(.unlimited)
        for _ in 0..<5 {
            let sample = Self.sample()
            try await app.save([sample, Self.sample(Self.acne)])
            known.note(try await receiver.value())
            #expect(known.present == expected.union([sample.uuid]))
            try await app.delete(sample)
            known.note(try await receiver.value())
            #expect(known.present == expected)
        }
        receiver.cancel()
    }

    /// While samples are saved and deleted at random, readers receive one or two values and cancel, and others continue from
    /// the last anchor.
    @Test(arguments: StreamPlace.allCases, [nil, 1, 7])
    func readersTakeTurns(_ place: StreamPlace, _ limit: Int?) async throws {
        let store = try StreamStore(place)
        let writer = try await store.allowed([Self.headache])
        let reader = try await store.allowed([Self.headache])
        // The remaining samples, once the writer has finished.
        let left = Mutex<Set<UUID>?>(nil)
        let writing = Task.detached {
            var random = SeededGenerator(seed: 11, stream: 1, index: UInt64(limit ?? 0))
            var present: [HKCategorySample] = []
            for _ in 0..<120 {
                if present.count > 3, random.below(3) == 0 {
                    try await writer.delete(present.remove(at: random.below(present.count)))
                } else {
                    let samples = (0...random.below(3)).map { _ in Self.sample() }
                    try await writer.save(samples)
                    present += samples
                }
            }
            let uuids = Set(present.map(\.uuid))
            left.withLock { $0 = uuids }
        }
        var known = Known()
        var random = SeededGenerator(seed: 12, stream: 1, index: 0)
        while true {
            let isLast = left.withLock { $0 != nil }
            let receiver = Receiver<Changes>()
            reader.changesPublisher(Self.predicate, anchor: known.anchor, limit: limit).subscribe(receiver)
            // The first value of a subscription arrives in every case.
            receiver.request(.max(1))
            let changes = try await receiver.value()
            let count = changes.addedSamples.count + changes.deletedObjects.count
            if let limit { #expect(count <= limit) }
            known.note(changes)
            // This value can arrive and be lost with the reader; the next reader starts before it.
            if random.below(2) == 0 { receiver.request(.max(1)) }
            receiver.cancel()
            if isLast && count == 0 { break }
        }
        try await writing.value
        #expect(known.present == left.withLock { $0 })
    }

    @Test func unsuitableChangesAreNotReported() async throws {
        let store = try StreamStore()
        let app = try await store.allowed([Self.headache])
        let severe = HKQuery.predicateForCategorySamples(
            with: .equalTo, value: HKCategoryValueSeverity.severe.rawValue)
        let receiver = Receiver<Changes>()
        app.changesPublisher(.categorySample(type: Self.headache, predicate: severe)).subscribe(receiver)
        receiver.request(.unlimited)
        #expect(try await receiver.value().addedSamples.isEmpty)
        try await app.save(Self.sample())
        let fitting = HKCategorySample.fixture(.headache, HKCategoryValueSeverity.severe.rawValue)
        try await app.save(fitting)
        #expect(try await receiver.value().addedSamples == [fitting])
        receiver.cancel()
        #expect(receiver.count == 2)
    }

    @Test func nothingIsReadBeforeThereIsDemand() async throws {
        let store = try StreamStore()
        let gate = ReadGate()
        let app = try await store.allowed([Self.headache]) { gate.install(in: &$0) }
        let before = gate.count
        let receiver = Receiver<Changes>()
        app.changesPublisher(Self.predicate).subscribe(receiver)
        try await app.save(Self.sample())
        #expect(gate.count == before)
        receiver.request(.max(1))
        #expect(try await receiver.value().addedSamples.count == 1)
        receiver.cancel()
    }

    @Test func errorsAreFailures() async throws {
        let world = try HealthWorld()
        let store = world.app()
        var receiver = Receiver<Changes>()
        store.changesPublisher(Self.predicate).subscribe(receiver)
        receiver.request(.max(1))
        #expect((try await receiver.failure() as? HKError)?.code == .errorAuthorizationNotDetermined)
        try world.grant(read: [Self.headache], to: store)
        receiver = Receiver()
        store.changesPublisher(Self.predicate).subscribe(receiver)
        receiver.request(.unlimited)
        _ = try await receiver.value()
        world.failNext(.read, with: .errorDatabaseInaccessible)
        try world.add(Self.sample())
        #expect((try await receiver.failure() as? HKError)?.code == .errorDatabaseInaccessible)
        let negative = Receiver<Changes>()
        store.changesPublisher(Self.predicate, limit: -1).subscribe(negative)
        negative.request(.max(1))
        #expect((try await negative.failure() as? HKError)?.code == .errorInvalidArgument)
    }
}
