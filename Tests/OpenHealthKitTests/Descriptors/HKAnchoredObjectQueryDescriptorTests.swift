// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct HKAnchoredObjectQueryDescriptorTests {
    private func descriptor(
        _ anchor: HKQueryAnchor? = nil, limit: Int? = nil
    ) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: Sample.steps)], anchor: anchor, limit: limit)
    }

    @Test(arguments: KitPlace.allCases) func oneResult(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        let samples = (0..<3).map { Sample.steps($0) }
        try await store.save(samples)
        let first = try await descriptor().result(for: store)
        #expect(first.addedSamples.map(\.uuid) == samples.map(\.uuid) && first.deletedObjects.isEmpty)
        try await store.delete(samples[1])
        let second = try await descriptor(first.newAnchor).result(for: store)
        #expect(second.addedSamples.isEmpty && second.deletedObjects.map(\.uuid) == [samples[1].uuid])
        await expect(.errorInvalidArgument) { try await descriptor(limit: -1).result(for: store) }
    }

    @Test(arguments: KitPlace.allCases) func resultsContinue(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed()
        let writer = try await kit.allowed("writer")
        var results = descriptor().results(for: store).makeAsyncIterator()
        let first = try #require(try await results.next())
        #expect(first.addedSamples.isEmpty && first.deletedObjects.isEmpty)
        // Changes that arrive while no caller waits are reported together.
        let samples = (0..<5).map { Sample.steps($0) }
        for sample in samples { try await writer.save(sample) }
        try await writer.save(Sample.pulse(0))
        var added: [UUID] = []
        while added.count < 5 { added += try #require(try await results.next()).addedSamples.map(\.uuid) }
        #expect(added == samples.map(\.uuid))
        // A change ends the wait of a caller, whether it arrives before or during it.
        let saving = Task { try await writer.delete(samples[2]) }
        #expect(try await results.next()?.deletedObjects.map(\.uuid) == [samples[2].uuid])
        try await saving.value
    }

    @Test func limitsGiveSeveralResults() async throws {
        let store = try await KitStore(.memory).allowed()
        let samples = (0..<7).map { Sample.steps($0) }
        try await store.save(samples)
        var results = descriptor(limit: 3).results(for: store).makeAsyncIterator()
        var sizes: [Int] = []
        for _ in 0..<3 { sizes.append(try #require(try await results.next()).addedSamples.count) }
        #expect(sizes == [3, 3, 1])
        try await store.save((10..<14).map { Sample.steps($0) })
        sizes = []
        while sizes.reduce(0, +) < 4 { sizes.append(try #require(try await results.next()).addedSamples.count) }
        #expect(sizes == [3, 1])
    }

    @Test func cancellingEndsTheSequence() async throws {
        let store = try await KitStore(.memory).allowed()
        let began = Calls<Bool>()
        let task = Task {
            var count = 0
            for try await _ in descriptor().results(for: store) {
                count += 1
                began.add(true)
            }
            return count
        }
        _ = try await began.next()
        task.cancel()
        #expect(try await task.value == 1)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = descriptor().results(for: store).makeAsyncIterator()
            return try await iterator.next() == nil
        }
        #expect(try await cancelled.value)
    }

    @Test func anErrorEndsTheSequence() async throws {
        let store = try KitStore(.memory).app()
        var results = descriptor().results(for: store).makeAsyncIterator()
        await expect(.errorAuthorizationNotDetermined) { try await results.next() }
        #expect(try await results.next() == nil)
    }

    @Test func manyTasksObserveDuringManySaves() async throws {
        let kit = try KitStore(.file)
        let store = try await kit.allowed()
        let writers = [try await kit.allowed("a"), try await kit.allowed("b")]
        try await withThrowingTaskGroup(of: Set<UUID>.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var seen: Set<UUID> = []
                    for try await result in descriptor().results(for: store) {
                        for sample in result.addedSamples { #expect(seen.insert(sample.uuid).inserted) }
                        if seen.count == 60 { break }
                    }
                    return seen
                }
            }
            for writer in 0..<6 {
                group.addTask {
                    for index in 0..<10 { try await writers[writer % 2].save(Sample.steps(writer * 10 + index)) }
                    return []
                }
            }
            var followers: [Set<UUID>] = []
            for try await seen in group where !seen.isEmpty { followers.append(seen) }
            #expect(followers.count == 8 && Set(followers).count == 1)
        }
    }
}
