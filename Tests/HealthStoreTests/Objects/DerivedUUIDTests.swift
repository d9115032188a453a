// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthTestSupport
import Testing

@testable import HealthStore

@Suite struct DerivedUUIDTests {
    @Test func everyImportedSampleIsFoundByItsUUID() throws {
        let store = try ScratchStore()
        var export = TestExport()
        for second in 0..<40 {
            // Several in one second, of several types, and exact duplicates.
            export.add(.init(value: "7", start: second / 4, end: 60), .init(value: "7", start: second / 4, end: 60))
            export.add(
                .init(
                    type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "\(50 + second % 3)",
                    source: second % 2 == 0 ? "Watch" : "Strap", start: second / 4, end: second / 4))
        }
        // Before 1970, and far from it.
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

    @Test func sameSampleHasTheSameUUIDInEveryStore() throws {
        var export = TestExport()
        export.add(.init(), .init(), .init(value: "11"), .init(start: 60, end: 120))
        var later = export
        later.add(.init(start: 7200, end: 7260))
        let (first, second) = (try ScratchStore(), try ScratchStore())
        try first.importXML(export.document)
        try second.importXML(later.document)
        let uuids = try first.database.records(SampleRequest()).map(\.uuid)
        #expect(Set(uuids).isSubset(of: Set(try second.database.records(SampleRequest()).map(\.uuid))))
    }

    @Test func duplicatesAreDeletedOneByOne() throws {
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

    @Test func partsComeOutOfEveryUUID() {
        var generator = SeededGenerator(seed: 8)
        for index in 0..<2000 {
            var type = ContentHash.empty
            type.combine("type \(index)")
            let start = generator.number(-1e10, 1e10)
            let facts = DerivedUUID.Facts(
                type: type, start: start, end: start + 5, value: index % 7 == 0 ? .nan : generator.unit(),
                source: ContentHash(low: generator.next(), high: generator.next()), ordinal: Int64(index % 3))
            let uuid = DerivedUUID.make(facts)
            let parts = DerivedUUID.parts(of: uuid)
            #expect(parts?.type == DerivedUUID.typeBits(type))
            #expect(parts?.start == DerivedUUID.startBits(start))
            #expect(uuid.uuidString.dropFirst(14).first == "8")
        }
        #expect(DerivedUUID.parts(of: UUID()) == nil)
    }

    /// UUIDs are for ever: other programs write them down.
    @Test func theSchemeNeverChanges() {
        var uuids: [String] = []
        for (identifier, start, value, ordinal) in [
            ("HKQuantityTypeIdentifierStepCount", 1_704_067_200.0, 10.0, Int64(0)),
            ("HKQuantityTypeIdentifierStepCount", 1_704_067_200.0, 10.0, 1),
            ("HKCategoryTypeIdentifierMindfulSession", -86_400.5, .nan, 0),
        ] {
            var type = ContentHash.empty
            type.combine(identifier)
            uuids.append(
                DerivedUUID.make(
                    DerivedUUID.Facts(
                        type: type, start: start, end: start + 60, value: value,
                        source: SourceIdentity.hash("Ada’s iPhone"), ordinal: ordinal)
                ).uuidString)
        }
        #expect(
            uuids == [
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
