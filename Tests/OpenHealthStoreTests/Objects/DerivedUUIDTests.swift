// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

@Suite struct DerivedUUIDTests {
    @Test func everyImportedSampleIsFoundByItsUUID() throws {
        let store = try ScratchStore()
        var export = TestExport()
        for second in 0..<40 {
            // Several samples per second, several types, and exact duplicates.
            export.add(.init(value: "7", start: second / 4, end: 60), .init(value: "7", start: second / 4, end: 60))
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "\(50 + second % 3)",
                    source: second % 2 == 0 ? "Watch" : "Strap", start: second / 4, end: second / 4))
        }
        // Dates before 1970, near and far.
        export.add(.init(start: -3_000_000_000, end: -2_999_999_000), .init(start: 900_000_000, end: 900_000_060))
        try store.importXML(export.document)
        let records = try store.database.records(SampleRequest())
        #expect(records.count == 122)
        #expect(Set(records.map(\.uuid)).count == records.count)
        for record in records {
            #expect(try store.database.record(uuid: record.uuid) == record)
            #expect(try store.database.sample(uuid: record.uuid)?.uuid == record.uuid)
        }
    }

    /// A sample that is imported again, also after its deletion or into a backup, has the same UUID. In another store it has a
    /// different UUID.
    @Test func theSameSampleHasTheSameUUIDOnlyInTheSameStore() throws {
        var export = TestExport()
        export.add(.init(), .init(), .init(value: "11"), .init(start: 60, end: 120))
        var later = export
        later.add(.init(start: 7200, end: 7260))
        let (first, second) = (try ScratchStore(), try ScratchStore())
        try first.importXML(export.document)
        let uuids = Set(try first.database.records(SampleRequest()).map(\.uuid))
        #expect(uuids.count == 4)
        try first.importXML(later.document)
        let now = Set(try first.database.records(SampleRequest()).map(\.uuid))
        #expect(now.count == 5 && now.isSuperset(of: uuids))
        try first.database.delete(Array(uuids))
        try first.importXML(export.document)
        #expect(Set(try first.database.records(SampleRequest()).map(\.uuid)) == now)
        let copy = first.database.url.deletingLastPathComponent().appendingPathComponent("copy.db")
        try first.database.backup(to: copy)
        #expect(Set(try HealthDatabase(url: copy).records(SampleRequest()).map(\.uuid)) == now)
        try second.importXML(later.document)
        #expect(now.isDisjoint(with: try second.database.records(SampleRequest()).map(\.uuid)))
    }

    /// Without the secret, UUIDs can neither be computed nor decrypted: The former scheme gives different UUIDs, and decrypts the
    /// new ones to incorrect facts.
    @Test func nothingCanBeDerivedWithoutTheSecret() throws {
        var generator = SeededGenerator(seed: 10)
        let uuids = DerivedUUID(SipKey(low: generator.next(), high: generator.next()))
        var type = ContentHash.empty
        type.combine("HKCategoryTypeIdentifierMenstrualFlow")
        var (typesRead, startsRead) = (0, 0)
        for day in 0..<2000 {
            let start = 1_700_000_000 + Double(day) * 86_400
            let facts = DerivedUUID.Content(
                type: type, start: start, end: start, value: Double(day % 5), source: SourceIdentity.hash("Watch"),
                ordinal: 0)
            let uuid = uuids.make(facts)
            #expect(FormerUUID.make(facts) != uuid)
            let other = DerivedUUID(SipKey(low: generator.next(), high: generator.next()))
            for parts in [FormerUUID.parts(of: uuid), other.parts(of: uuid)] {
                if parts?.type == DerivedUUID.typeBits(type) { typesRead += 1 }
                if parts?.start == DerivedUUID.startBits(start) { startsRead += 1 }
            }
        }
        #expect(startsRead == 0)
        // One in 65,536 is correct by chance.
        #expect(typesRead < 5)
    }

    @Test func duplicatesAreDeletedIndividually() throws {
        let store = try ScratchStore()
        var export = TestExport()
        for _ in 0..<4 { export.add(.init()) }
        try store.importXML(export.document)
        var uuids = try store.database.records(SampleRequest()).map(\.uuid)
        while let uuid = uuids.popLast() {
            try store.database.delete([uuid])
            #expect(try store.database.record(uuid: uuid) == nil)
            for rest in uuids { #expect(try store.database.record(uuid: rest) != nil) }
        }
        #expect(try store.database.records(SampleRequest()).isEmpty)
    }

    @Test func everyUUIDDecodesToItsParts() {
        var generator = SeededGenerator(seed: 8)
        let uuids = DerivedUUID(SipKey(low: 1, high: 2))
        for index in 0..<2000 {
            var type = ContentHash.empty
            type.combine("type \(index)")
            let start = generator.number(-1e10, 1e10)
            let facts = DerivedUUID.Content(
                type: type, start: start, end: start + 5, value: index % 7 == 0 ? .nan : generator.unit(),
                source: ContentHash(low: generator.next(), high: generator.next()), ordinal: Int64(index % 3))
            let uuid = uuids.make(facts)
            let parts = uuids.parts(of: uuid)
            #expect(parts?.type == DerivedUUID.typeBits(type))
            #expect(parts?.start == DerivedUUID.startBits(start))
            #expect(uuid.uuidString.dropFirst(14).first == "8")
        }
        #expect(uuids.parts(of: UUID()) == nil)
    }

    /// The UUIDs must not change because other programs store them. A migration reads the UUIDs from before the secret.
    @Test func theSchemesNeverChange() throws {
        let key = try #require(SipKey(Array(0..<16)))
        var (uuids, former): ([String], [String]) = ([], [])
        for (identifier, start, value, ordinal) in [
            ("HKQuantityTypeIdentifierStepCount", 1_704_067_200.0, 10.0, Int64(0)),
            ("HKQuantityTypeIdentifierStepCount", 1_704_067_200.0, 10.0, 1),
            ("HKCategoryTypeIdentifierMindfulSession", -86_400.5, .nan, 0),
        ] {
            var type = ContentHash.empty
            type.combine(identifier)
            let facts = DerivedUUID.Content(
                type: type, start: start, end: start + 60, value: value, source: SourceIdentity.hash("Ada’s iPhone"),
                ordinal: ordinal)
            uuids.append(DerivedUUID(key).make(facts).uuidString)
            former.append(FormerUUID.make(facts).uuidString)
        }
        #expect(
            uuids == [
                "3A6BACE0-D0BA-8FE6-9713-880F7255950D", "F85AABC0-CD8C-8967-872C-09D9CD16831C",
                "D6E361F2-4F77-8088-916F-438585CD04CC",
            ])
        #expect(
            former == [
                "971BC27B-3186-8869-A6F6-BFD984D2442F", "0AC2742B-3521-86DF-BE67-B54AEA2761B5",
                "C5589BD1-9A1F-854E-8436-85E2CC02420A",
            ])
    }

    @Test func foreignUUIDsAreNotFound() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(.init())
        try store.importXML(export.document)
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            var bytes = withUnsafeBytes(of: (generator.next(), generator.next())) { Data($0) }
            bytes[6] = 0x80 | bytes[6] & 0x0f
            bytes[8] = 0x80 | bytes[8] & 0x3f
            #expect(try store.database.record(uuid: #require(UUID(bytes: bytes))) == nil)
        }
    }
}
