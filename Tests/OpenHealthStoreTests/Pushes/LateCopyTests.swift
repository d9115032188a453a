// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that a late copy of a push does not bring back the samples that its connection has deleted meanwhile.
@Suite struct LateCopyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// 2024-03-09 16:00 UTC.
    private static let start = 1_710_000_000.0
    private static let heartRate = HKQuantityTypeIdentifier.heartRate.rawValue

    private let store: ScratchStore
    private let uuids = (0..<10).map { _ in UUID() }

    init() throws { store = try ScratchStore() }

    /// Adds a heart rate for each UUID, one a second.
    private static func add(_ uuids: [UUID], to builder: inout PushBuilder, adding difference: Double = 0) {
        for (index, uuid) in uuids.enumerated() {
            let date = start + Double(index)
            builder.addQuantity(
                heartRate, value: 60 + Double(index) + difference, unit: "count/min",
                PushBuilder.Reading(
                    start: date, end: date, source: ProvenanceData(sourceName: "Watch"), uuid: uuid, place: "/samples",
                    index: index))
            builder.endRecord()
        }
    }

    /// Pushes heart rates.
    /// - Parameters:
    ///   - deleted: The UUIDs that the push deletes.
    ///   - size: The number of parts of a batch; nil for one batch.
    @discardableResult
    private func push(
        _ uuids: [UUID], as app: String = "phone.a", adding difference: Double = 0, deleting deleted: [UUID] = [],
        size: Int? = nil, missing: MissingProperties = []
    ) throws -> PushedReceipt {
        func read(_ sink: PushSink?) -> PushedBatch {
            var builder = PushBuilder(missing: missing, now: Self.now, sink: sink)
            Self.add(uuids, to: &builder, adding: difference)
            for uuid in deleted { builder.addDeletion(uuid) }
            return builder.batch
        }
        guard let size else { return try store.database.ingest(read(nil), app: app, now: Self.now) }
        return try store.database.ingest(app: app, now: Self.now, size: size) { read($0) }
    }

    @discardableResult
    private func delete(_ uuids: [UUID], as app: String = "phone.a", missing: MissingProperties = []) throws -> Int {
        var batch = PushedBatch(missing: missing)
        batch.deletions = uuids
        return try store.database.ingest(batch, app: app, now: Self.now).deleted
    }

    private func stored() throws -> [UUID] { try store.database.records(SampleRequest()).map(\.uuid) }

    private func expectSound() throws {
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test(arguments: [nil, 3])
    func `late copies are left out, and a warning has their number`(size: Int?) throws {
        try push(uuids, size: size)
        #expect(try delete(Array(uuids[..<4])) == 4)
        let remaining = Set(uuids[4...])
        for difference in [0.0, 5] {
            // HealthKit's samples never change, so another value does not make a record another one.
            let receipt = try push(Array(uuids[..<4]), adding: difference, size: size)
            #expect(receipt.allSamples == .init(known: 4) && receipt.late == 4)
            #expect(receipt.warnings.entries.map(\.count) == [4] && receipt.refusals.count == 0)
        }
        let whole = try push(uuids, size: size)
        #expect(whole.allSamples == .init(known: 10) && whole.late == 4)
        #expect(try Set(stored()) == remaining)
        // The list of pushes states the reason for the owner.
        #expect(try store.database.pushes.all(of: "phone.a").first?.remarks.first?.contains("came late") == true)
        // A new sample with the same dates and values is another one.
        let fresh = UUID()
        let added = try push([fresh], size: size)
        #expect(added.allSamples == .init(added: 1) && added.late == 0 && added.warnings.count == 0)
        #expect(try Set(stored()) == remaining.union([fresh]))
        try expectSound()
    }

    @Test(arguments: [nil, 3])
    func `samples that their own push deletes are not stored`(size: Int?) throws {
        let deleted = Array(uuids[..<4])
        let remaining = Set(uuids[4...])
        for counts in [PushedReceipt.Counts(added: 6, known: 4), .init(known: 10)] {
            let receipt = try push(uuids, deleting: deleted, size: size)
            #expect(receipt.allSamples == counts && receipt.late == 4 && receipt.deleted == 0)
            #expect(try Set(stored()) == remaining)
        }
        // Nor does a later push without the deletions add them.
        #expect(try push(uuids, size: size).late == 4)
        #expect(try Set(stored()) == remaining)
        // A stored sample is deleted.
        let receipt = try push([uuids[5]], deleting: [uuids[5]], size: size)
        #expect(receipt.deleted == 1 && receipt.late == 1)
        #expect(try Set(stored()) == remaining.subtracting([uuids[5]]))
        try expectSound()
    }

    @Test func `a sender that uses an identifier again deletes a record and sends it anew`() throws {
        let uuid = uuids[0]
        #expect(try push([uuid], missing: [.identifier]).allSamples == .init(added: 1))
        let receipt = try push([uuid], adding: 5, deleting: [uuid], missing: [.identifier])
        #expect(receipt.deleted == 1 && receipt.late == 0 && receipt.allSamples == .init(added: 1))
    }

    @Test func `only deletions of the same connection count`() throws {
        try push(uuids, as: "phone.b")
        try delete(uuids, as: "phone.b")
        // Nothing that another connection does tells that they have been deleted, nor the deletion of what it never sent.
        #expect(try delete(uuids) == 0)
        let alone = try ScratchStore()
        #expect(try push(uuids) == alone.database.ingest(batch(uuids), app: "phone.a", now: Self.now))
        #expect(try Set(stored()) == Set(uuids))
        // A file that the person gives to the tool is not the connection either.
        try delete(uuids)
        #expect(try push(uuids, as: "file.health-kit").allSamples == .init(added: 10))
        try expectSound()
    }

    private func batch(_ uuids: [UUID]) -> PushedBatch {
        var builder = PushBuilder(missing: [], now: Self.now)
        Self.add(uuids, to: &builder)
        return builder.batch
    }

    @Test func `deletions of an earlier connection of the phone count`() throws {
        try push(uuids, as: "phone.a")
        try delete(uuids, as: "phone.a")
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.b", name: "B"))
        try store.database.apps.connections.addPredecessor("phone.a", of: "phone.b")
        #expect(try push(uuids, as: "phone.b").late == 10)
        #expect(try stored() == [])
    }

    @Test(arguments: [false, true])
    func `deletions of a later connection of the phone, and of its samples, count for the earlier one`(
        byPerson: Bool
    ) throws {
        let deleted = Array(uuids[..<4])
        try push(byPerson ? [] : uuids, as: "phone.a")
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.b", name: "B"))
        try store.database.apps.connections.addPredecessor("phone.a", of: "phone.b")
        if byPerson {
            try push(uuids, as: "phone.b")
            try store.database.delete(deleted)
        } else {
            #expect(try delete(deleted, as: "phone.b") == 4)
        }
        for app in ["phone.a", "phone.b", "phone.a"] {
            let receipt = try push(uuids, as: app)
            #expect(receipt.allSamples == .init(known: 10))
            #expect((byPerson ? receipt.unwanted : receipt.late) == 4)
        }
        #expect(try Set(stored()) == Set(uuids[4...]))
        try expectSound()
    }

    @Test func `the person can add the records of a file again`() throws {
        let file = "file.health-kit"
        try push(uuids, as: file)
        try delete(uuids, as: file)
        #expect(try push(uuids, as: file).late == 10)
        let receipt = try store.database.ingest(batch(uuids), app: file, now: Self.now, restoresDeleted: true)
        #expect(receipt.allSamples == .init(added: 10) && receipt.late == 0)
    }

    @Test func `senders that use an identifier again can add a record again`() throws {
        try push(uuids, missing: [.identifier])
        #expect(try delete(uuids, missing: [.identifier]) == 10)
        #expect(try push(uuids, missing: [.identifier]).allSamples == .init(added: 10))
    }

    @Test func `workouts and blood pressures do not come back with their parts`() throws {
        let uuids = uuids
        func read() -> PushedBatch {
            var builder = PushBuilder(missing: [], now: Self.now)
            let source = ProvenanceData(sourceName: "Watch")
            func reading(_ uuid: UUID, lasting duration: Double = 0) -> PushBuilder.Reading {
                PushBuilder.Reading(
                    start: Self.start, end: Self.start + duration, source: source, uuid: uuid, place: "/samples/0")
            }
            var members: [NestedRow] = []
            let types = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(\.rawValue)
            for (index, value) in [120.0, 80].enumerated() {
                builder.addQuantity(types[index], value: value, unit: "mmHg", reading(uuids[index]))
                if let row = builder.nestedRow(types[index], value: value, unit: "mmHg", reading(uuids[index])) {
                    members.append(row)
                }
            }
            let pressure = CorrelationData(
                type: HKCorrelationTypeIdentifier.bloodPressure.rawValue, sample: builder.sampleData(reading(uuids[2])),
                members: members)
            builder.add(.correlation(pressure), uuid: uuids[2], at: "/samples/0")
            let workout = WorkoutData(
                activityType: "HKWorkoutActivityTypeRunning",
                sample: builder.sampleData(reading(uuids[3], lasting: 600)), duration: 600)
            builder.add(.workout(workout), uuid: uuids[3], at: "/samples/1")
            return builder.batch
        }
        #expect(try store.database.ingest(read(), app: "phone.a", now: Self.now).allSamples.added == 4)
        #expect(try delete(Array(uuids[..<4])) == 4)
        let receipt = try store.database.ingest(read(), app: "phone.a", now: Self.now)
        #expect(receipt.allSamples == .init(known: 4) && receipt.late == 4)
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.count("SELECT count(*) FROM correlation_member") == 0)
        try expectSound()
    }

    private static let export = """
        <HealthData locale="en_GB"><Record type="\(heartRate)" sourceName="Watch" unit="count/min"
         startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:00:00 +0000" value="60"/></HealthData>
        """

    @Test func `a late copy of a sample of an import is not kept`() throws {
        try store.importXML(Self.export)
        let before = try stored()
        try push([uuids[0]])
        #expect(try delete([uuids[0]]) == 1)
        #expect(try push([uuids[0]]).late == 1)
        #expect(try store.count("SELECT count(*) FROM pushed_copy") == 0)
        #expect(try delete([uuids[0]]) == 0)
        #expect(try stored() == before)
    }

    @Test(arguments: [true, false])
    func `what the owner has restored stays, although the phone repeats its pushes`(importsFirst: Bool) throws {
        let uuid = uuids[0]
        try store.database.apps.connections.allowPushes(
            of: [Self.heartRate], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: true)
        if importsFirst { try store.importXML(Self.export) }
        try push([uuid])
        if !importsFirst { try store.importXML(Self.export) }
        let before = try stored()
        #expect(before.count == 1)
        #expect(try delete([uuid]) == 1)
        #expect(try push([uuid]).late == 1)
        #expect(try stored() == [])
        #expect(try store.database.pushes.restoreDeletions(of: "phone.a") == 1)
        #expect(try stored() == before)
        for _ in 0..<2 {
            #expect(try push([uuid]).allSamples == .init(known: 1))
            try delete([uuid])
            #expect(try stored() == before)
        }
        try expectSound()
    }
}
