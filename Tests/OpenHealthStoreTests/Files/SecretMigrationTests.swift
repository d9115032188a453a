// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests of migration 006 in stores with imported samples.
@Suite struct SecretMigrationTests {
    /// A store of version 1, migrated to version 5, with an app that may see the prescription.
    private final class Version5 {
        let folder: URL
        let file: URL
        /// The former UUIDs of imported samples by their places.
        private(set) var former: [Int64: UUID] = [:]

        init() throws {
            let fixture = try #require(
                Bundle.module.url(forResource: "store-v1", withExtension: "sqlite", subdirectory: "Fixtures"))
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("old-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            file = folder.appendingPathComponent("health.db")
            try FileManager.default.copyItem(at: fixture, to: file)
            let queue = try DatabaseQueue(path: file.path)
            try StoreSchema.migrator.migrate(queue, upTo: SchemaV5.identifier)
            try queue.write(fill)
            try queue.close()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func fill(_ db: Database) throws {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT s.id, t.identifier, s.start, coalesce(s.end, s.start),
                        CASE WHEN typeof(s.value) = 'text' THEN NULL ELSE s.value END, s.ordinal, o.name
                    FROM sample AS s JOIN sample_type AS t ON t.id = s.type
                    JOIN provenance AS p ON p.id = s.provenance JOIN source AS o ON o.id = p.source
                    WHERE s.ordinal IS NOT NULL
                    """)
            for row in rows {
                var type = ContentHash.empty
                type.combine(row[1] as String)
                let uuid = FormerUUID.make(
                    DerivedUUID.Content(
                        type: type, start: row[2], end: row[3], value: (row[4] as Double?) ?? .nan,
                        source: SourceIdentity.hash(row[6]), ordinal: row[5]))
                former[row[0]] = uuid
            }
            try db.execute(
                sql: "INSERT INTO app (id, identifier, name, added) VALUES (1, 'org.example.eyes', 'Eyes', 0)")
            try db.execute(
                sql: "INSERT INTO permission (app, type, asked, read, changed) VALUES (1, ?, 2, 2, 0)",
                arguments: [HKObjectType.visionPrescriptionType().identifier])
            for uuid in former.values {
                try db.execute(sql: "INSERT INTO object_permission (app, uuid) VALUES (1, ?)", arguments: [uuid.bytes])
            }
            try db.execute(
                sql: """
                    INSERT INTO authorization_request (id, app, share, read, objects, created)
                    VALUES (?, 1, '[]', '["x"]', '[]', 5)
                    """, arguments: [UUID().bytes])
            // A deleted imported sample, as recorded by version 5.
            let (place, uuid) = try #require(former.first)
            let sample = try #require(
                try Row.fetchOne(db, sql: "SELECT type, start FROM sample WHERE id = ?", arguments: [place]))
            try db.execute(
                sql: "INSERT INTO deletion (id, type, uuid, sample, source) VALUES (9999, ?, ?, 9998, NULL)",
                arguments: [sample[0] as Int64, uuid.bytes])
            try db.execute(sql: "UPDATE counter SET value = 9999 WHERE name = 'change'")
        }
    }

    @Test func uuidsChangeAndReferencesStayValid() throws {
        let old = try Version5()
        let store = try HealthDatabase(url: old.file)
        defer { withExtendedLifetime(old) {} }
        #expect(!old.former.isEmpty)
        let records = try store.records(SampleRequest())
        for record in records where old.former[record.id] != nil {
            #expect(record.uuid != old.former[record.id])
            #expect(try store.record(uuid: record.uuid)?.id == record.id)
        }
        for uuid in old.former.values { #expect(try store.record(uuid: uuid) == nil) }
        // Permissions for single objects now refer to the new UUIDs.
        let allowed = try store.read { db in try PermissionTable.objects(db, app: "org.example.eyes") }
        #expect(allowed.isSuperset(of: records.filter { old.former[$0.id] != nil }.map(\.uuid)))
        let app = AppAccess(database: store, app: AppIdentity(identifier: "org.example.eyes", name: "Eyes"))
        let seen = try app.samples(SampleQuery([.init(HKObjectType.visionPrescriptionType())]))
        #expect(seen.count == 1)
        // Details, members and parts refer to places, which have not changed.
        #expect(try store.check(progress: nil).findings.filter { !"\($0)".contains("9999") } == [])
    }

    @Test func newColumnsAreFilled() throws {
        let old = try Version5()
        let store = try HealthDatabase(url: old.file)
        defer { withExtendedLifetime(old) {} }
        let facts = try store.read { db in
            (
                places: try Row.fetchAll(
                    db,
                    sql: """
                        SELECT t.place, max((SELECT max(s.id) FROM sample AS s JOIN provenance AS p ON p.id = s.provenance
                            WHERE s.type = t.type AND p.source = t.source), coalesce((SELECT max(d.id) FROM deletion AS d
                            WHERE d.type = t.type AND d.source = t.source), 0))
                        FROM type_source AS t
                        """
                ).map { ($0[0] as Int64, ($0[1] as Int64?) ?? 0) },
                start: try Double.fetchOne(db, sql: "SELECT start FROM deletion WHERE id = 9999"),
                decided: try Double.fetchOne(db, sql: "SELECT decided FROM authorization_request"),
                key: try Data.fetchOne(db, sql: "SELECT key FROM store_secret")
            )
        }
        #expect(facts.places.count > 20)
        #expect(facts.places.allSatisfy { $0 == $1 || $1 == 0 })
        // The former UUID contained the start date in seconds.
        let place = try #require(old.former.keys.first)
        let start = try #require(try store.records(SampleRequest()).first { $0.id == place }?.start)
        #expect(facts.start == start.timeIntervalSince1970.rounded(.down))
        #expect(facts.decided == 5)
        #expect(facts.key?.count == 16)
    }

    /// Two stores have different secrets.
    @Test func secretsDiffer() throws {
        let keys = try (0..<3).map { _ in
            try ScratchStore().database.read { db in try Data.fetchOne(db, sql: "SELECT key FROM store_secret") }
        }
        #expect(Set(keys).count == 3)
    }

    /// Importing the same documents again into a migrated store adds no samples.
    @Test func importsAreRecognised() throws {
        let old = try Version5()
        let store = try HealthDatabase(url: old.file)
        defer { withExtendedLifetime(old) {} }
        let batches = IngestFailureTests.batches(2, rows: 50)
        #expect(try store.ingest(BatchList(batches), options: .init(file: "more")).records.added == 100)
        let uuids = Set(try store.records(SampleRequest()).map(\.uuid))
        #expect(try store.ingest(BatchList(batches), options: .init(file: "more")).records.added == 0)
        #expect(Set(try store.records(SampleRequest()).map(\.uuid)) == uuids)
    }
}
