// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the changes after an anchor.
@Suite struct ChangesAfterAnchorTests {
    private let steps = HKQuantityType(.stepCount)
    private var part: SampleQuery.Part { SampleQuery.Part(steps) }

    private func access(_ store: ScratchStore, _ read: AppPermission.Read = .authorized) throws -> AppAccess {
        let access = AppAccess(
            database: store.database, app: AppIdentity(identifier: "org.example.reader", name: "Reader"))
        try access.record(
            AuthorizationDecision(read: [steps: read, HKQuantityType(.heartRate): .authorized]))
        return access
    }

    @Test func savedAndDeleted() throws {
        let store = try ScratchStore()
        let access = try access(store)
        let empty = try access.changes([part], after: nil)
        #expect(empty.added.isEmpty && empty.deleted.isEmpty && !empty.hasMore)

        let samples = (0..<5).map { MadeSamples.steps(Double($0), from: Double(5 - $0)) }
        try store.database.save(samples, source: MadeSamples.app)
        let first = try access.changes([part], after: empty.anchor)
        #expect(first.added == samples)
        try store.database.delete([samples[1].uuid])
        let brief = MadeSamples.steps(9, from: 100)
        try store.database.save([brief, MadeSamples.heartRate(60, at: 0)], source: MadeSamples.app)
        try store.database.delete([brief.uuid])
        let second = try access.changes([part], after: first.anchor)
        #expect(second.added.isEmpty)
        #expect(second.deleted.map(\.uuid) == [samples[1].uuid, brief.uuid])
        #expect(second.anchor.value == (try store.database.latestChange()).asInt)
        let third = try access.changes([part], after: second.anchor)
        #expect(third.added.isEmpty && third.deleted.isEmpty)
        #expect(third.anchor == second.anchor)
        // Without an anchor, the changes contain all existing samples.
        let all = try access.changes([part], after: nil)
        #expect(all.added == [samples[0], samples[2], samples[3], samples[4]])
        #expect(all.deleted.isEmpty)
        #expect(all.anchor == second.anchor)
        // After an anchor before all changes, deletions are reported.
        #expect(try access.changes([part], after: empty.anchor).deleted.count == 2)
    }

    @Test func syncMetadataOfDeleted() throws {
        let store = try ScratchStore()
        let access = try access(store)
        func version(_ number: Int) -> HKQuantitySample {
            MadeSamples.steps(
                1, from: 0,
                metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: number, "note": "secret"])
        }
        try store.database.save([version(1)], source: MadeSamples.app)
        let anchor = try access.changes([part], after: nil).anchor
        try store.database.save([version(2)], source: MadeSamples.app)
        let changes = try access.changes([part], after: anchor)
        #expect(changes.added.count == 1)
        let deleted = try #require(changes.deleted.first)
        #expect(deleted.metadata?[HKMetadataKeySyncIdentifier] as? String == "a")
        #expect(deleted.metadata?[HKMetadataKeySyncVersion] as? Int == 1)
        #expect(deleted.metadata?.count == 2)
    }

    /// Anchors of another store, anchors from before a restore, and random numbers are refused.
    @Test func invalidAnchorsAreRefused() throws {
        let store = try ScratchStore()
        let access = try access(store)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let beyond = try access.changes([part], after: HKQueryAnchor(fromValue: 1_000_000))
        #expect(beyond.added.isEmpty)
        #expect(beyond.anchor.value == 1)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        #expect(try access.changes([part], after: beyond.anchor).added.count == 1)
        for value in [-5, .min] {
            #expect(try access.changes([part], after: HKQueryAnchor(fromValue: value)).added.count == 2)
        }
        #expect(try access.changes([part], after: HKQueryAnchor(fromValue: .max)).added.isEmpty)
    }

    /// An app that follows the changes in pages of any size has the contents of the store in the end.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func changesAreFollowed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try ScratchStore()
        let access = try access(store)
        let node = PredicateNode.or([
            .compare(.startDate, .lessThan, .date(MadeSamples.date(40))),
            .compare(.quantity, .equalTo, .quantity(HKQuantity(unit: .count(), doubleValue: 3))),
        ])
        let parts = [SampleQuery.Part(steps, node), SampleQuery.Part(HKQuantityType(.heartRate))]
        var known: Set<UUID> = []
        var anchor: HKQueryAnchor?
        var saved: [UUID] = []
        for _ in 0..<60 {
            let samples = (0..<generator.below(5)).map { _ in
                generator.below(3) == 0
                    ? MadeSamples.heartRate(60, at: Double(generator.below(90)))
                    : MadeSamples.steps(Double(generator.below(5)), from: Double(generator.below(90)))
            }
            try store.database.save(samples, source: MadeSamples.app)
            saved += samples.map(\.uuid)
            if generator.below(2) == 0, !saved.isEmpty {
                try store.database.delete([saved.remove(at: generator.below(saved.count))])
            }
            guard generator.below(2) == 0 else { continue }
            let limit = [nil, 0, 1, 4][generator.below(4)]
            let changes = try access.changes(parts, after: anchor, limit: limit)
            if let limit, limit > 0 { #expect(changes.added.count + changes.deleted.count <= limit) }
            anchor = changes.anchor
            known.subtract(changes.deleted.map(\.uuid))
            for sample in changes.added { #expect(known.insert(sample.uuid).inserted, "told twice") }
            guard !changes.hasMore else { continue }
            let there = try access.samples(SampleQuery(parts)).map(\.uuid)
            #expect(known == Set(there))
        }
    }

    @Test func deletionsOfOthers() throws {
        let own = ProvenanceData(sourceName: "Reader", bundleIdentifier: "org.example.reader")
        for (read, expected) in [
            (AppPermission.Read.authorized, 2), (.denied, 1), (.limited(since: MadeSamples.date(50)), 1),
            (.limited(since: MadeSamples.date(1)), 2),
        ] {
            let store = try ScratchStore()
            let access = try access(store, read)
            let samples = [MadeSamples.steps(1, from: 0), MadeSamples.steps(2, from: 1)]
            try store.database.save([samples[0]], source: own)
            try store.database.save([samples[1]], source: MadeSamples.app)
            let anchor = HKQueryAnchor(fromValue: 2)
            try store.database.delete(samples.map(\.uuid))
            let changes = try access.changes([part], after: anchor)
            #expect(changes.deleted.count == expected)
            #expect(changes.deleted.first?.uuid == samples[0].uuid)
            let range = ChangeRange(after: 3, through: 4, types: [steps.identifier])
            #expect(try access.changedTypes([part], in: range) == (expected == 2 ? [steps] : []))
        }
    }

    @Test func typesThatChanged() throws {
        let store = try ScratchStore()
        let access = try access(store)
        let heartRate = HKQuantityType(.heartRate)
        try store.database.save(
            (0..<1000).map { MadeSamples.steps(1, from: Double($0)) } + [MadeSamples.heartRate(60, at: 5)],
            source: MadeSamples.app)
        let types = Set([steps.identifier, heartRate.identifier])
        let late = PredicateNode.compare(.startDate, .greaterThan, .date(MadeSamples.date(900)))
        let parts = [SampleQuery.Part(steps, late), SampleQuery.Part(heartRate)]
        func changed(_ after: Int64, _ through: Int64, _ types: Set<String>) throws -> Set<HKSampleType> {
            try access.changedTypes(parts, in: ChangeRange(after: after, through: through, types: types))
        }
        #expect(try changed(0, 1001, types) == [steps, heartRate])
        #expect(try changed(0, 1001, [heartRate.identifier]) == [heartRate])
        #expect(try changed(0, 900, types) == [])
        #expect(try changed(0, 902, types) == [steps])
        #expect(try changed(1000, 1001, types) == [heartRate])
        #expect(try changed(1001, 1001, types) == [])
        #expect(try changed(0, 1001, []) == [])
    }

    /// A first query for a few days reads those days, and not all changes.
    @Test func datesLimitChanges() throws {
        let store = try ScratchStore()
        try store.database.save(
            (0..<5000).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        let access = try access(store)
        let node = PredicateNode.interval(
            PredicateInterval(
                from: MadeSamples.date(3000).timeIntervalSince1970, to: MadeSamples.date(3010).timeIntervalSince1970))
        let read = try store.database.read { db in
            let changes = try SampleReader(db, [SampleQuery.Part(steps, node)], for: access).changes(after: 0)
            var count = 0
            while try changes.next() != nil { count += 1 }
            return count
        }
        #expect(read >= 10 && read <= 12)
        #expect(try access.changes([SampleQuery.Part(steps, node)], after: nil).added.count == 10)
    }
}

extension Int64 {
    fileprivate var asInt: Int { Int(self) }
}
