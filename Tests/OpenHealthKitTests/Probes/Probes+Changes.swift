// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    private struct Change: Sendable {
        var added: [UUID]
        var deleted: [HKDeletedObject]
        var anchor: HKQueryAnchor?
    }

    /// Executes an anchored query of the steps, and returns its first result.
    private func changes(_ anchor: HKQueryAnchor? = nil, limit: Int = HKObjectQueryNoLimit) async throws -> Change {
        let recorder = QueryRecorder<Change>()
        app.execute(
            HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: anchor, limit: limit) {
                _, samples, deleted, anchor, error in
                if let error { return recorder.record(.failure(error)) }
                recorder.record(Change(added: (samples ?? []).map(\.uuid), deleted: deleted ?? [], anchor: anchor))
            })
        return try await recorder.next()
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkanchoredobjectquerydescriptor/anchor
    @Test func withoutAnAnchorAllSamplesAreReturned() async throws {
        try grant(steps)
        let samples = [steps(0, 1), steps(1, 2)]
        try world.add(samples)
        #expect(Set(try await changes().added) == Set(samples.map(\.uuid)))
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkanchoredobjectquery
    @Test func anAnchorRestrictsTheResultToNewerObjects() async throws {
        try grant(steps)
        let (old, new) = (steps(0, 1), steps(1, 2))
        try await app.save(old)
        let anchor = try await changes().anchor
        try await app.save(new)
        try await app.delete(old)
        let change = try await changes(anchor)
        #expect(change.added == [new.uuid] && change.deleted.map(\.uuid) == [old.uuid])
        let none = try await changes(change.anchor)
        #expect(none.added.isEmpty && none.deleted.isEmpty)
    }

    /// Source: HKAnchoredObjectQuery.h of the iOS 27 SDK, initWithType:predicate:anchor:limit:resultsHandler:
    @Test func theLimitCountsSamplesAndDeletedObjects() async throws {
        try grant(steps)
        var anchor = try await changes().anchor
        let samples = (0..<4).map { steps(Double($0), Double($0) + 1) }
        try await app.save(samples)
        try await app.delete(samples[0])
        var sizes: [Int] = []
        repeat {
            let change = try await changes(anchor, limit: 2)
            sizes.append(change.added.count + change.deleted.count)
            anchor = change.anchor
        } while sizes.last != 0
        #expect(sizes.max() == 2)
    }

    /// Source: HKDeletedObject.h of the iOS 27 SDK, metadata
    @Test func deletedObjectsKeepTheSyncMetadataOnly() async throws {
        try grant(steps)
        let sample = steps(0, 1, metadata: Self.sync(3).merging(["place": "home"]) { $1 })
        try await app.save(sample)
        let anchor = try await changes().anchor
        try await app.delete(sample)
        let deleted = try #require(try await changes(anchor).deleted.first)
        #expect(deleted.metadata?[HKMetadataKeySyncIdentifier] as? String == "walk")
        #expect(deleted.metadata?[HKMetadataKeySyncVersion] as? Int == 3)
        #expect(deleted.metadata?.count == 2)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkqueryanchor
    @Test func anchorsOutliveTheProgram() async throws {
        try grant(steps)
        try await app.save(steps(0, 1))
        let anchor = try #require(try await changes().anchor)
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        let restored = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data))
        let new = steps(1, 2)
        try await app.save(new)
        #expect(try await changes(restored).added == [new.uuid])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkanchoredobjectquery/updatehandler
    @Test func theUpdateHandlerFollowsSavedAndDeletedSamples() async throws {
        try grant(steps)
        let (first, updates) = (QueryRecorder<Bool>(), QueryRecorder<Change>())
        let query = HKAnchoredObjectQuery(
            type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
        ) { _, _, _, _, _ in first.record(true) }
        query.updateHandler = { _, samples, deleted, anchor, _ in
            updates.record(Change(added: (samples ?? []).map(\.uuid), deleted: deleted ?? [], anchor: anchor))
        }
        app.execute(query)
        _ = try await first.next()
        let sample = steps(0, 1)
        try await app.save(sample)
        #expect(try await updates.next().added == [sample.uuid])
        try await app.delete(sample)
        #expect(try await updates.next().deleted.map(\.uuid) == [sample.uuid])
        app.stop(query)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkobserverquery
    @Test func observersAreNotifiedOfSavedAndDeletedSamples() async throws {
        try grant(steps)
        let calls = QueryRecorder<Bool>()
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            calls.record(true)
            completion()
        }
        app.execute(query)
        // The call after the execution.
        _ = try await calls.next()
        let sample = steps(0, 1)
        try await app.save(sample)
        _ = try await calls.next()
        try await app.delete(sample)
        _ = try await calls.next()
        app.stop(query)
    }

    /// Source: HKObserverQuery.h of the iOS 27 SDK, initWithQueryDescriptors:updateHandler:
    @Test func observersOfSeveralTypesLearnTheChangedTypes() async throws {
        try grant(steps, pulse)
        let calls = QueryRecorder<Set<HKSampleType>>()
        let query = HKObserverQuery(
            queryDescriptors: [steps, pulse].map { HKQueryDescriptor(sampleType: $0, predicate: nil) }
        ) { _, types, completion, _ in
            calls.record(types ?? [])
            completion()
        }
        app.execute(query)
        _ = try await calls.next()
        try await app.save(pulse(0, 60))
        #expect(try await calls.next() == [pulse])
        app.stop(query)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkstatisticscollectionquery
    @Test func collectionsWithAnUpdateHandlerAreLongRunning() async throws {
        try grant(steps)
        let (first, updates) = (QueryRecorder<Int>(), QueryRecorder<Double>())
        let query = HKStatisticsCollectionQuery(
            quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: Self.day,
            intervalComponents: Self.days())
        query.initialResultsHandler = { _, collection, _ in first.record(collection?.statistics().count ?? -1) }
        query.statisticsUpdateHandler = { _, statistics, _, _ in
            updates.record(statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0)
        }
        app.execute(query)
        #expect(try await first.next() == 0)
        try await app.save(steps(0, 1, 10))
        #expect(try await updates.next() == 10)
        app.stop(query)
    }
}
