// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that samples of all kinds can be restored after a phone has deleted them.
@Suite struct PushRestorationTests {
    private static let app = AppIdentity(identifier: "phone.a", name: "Phone")

    /// Returns a store with samples of all kinds from imports, of each of which the connection has a copy.
    private static func imported() throws -> (store: ScratchStore, uuids: [UUID]) {
        let store = try ScratchStore()
        try store.importXML(DemoPhone(days: 3, seed: 5).export(days: 3))
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("OpenHealthFormatsTests/Fixtures/AppleHealthExport")
        for name in ["version-14.xml", "version-27-zone-groups.xml"] {
            try store.importXML(try String(contentsOf: fixtures.appendingPathComponent(name), encoding: .utf8))
        }
        try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" unit="ms" value="41"
            sourceName="Watch" startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:01:00 +0000">
            <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="61" time="10:00:01.50 AM"/>
            <InstantaneousBeatsPerMinute bpm="63" time="10:00:02.50 AM"/></HeartRateVariabilityMetadataList></Record>
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" sourceName="Watch"
            startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:10:00 +0000"><WorkoutEvent
            type="HKWorkoutEventTypePause" date="2024-03-09 10:05:00 +0000"/></Workout></HealthData>
            """)
        var batch = SampleBatch()
        batch.items = [
            .electrocardiogram(
                ElectrocardiogramData(
                    path: "ecg.csv", start: 1_710_000_000, classification: "Sinus Rhythm", header: [], device: "Watch",
                    softwareVersion: nil, sampleRate: 512, unit: "µV", voltages: [1, 2, 3, -4.5]))
        ]
        try store.importBatches([batch])
        try store.database.apps.connections.allowPushes(of: [], by: app, includesImports: true)
        try store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO pushed_copy (app, type, start, sample, uuid, end, value, provenance, metadata, lag)
                    SELECT ?, type, start, id, randomblob(16), end, value, provenance, metadata, lag FROM sample
                    """, arguments: [app.identifier])
        }
        let uuids = try store.database.read { db in
            try Data.fetchAll(db, sql: "SELECT uuid FROM pushed_copy").compactMap(UUID.init(bytes:))
        }
        return (store, uuids)
    }

    /// Returns the rows of all tables with samples and details, without the positions of samples.
    private static func state(_ store: ScratchStore) throws -> [String] {
        let tables = Set(SampleDeletion.details.map(\.0) + SampleDeletion.links.map(\.0)).subtracting([
            "pushed_copy", "attachment",
        ]).union(["workout_event", "workout_activity", "workout_statistics", "route_point"])
        let positions = Set(
            SampleDeletion.details.map(\.1) + SampleDeletion.links.map(\.1) + ["route", "activity"])
        return try store.database.read { db in
            try tables.sorted().flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { row in
                    "\(table) "
                        + row.filter { !positions.contains($0.0) }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
                }
            }.sorted()
        } + store.contents() + store.database.records(SampleRequest()).map { "\($0.uuid)" }.sorted()
    }

    private static func delete(_ uuids: [UUID], in store: ScratchStore) throws -> Int {
        var batch = PushedBatch()
        batch.deletions = uuids
        return try store.database.ingest(batch, app: app.identifier).deleted
    }

    @Test func `restored samples have all of their details and relations`() throws {
        let (store, uuids) = try Self.imported()
        let before = try Self.state(store)
        for kind in [
            "workout", "workout_route", "route_point", "workout_event", "workout_statistics", "correlation_member",
            "electrocardiogram", "heartbeats", "audiogram_point", "workout_sample",
        ] {
            #expect(try store.count("SELECT count(*) FROM \(kind)") > 0, "the imports have no \(kind)")
        }
        #expect(try Self.delete(uuids, in: store) == uuids.count)
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(try store.database.check().findings == [])
        #expect(try store.database.pushes.restoreDeletions(of: Self.app.identifier) == uuids.count)
        let changes = try Self.state(store).difference(from: before).map { "\($0)" }
        #expect(changes == [])
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test(arguments: [false, true], [false, true])
    func `copies of another connection become samples with all details and relations`(
        onlyCorrelations: Bool, isReversed: Bool
    ) throws {
        let (store, uuids) = try Self.imported()
        let before = try Self.state(store)
        let tables = ["sample", "correlation_member"] + (onlyCorrelations ? [] : SampleDeletion.details.map(\.0))
        func counts() throws -> [String: Int] {
            var counts: [String: Int] = [:]
            for table in tables where !["pushed_copy", "sample_uuid", "sample_date"].contains(table) {
                counts[table] = try store.count("SELECT count(*) FROM \(table)")
            }
            return counts
        }
        var expected = try counts()
        let part = onlyCorrelations ? "WHERE id IN (SELECT correlation FROM correlation_member)" : ""
        if onlyCorrelations {
            // The members, of which the connection has no copies, stay too.
            expected["sample"] = try store.count(
                "SELECT count(*) FROM (SELECT id FROM correlation_member UNION SELECT correlation FROM correlation_member)"
            )
        }
        try store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO pushed_copy (app, type, start, sample, uuid, end, value, provenance, lag)
                    SELECT 'phone.b', type, start, id, randomblob(16), end, value, provenance, lag FROM sample \(part)
                    """)
        }
        let copies = try store.count("SELECT count(*) FROM pushed_copy WHERE app = 'phone.b'")
        #expect(copies > 0)
        #expect(try Self.delete(isReversed ? uuids.reversed() : uuids, in: store) == uuids.count)
        #expect(try counts() == expected)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        #expect(try store.database.pushes.restoreDeletions(of: Self.app.identifier) == uuids.count)
        #expect(try Self.state(store) == before)
        #expect(try store.count("SELECT count(*) FROM pushed_copy WHERE app = 'phone.b'") >= copies)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test(arguments: UInt64(0)..<4)
    func `samples restored one after the other are related again`(stream: UInt64) throws {
        let (store, uuids) = try Self.imported()
        let before = try Self.state(store)
        var random = SeededGenerator(seed: 31, stream: stream, index: 0)
        _ = try Self.delete(uuids.shuffled(using: &random), in: store)
        var ids = try store.database.pushes.deletions(of: Self.app.identifier, limit: .max).map(\.id)
        ids.shuffle(using: &random)
        while !ids.isEmpty {
            let part = Array(ids.prefix(1 + random.below(ids.count)))
            ids.removeFirst(part.count)
            _ = try store.database.pushes.restoreDeletions(of: Self.app.identifier, ids: part)
        }
        let changes = try Self.state(store).difference(from: before).map { "\($0)" }
        #expect(changes == [])
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func `a sample that another import brought back is not restored again`() throws {
        let store = try ScratchStore()
        let phone = DemoPhone(days: 2, seed: 6)
        try store.importXML(phone.export(days: 2))
        try store.database.apps.connections.allowPushes(of: [], by: Self.app, includesImports: true)
        try store.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO pushed_copy (app, type, start, sample, uuid, end, value, provenance, metadata, lag)
                    SELECT 'phone.a', type, start, id, randomblob(16), end, value, provenance, metadata, lag FROM sample
                    """)
        }
        let uuids = try store.database.read { db in
            try Data.fetchAll(db, sql: "SELECT uuid FROM pushed_copy").compactMap(UUID.init(bytes:))
        }
        let before = try store.contents()
        _ = try Self.delete(uuids, in: store)
        try store.importXML(phone.export(days: 2))
        #expect(try store.contents() == before)
        #expect(try store.database.pushes.restoreDeletions(of: Self.app.identifier) == uuids.count)
        #expect(try store.contents() == before)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }
}
