// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that a push changes only the samples of its own connection.
@Suite struct PushFenceTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let heartRate = HKQuantityTypeIdentifier.heartRate.rawValue

    /// Returns a push of quantities, one a second.
    private static func batch(
        _ values: [Double], uuids: [UUID]? = nil, type: String = heartRate, unit: String = "count/min",
        source: String = "Watch", bundle: String? = nil, version: String? = nil, missing: MissingProperties = [],
        lasting duration: Double = 0
    ) -> PushedBatch {
        var builder = PushBuilder(missing: missing, now: now)
        for (index, value) in values.enumerated() {
            let start = 1_710_000_000.0 + Double(index)
            var origin = ProvenanceData(sourceName: source)
            (origin.bundleIdentifier, origin.sourceVersion) = (bundle, version)
            builder.addQuantity(
                type, value: value, unit: unit,
                PushBuilder.Reading(
                    start: start, end: start + duration, source: origin, uuid: uuids?[index], place: "/samples",
                    index: index))
        }
        return builder.batch
    }

    private static func deletion(_ uuids: [UUID]) -> PushedBatch {
        var batch = PushedBatch()
        batch.deletions = uuids
        return batch
    }

    private static func export(_ values: [Double]) -> String {
        let records = values.enumerated().map { index, value in
            // 1,710,000,000 seconds after 1970.
            let text = "2024-03-09 16:00:\(index < 10 ? "0" : "")\(index) +0000"
            return """
                <Record type="\(heartRate)" sourceName="Watch" unit="count/min" startDate="\(text)" endDate="\(text)"
                 value="\(value)"/>
                """
        }
        return "<HealthData locale=\"en_GB\">\(records.joined())</HealthData>"
    }

    /// Returns everything that an app sees of a store.
    private static func state(_ store: ScratchStore) throws -> [String] {
        try store.contents()
            + store.database.records(SampleRequest()).map { "\($0.uuid) \($0.bundleIdentifier ?? "")" }
            .sorted()
    }

    private static func uuids(_ count: Int) -> [UUID] { (0..<count).map { _ in UUID() } }

    @Test func `a push with the UUIDs of another connection does not change its samples`() throws {
        let store = try ScratchStore()
        let uuids = Self.uuids(20)
        let values = (0..<20).map { 60 + Double($0) }
        try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.a", now: Self.now)
        let before = try Self.state(store)
        let attack = Self.batch(values.map { $0 + 100 }, uuids: uuids, source: "Watch", bundle: "org.example.evil")
        try store.database.ingest(attack, app: "phone.b", now: Self.now)
        let after = try Self.state(store)
        #expect(Set(before).isSubset(of: after))
        // The samples of the other connection are new ones.
        #expect(try store.count("SELECT count(*) FROM sample") == 40)
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.b", now: Self.now).deleted == 20)
        #expect(try Self.state(store) == before)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a copy of a sample of another connection changes nothing and is kept`() throws {
        let store = try ScratchStore()
        let (first, second) = (Self.uuids(10), Self.uuids(10))
        let values = (0..<10).map { 60 + Double($0) }
        try store.database.ingest(
            Self.batch(values, missing: [.device, .metadata]), app: "phone.a", now: Self.now)
        let before = try Self.state(store)
        let copy = Self.batch(values, uuids: second, bundle: "org.example.evil", version: "9")
        let receipt = try store.database.ingest(copy, app: "phone.b", now: Self.now)
        #expect(receipt.allSamples == .init(known: 10))
        #expect(try store.database.ingest(copy, app: "phone.b", now: Self.now).allSamples == .init(known: 10))
        #expect(try Self.state(store) == before)
        #expect(try store.count("SELECT count(*) FROM pushed_copy") == 10)
        #expect(try store.database.ingest(Self.deletion(first), app: "phone.b", now: Self.now).deleted == 0)
        #expect(try store.database.ingest(Self.deletion(second), app: "phone.c", now: Self.now).deleted == 0)
        #expect(try store.database.ingest(Self.deletion(second), app: "phone.b", now: Self.now).deleted == 10)
        #expect(try Self.state(store) == before)
        #expect(try store.count("SELECT count(*) FROM pushed_copy") == 0)
        #expect(try store.database.check().findings == [])
    }

    @Test func `a copy becomes a sample when the other connection deletes its sample`() throws {
        let store = try ScratchStore()
        let (first, second, third) = (Self.uuids(10), Self.uuids(10), Self.uuids(10))
        let values = (0..<10).map { 60 + Double($0) }
        try store.database.ingest(Self.batch(values, uuids: first), app: "phone.a", now: Self.now)
        // Other phones give equal samples other UUIDs, so they are not copies.
        try store.database.ingest(Self.batch(values, uuids: second), app: "phone.b", now: Self.now)
        #expect(try store.count("SELECT count(*) FROM sample") == 20)
        try store.database.ingest(Self.deletion(second), app: "phone.b", now: Self.now)
        try store.database.ingest(Self.batch(values, uuids: first, version: "2"), app: "phone.b", now: Self.now)
        try store.database.ingest(Self.batch(values, missing: [.device]), app: "phone.c", now: Self.now)
        #expect(try store.count("SELECT count(*) FROM sample") == 10)
        #expect(try store.database.ingest(Self.deletion(first), app: "phone.a", now: Self.now).deleted == 10)
        let records = try store.database.records(SampleRequest())
        #expect(Set(records.map(\.uuid)) == Set(first))
        #expect(records.map(\.sourceVersion) == Array(repeating: "2", count: 10))
        #expect(records.compactMap(\.value) == values)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        // The next copy follows.
        #expect(try store.database.ingest(Self.deletion(third), app: "phone.c", now: Self.now).deleted == 0)
        #expect(try store.database.ingest(Self.deletion(first), app: "phone.b", now: Self.now).deleted == 10)
        #expect(try store.database.records(SampleRequest()).compactMap(\.value) == values)
        #expect(try store.count("SELECT count(*) FROM pushed_copy") == 0)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a connection deletes imported samples only if it is the phone of the imports`() throws {
        let values = (0..<50).map { 60 + Double($0) }
        for isPhone in [false, true] {
            let store = try ScratchStore()
            try store.importXML(Self.export(values))
            let before = try Self.state(store)
            try store.database.apps.connections.allowPushes(
                of: [Self.heartRate], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: isPhone)
            let uuids = Self.uuids(50)
            let receipt = try store.database.ingest(
                Self.batch(values, uuids: uuids, bundle: "org.example.evil"), app: "phone.a", now: Self.now)
            #expect(receipt.allSamples == .init(known: 50))
            #expect(try Self.state(store) == before)
            #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.a", now: Self.now).deleted == 50)
            #expect(try store.count("SELECT count(*) FROM sample") == (isPhone ? 0 : 50))
            #expect(try store.database.check().findings == [])
            let deletions = try store.database.pushes.deletions(of: "phone.a")
            #expect(deletions.count == (isPhone ? 50 : 0))
            guard isPhone else {
                #expect(try Self.state(store) == before)
                continue
            }
            #expect(deletions.allSatisfy { $0.source == "Watch" && $0.type == Self.heartRate && !$0.isRestored })
            let first = try #require(deletions.first)
            #expect(try store.database.pushes.restoreDeletions(of: "phone.a", ids: [first.id]) == 1)
            #expect(try store.count("SELECT count(*) FROM sample") == 1)
            #expect(throws: StoreError.self) {
                _ = try store.database.pushes.restoreDeletions(of: "phone.b", ids: [first.id])
            }
            #expect(try store.database.pushes.restoreDeletions(of: "phone.a") == 49)
            #expect(try store.database.pushes.restoreDeletions(of: "phone.a") == 0)
            #expect(try Self.state(store) == before)
            #expect(try store.database.pushes.countDeletions(of: "phone.a") == 0)
            #expect(try store.database.check().findings == [])
            try store.expectNoFaults()
        }
    }

    @Test func `copies of other connections become samples when the phone of the imports deletes its samples`() throws {
        let values = (0..<20).map { 60 + Double($0) }
        let store = try ScratchStore()
        try store.importXML(Self.export(values))
        let before = try Self.state(store)
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: true)
        let (own, other) = (Self.uuids(20), Self.uuids(20))
        for (uuids, app) in [(own, "phone.a"), (other, "phone.b")] {
            try store.database.ingest(Self.batch(values, uuids: uuids), app: app, now: Self.now)
        }
        #expect(try Self.state(store) == before)
        #expect(try store.database.ingest(Self.deletion(own), app: "phone.a", now: Self.now).deleted == 20)
        let records = try store.database.records(SampleRequest())
        #expect(records.compactMap(\.value) == values && Set(records.map(\.uuid)) == Set(other))
        #expect(try store.database.pushes.deletions(of: "phone.a").count == 20)
        #expect(try store.database.ingest(Self.deletion(own), app: "phone.a", now: Self.now).deleted == 0)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        // The other connection can delete its sample, and the owner restores the imported ones.
        let deleted = Self.deletion([other[0]])
        #expect(try store.database.ingest(deleted, app: "phone.b", now: Self.now).deleted == 1)
        #expect(try store.database.pushes.restoreDeletions(of: "phone.a") == 20)
        #expect(try Self.state(store) == before)
        #expect(try store.count("SELECT count(*) FROM pushed_copy WHERE app = 'phone.b'") == 19)
        #expect(try store.database.ingest(Self.deletion(other), app: "phone.b", now: Self.now).deleted == 19)
        #expect(try Self.state(store) == before)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test
    func `a sample that another connection pushed before the import stays when the phone of the imports deletes it`()
        throws
    {
        let values = (0..<20).map { 60 + Double($0) }
        let (store, uuids) = (try ScratchStore(), Self.uuids(20))
        try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.b", now: Self.now)
        try store.importXML(Self.export(values))
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: true)
        try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.a", now: Self.now)
        let before = try Self.state(store)
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.a", now: Self.now).deleted == 20)
        #expect(try Self.state(store) == before)
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.b", now: Self.now).deleted == 20)
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a sample that an import contained can no longer be deleted by the connection that pushed it`() throws {
        let values = (0..<20).map { 60 + Double($0) }
        for missing in [MissingProperties(), [.device, .metadata]] {
            let store = try ScratchStore()
            let uuids = Self.uuids(20)
            try store.database.ingest(
                Self.batch(values, uuids: uuids, missing: missing), app: "phone.a", now: Self.now)
            try store.importXML(Self.export(values))
            let before = try Self.state(store)
            #expect(before.count == 40)
            try store.database.ingest(
                Self.batch(values.map { $0 + 1 }, uuids: uuids, missing: missing), app: "phone.a", now: Self.now)
            #expect(try Self.state(store) == before)
            #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.a", now: Self.now).deleted == 20)
            #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.a", now: Self.now).deleted == 0)
            #expect(try Self.state(store) == before)
            #expect(try store.database.check().findings == [])
            try store.expectNoFaults()
        }
    }

    /// Returns a push of a workout of ten minutes.
    private static func workout(_ uuid: UUID?, duration: Double, evil: Bool) -> PushedBatch {
        var builder = PushBuilder(missing: [], now: now)
        var source = ProvenanceData(sourceName: "Watch")
        if evil { source.sourceVersion = "666" }
        let reading = PushBuilder.Reading(
            start: 1_710_000_000, end: 1_710_000_600, source: source,
            metadata: evil ? [MetadataPair(key: "evil", value: "1")] : [], uuid: uuid, place: "/workouts/0")
        let data = WorkoutData(
            activityType: "HKWorkoutActivityTypeRunning", sample: builder.sampleData(reading), duration: duration)
        builder.add(.workout(data), uuid: uuid, at: reading.place)
        return builder.batch
    }

    @Test func `an import replaces the facts of samples that a connection brought before`() throws {
        let export = """
            <HealthData locale="en_GB"><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="9" durationUnit="min"
            sourceName="Watch" sourceVersion="10" startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:10:00 +0000">
            <MetadataEntry key="HKIndoorWorkout" value="0"/></Workout><Record type="\(Self.heartRate)" sourceName="Watch"
            sourceVersion="10" unit="count/min" startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:00:00 +0000"
            value="61"/></HealthData>
            """
        let alone = try ScratchStore()
        try alone.importXML(export)
        let store = try ScratchStore()
        let uuid = UUID()
        try store.database.ingest(Self.workout(uuid, duration: 1, evil: true), app: "phone.b", now: Self.now)
        try store.database.ingest(
            Self.batch([61], uuids: Self.uuids(1), version: "666"), app: "phone.b", now: Self.now)
        try store.importXML(export)
        #expect(try store.contents() == alone.contents())
        #expect(try store.database.workouts().map(\.duration) == alone.database.workouts().map(\.duration))
        try store.database.ingest(Self.deletion([uuid]), app: "phone.b", now: Self.now)
        #expect(try store.contents() == alone.contents())
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `workouts of two connections are two, and a deletion leaves the other one as it was`() throws {
        let store = try ScratchStore()
        let uuid = UUID()
        try store.database.ingest(Self.workout(uuid, duration: 1, evil: true), app: "phone.b", now: Self.now)
        try store.database.ingest(Self.workout(uuid, duration: 600, evil: false), app: "phone.a", now: Self.now)
        #expect(try store.database.ingest(Self.deletion([uuid]), app: "phone.b", now: Self.now).deleted == 1)
        #expect(try store.database.workouts().map(\.duration) == [600])
        #expect(try store.database.records(SampleRequest()).map(\.metadata) == [[]])
        #expect(try store.database.check().findings == [])
    }

    @Test func `blood pressures of two connections are deleted with all of their members`() throws {
        func pressure(_ uuids: [UUID]) -> PushedBatch {
            var builder = PushBuilder(missing: [], now: Self.now)
            var members: [NestedRow] = []
            let types = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(\.rawValue)
            for (index, value) in [120.0, 80].enumerated() {
                let part = PushBuilder.Reading(
                    start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Cuff"),
                    uuid: uuids[index], place: "/samples/0")
                builder.addQuantity(types[index], value: value, unit: "mmHg", part)
                if let row = builder.nestedRow(types[index], value: value, unit: "mmHg", part) { members.append(row) }
            }
            let reading = PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Cuff"), uuid: uuids[2],
                place: "/samples/0")
            builder.add(
                .correlation(
                    CorrelationData(
                        type: HKCorrelationTypeIdentifier.bloodPressure.rawValue, sample: builder.sampleData(reading),
                        members: members)), uuid: uuids[2], at: reading.place)
            return builder.batch
        }
        for order in [["phone.a", "phone.b"], ["phone.b", "phone.a"]] {
            let (first, second) = (Self.uuids(3), Self.uuids(1))
            for uuids in [first, [first[0], first[1], second[0]]] {
                let store = try ScratchStore()
                let own = ["phone.a": first, "phone.b": uuids]
                for app in order { try store.database.ingest(pressure(own[app] ?? []), app: app, now: Self.now) }
                try store.database.ingest(Self.deletion(uuids), app: "phone.b", now: Self.now)
                #expect(try store.count("SELECT count(*) FROM sample") == 3)
                #expect(try store.count("SELECT count(*) FROM correlation_member") == 2)
                #expect(try Set(store.database.records(SampleRequest()).map(\.uuid)) == Set(first))
                #expect(try store.database.check().findings == [])
                try store.database.ingest(Self.deletion(first), app: "phone.a", now: Self.now)
                #expect(try store.count("SELECT count(*) FROM sample") == 0)
                try store.expectNoFaults()
            }
        }
    }

    @Test func `many samples of another connection in a second do not double a repeated push`() throws {
        let store = try ScratchStore()
        func batch(_ values: [Double]) -> PushedBatch {
            var builder = PushBuilder(missing: [.device, .metadata], now: Self.now)
            for (index, value) in values.enumerated() {
                builder.addQuantity(
                    Self.heartRate, value: value, unit: "count/min",
                    PushBuilder.Reading(
                        start: 1_710_000_000, end: 1_710_000_000, source: ProvenanceData(sourceName: "Watch"),
                        place: "/samples", index: index))
            }
            return builder.batch
        }
        try store.database.ingest(batch([60, 61]), app: "phone.a", now: Self.now)
        try store.database.ingest(batch((0..<300).map { 100 + Double($0) }), app: "phone.b", now: Self.now)
        for _ in 0..<2 {
            #expect(
                try store.database.ingest(batch([60, 61]), app: "phone.a", now: Self.now).allSamples == .init(known: 2))
        }
        // A copy of a sample of the other connection is not searched in such a second, and has an ordinal of its own. A record that the
        // push lists twice is one.
        try store.database.ingest(batch([60, 61, 100, 100]), app: "phone.a", now: Self.now)
        let uuids = try store.database.records(SampleRequest()).map(\.uuid)
        #expect(uuids.count == 303 && Set(uuids).count == 303)
        #expect(try store.database.check().findings == [])
    }

    @Test func `a connection that continues an earlier one changes its samples`() throws {
        let store = try ScratchStore()
        let uuids = Self.uuids(5)
        let values = (0..<5).map { 60 + Double($0) }
        try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.a", now: Self.now)
        try store.database.ingest(Self.batch([1], uuids: Self.uuids(1)), app: "phone.b", now: Self.now)
        let app = AppIdentity(identifier: "phone.c", name: "C")
        try store.database.apps.connections.allowPushes(of: [Self.heartRate], by: app)
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.b", name: "B"))
        #expect(throws: StoreError.self) {
            try store.database.apps.connections.addPredecessor("phone.unknown", of: "phone.c")
        }
        try store.database.apps.connections.addPredecessor("phone.a", of: "phone.b")
        try store.database.apps.connections.addPredecessor("phone.b", of: "phone.c")
        #expect(try store.database.apps.connections.predecessors(of: "phone.c") == ["phone.a", "phone.b"])
        let receipt = try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.c", now: Self.now)
        #expect(receipt.allSamples == .init(known: 5))
        #expect(try store.count("SELECT count(*) FROM sample") == 6)
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.d", now: Self.now).deleted == 0)
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.c", now: Self.now).deleted == 5)
        #expect(try store.database.apps.connections.freeIdentifier("phone.a") != "phone.a")
    }

    @Test func `a connection that no longer continues another one changes only its own samples`() throws {
        let store = try ScratchStore()
        let uuids = Self.uuids(2)
        try store.database.ingest(Self.batch([60], uuids: [uuids[0]]), app: "phone.a", now: Self.now)
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.b", name: "B"))
        try store.database.apps.connections.addPredecessor("phone.a", of: "phone.b")
        try store.database.ingest(Self.batch([61], uuids: [uuids[1]]), app: "phone.b", now: Self.now)
        try store.database.apps.connections.removePredecessors(of: "phone.b")
        #expect(try store.database.apps.connections.predecessors(of: "phone.b") == [])
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.b", now: Self.now).deleted == 1)
        #expect(try store.database.records(SampleRequest()).map(\.uuid) == [uuids[0]])
        try store.database.apps.connections.removePredecessors(of: "phone.b")
        #expect(throws: StoreError.self) { try store.database.apps.connections.removePredecessors(of: "phone.unknown") }
        // It can be continued again.
        try store.database.apps.connections.addPredecessor("phone.a", of: "phone.b")
        #expect(try store.database.ingest(Self.deletion(uuids), app: "phone.b", now: Self.now).deleted == 1)
    }

    /// A connection that knows less than another must not take the place of its later samples: it could hide them with samples that
    /// match any value or end. An end that agrees hides nothing.
    @Test(arguments: [MissingProperties.value, .end])
    func `a sample without a value or with an unknown end is not that of another connection`(missing: MissingProperties)
        throws
    {
        let store = try ScratchStore()
        let values = (0..<5).map { 60 + Double($0) }
        let first = missing == .value ? values.map { $0 + 40 } : values
        try store.database.ingest(
            Self.batch(first, missing: missing, lasting: missing == .end ? 5 : 0), app: "phone.evil", now: Self.now)
        let uuids = Self.uuids(5)
        let receipt = try store.database.ingest(Self.batch(values, uuids: uuids), app: "phone.a", now: Self.now)
        #expect(receipt.allSamples == .init(added: 5))
        // An import that contains the samples keeps one of both.
        try store.importXML(Self.export(values))
        #expect(try store.database.records(SampleRequest()).compactMap(\.value) == values)
        #expect(try Set(store.database.records(SampleRequest()).map(\.uuid)) == Set(uuids))
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }
}
