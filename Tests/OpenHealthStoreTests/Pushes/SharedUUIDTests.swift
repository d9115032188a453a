// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests of samples of two parties that have the same UUID.
@Suite struct SharedUUIDTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let heartRate = HKQuantityType(.heartRate)

    private static func batch(_ value: Double, _ uuid: UUID, source: String) -> PushedBatch {
        var builder = PushBuilder(missing: [], now: now)
        builder.addQuantity(
            heartRate.identifier, value: value, unit: "count/min",
            PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: source), uuid: uuid,
                place: "/samples", index: 0))
        return builder.batch
    }

    private static func push(_ store: ScratchStore, _ batch: PushedBatch, app: String) throws {
        try store.database.ingest(batch, app: app, now: now)
    }

    private static func delete(_ store: ScratchStore, _ uuid: UUID, app: String) throws {
        var batch = PushedBatch()
        batch.deletions = [uuid]
        #expect(try store.database.ingest(batch, app: app, now: now).deleted == 1)
    }

    private static func reader(_ store: ScratchStore, _ name: String = "reader") throws -> AppAccess {
        let access = AppAccess(
            database: store.database, app: AppIdentity(identifier: "org.example.\(name)", name: name.capitalized))
        try access.record(AuthorizationDecision(read: [heartRate: .authorized]))
        return access
    }

    /// The UUID of another party's sample: a pushed one, or the derived one of an import.
    @Test(arguments: [false, true]) func aDeletionIsNotReportedWhileAnEarlierSampleHasTheUUID(isImported: Bool) throws {
        let store = try ScratchStore()
        var uuid = UUID()
        if isImported {
            try store.importXML(
                """
                <HealthData locale="en_GB"><Record type="\(Self.heartRate.identifier)" sourceName="Watch"
                 unit="count/min" startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:00:00 +0000" value="61"/>
                </HealthData>
                """)
            uuid = try #require(try store.database.records(SampleRequest()).first?.uuid)
        } else {
            try Self.push(store, Self.batch(61, uuid, source: "Watch"), app: "phone.a")
        }
        try Self.push(store, Self.batch(99, uuid, source: "Other"), app: "phone.b")
        #expect(try store.count("SELECT count(*) FROM sample") == 2)
        let reader = try Self.reader(store)
        let part = SampleQuery.Part(Self.heartRate)
        let before = try reader.changes([part], after: nil)
        let counter = try store.database.latestChange()

        try Self.delete(store, uuid, app: "phone.b")
        let after = try reader.changes([part], after: before.anchor)
        #expect(after.deleted.isEmpty && after.added.isEmpty && !after.hasMore)
        let range = ChangeRange(
            after: counter, through: try store.database.latestChange(), types: [Self.heartRate.identifier])
        #expect(try reader.changedTypes([part], in: range) == [])
        #expect(try store.database.changes(after: counter).deleted == [])
        #expect(try store.database.records(SampleRequest()).map(\.uuid) == [uuid])

        // The deletion of the last sample with the UUID is reported.
        guard !isImported else { return }
        try Self.delete(store, uuid, app: "phone.a")
        #expect(try reader.changes([part], after: after.anchor).deleted.map(\.uuid) == [uuid])
        #expect(try store.database.changes(after: counter).deleted.map(\.uuid).last == uuid)
    }

    /// The receipts of a party are those of a store where the other's sample does not exist, and none of the two is lost.
    @Test(arguments: [false, true]) func eachPartyIsAnsweredAsIfTheOtherDidNotExist(isImported: Bool) throws {
        let (store, alone) = (try ScratchStore(), try ScratchStore())
        var uuid = UUID()
        if isImported {
            try store.importXML(
                """
                <HealthData locale="en_GB"><Record type="\(Self.heartRate.identifier)" sourceName="Watch"
                 unit="count/min" startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:00:00 +0000" value="61"/>
                </HealthData>
                """)
            uuid = try #require(try store.database.records(SampleRequest()).first?.uuid)
        } else {
            try Self.push(store, Self.batch(61, uuid, source: "Watch"), app: "phone.a")
        }
        func values() throws -> [Double] { try store.database.records(SampleRequest()).compactMap(\.value).sorted() }
        for value in [99.0, 99, 98] {
            let batch = Self.batch(value, uuid, source: "Other")
            let receipt = try store.database.ingest(batch, app: "phone.b", now: Self.now)
            #expect(try receipt == alone.database.ingest(batch, app: "phone.b", now: Self.now))
        }
        #expect(try values() == [61, 98])
        if !isImported {
            let batch = Self.batch(61, uuid, source: "Watch")
            #expect(try store.database.ingest(batch, app: "phone.a", now: Self.now).allSamples == .init(known: 1))
        }
        for database in [store.database, alone.database] {
            var batch = PushedBatch()
            batch.deletions = [uuid]
            #expect(try database.ingest(batch, app: "phone.b", now: Self.now).deleted == 1)
            #expect(try database.ingest(batch, app: "phone.b", now: Self.now).deleted == 0)
        }
        #expect(try values() == [61])
        #expect(try store.database.check().findings == [])
    }

    /// The later version of a record has its UUID, and both changes are reported.
    @Test func aReplacementIsReportedAsDeletionAndAddition() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try Self.push(store, Self.batch(61, uuid, source: "Watch"), app: "phone.a")
        let reader = try Self.reader(store)
        let part = SampleQuery.Part(Self.heartRate)
        let before = try reader.changes([part], after: nil)
        try Self.push(store, Self.batch(62, uuid, source: "Watch"), app: "phone.a")
        let after = try reader.changes([part], after: before.anchor)
        #expect(after.deleted.map(\.uuid) == [uuid])
        #expect(after.added.map(\.uuid) == [uuid])
    }

    /// Readers who do not see the other sample receive the deletion.
    @Test func aDeletionIsReportedToThoseWhoSeeOnlyTheDeletedSample() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try Self.push(store, Self.batch(61, uuid, source: "Watch"), app: "phone.a")
        let reader = AppAccess(
            database: store.database, app: AppIdentity(identifier: "org.example.late", name: "Late"))
        let start = Date(timeIntervalSince1970: 1_710_000_100)
        try reader.record(AuthorizationDecision(read: [Self.heartRate: .limited(since: start)]))
        var later = PushBuilder(missing: [], now: Self.now)
        later.addQuantity(
            Self.heartRate.identifier, value: 70, unit: "count/min",
            PushBuilder.Reading(
                start: 1_710_000_200, end: 1_710_000_200, source: ProvenanceData(sourceName: "Other"), uuid: uuid,
                place: "/samples", index: 0))
        try Self.push(store, later.batch, app: "phone.b")
        let part = SampleQuery.Part(Self.heartRate)
        let before = try reader.changes([part], after: nil)
        #expect(before.added.map(\.uuid) == [uuid])
        try Self.delete(store, uuid, app: "phone.b")
        #expect(try reader.changes([part], after: before.anchor).deleted.map(\.uuid) == [uuid])
    }
}
