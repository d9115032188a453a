// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the behavior of the store with valid and invalid files.
@Suite struct StoreFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("healthstore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func mode(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    private func error(_ url: URL, _ mode: HealthDatabase.Mode = .create) -> StoreError? {
        #expect(throws: StoreError.self) { try HealthDatabase(url: url, mode: mode) }
    }

    @Test func newFilesArePrivate() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("new/deep/health.db")
        let database = try HealthDatabase(url: url)
        try database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        #expect(try mode(url) == 0o600)
        #expect(try mode(url.deletingLastPathComponent()) == 0o700)
        #expect(try mode(folder.appendingPathComponent("new")) == 0o700)
        for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: url.path + suffix) {
            #expect(try mode(URL(fileURLWithPath: url.path + suffix)) == 0o600)
        }
        let backup = file("backup.db")
        try database.backup(to: backup)
        #expect(try mode(backup) == 0o600)
    }

    @Test func aMissingFileIsNotCreatedForReading() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for mode in [HealthDatabase.Mode.readWrite, .readOnly] {
            #expect(error(file("none.db"), mode)?.code == .notAccessible)
        }
        #expect(!FileManager.default.fileExists(atPath: file("none.db").path))
        #expect(error(folder)?.code == .notAccessible)
    }

    @Test func textFileIsRefusedAndKept() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = Data(String(repeating: "this is no database\n", count: 1000).utf8)
        try text.write(to: file("notes.txt"))
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            let error = error(file("notes.txt"), mode)
            #expect(error?.code == .notAStore)
            #expect(error?.description.contains("notes.txt") == true)
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(try Data(contentsOf: file("notes.txt")) == text)
    }

    @Test func otherDatabaseIsRefusedAndKept() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let queue = try DatabaseQueue(path: file("music.db").path)
        try queue.write { db in try db.execute(sql: "CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('x')") }
        try queue.close()
        let bytes = try Data(contentsOf: file("music.db"))
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            #expect(error(file("music.db"), mode)?.code == .notAStore)
        }
        // Not even the header is changed.
        #expect(try Data(contentsOf: file("music.db")) == bytes)
        let again = try DatabaseQueue(path: file("music.db").path)
        #expect(try again.read { db in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master") } == ["song"])
    }

    @Test func newerStoreIsRefusedAndKept() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        try HealthDatabase(url: url).pool.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('999 from the future')")
        }
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            let error = error(url, mode)
            #expect(error?.code == .newerSchema)
            #expect(error?.remedy.contains("update") == true)
        }
    }

    @Test func readOnlyStoresCanBeReadButNotWritten() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        let sample = MadeSamples.steps(1, from: 0)
        try HealthDatabase(url: url).save([sample], source: MadeSamples.app)
        let database = try HealthDatabase(url: url, mode: .readOnly)
        #expect(try database.records(SampleRequest()).map(\.uuid) == [sample.uuid])
        #expect(try database.check().isHealthy)
        for body in [
            {
                try database.save([MadeSamples.steps(2, from: 0)], source: MadeSamples.app); return
            },
            { try database.delete([sample.uuid]) }, { try database.setSetting("a", value: "b") },
        ] {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.code == .readOnly)
        }
    }

    /// A file and folder without write permission can only be read. A copy has no log; the header of the store itself declares
    /// one.
    @Test(arguments: ["copy.db", "health.db"])
    func aFileWithoutWritePermission(name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        try HealthDatabase(url: url).backup(to: file("copy.db"))
        for (path, mode) in [(file(name).path, 0o444), (folder.path, 0o555)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let path = file(name).path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // File permissions do not apply to root.
            if getuid() == 0 { precondition(setuid(65_534) == 0) }
            let url = URL(fileURLWithPath: path)
            do {
                _ = try HealthDatabase(url: url)
                preconditionFailure("a file that cannot be written was opened for writing")
            } catch let error as StoreError {
                precondition(error.code == .readOnly, error.description)
            }
            let database = try HealthDatabase(url: url, mode: .readOnly)
            let (types, report) = (try database.types(), try database.check())
            precondition(types.isEmpty && report.isHealthy)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    }

    /// A store of an earlier version can be read only after its migration.
    @Test(arguments: ["DELETE", "WAL"], [0o444, 0o666])
    func anEarlierStoreWithoutWritePermission(journal: String, mode: Int) async throws {
        let url = try OldFixture(name: "store-v2", journal: journal).make()
        let folder = url.deletingLastPathComponent()
        for (path, mode) in [(url.path, mode), (folder.path, 0o555)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        let path = url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // File permissions do not apply to root.
            if getuid() == 0 { precondition(setuid(65_534) == 0) }
            for mode in [HealthDatabase.Mode.create, .readWrite] {
                do {
                    _ = try HealthDatabase(url: URL(fileURLWithPath: path), mode: mode)
                    preconditionFailure("a store that cannot be migrated was opened")
                } catch let error as StoreError {
                    precondition(error.code == .olderSchema, error.description)
                    precondition(error.message.contains(path) && error.message.contains("migrated"), error.description)
                    precondition(error.remedy.contains("copy it to a folder"), error.description)
                }
            }
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        try FileManager.default.removeItem(at: folder)
    }

    @Test func aCorruptSchemaIsReported() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        let copy = file("copy.db")
        try HealthDatabase(url: url).backup(to: copy)
        var bytes = try Data(contentsOf: copy)
        bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xff, count: 3996))
        try bytes.write(to: copy)
        let error = error(copy)
        #expect(error?.code == .corrupt)
        #expect(error?.remedy.contains("backup") == true)
        // The file is truncated.
        try bytes.prefix(50).write(to: copy)
        let cut = self.error(copy)
        #expect(cut?.code == .notAStore || cut?.code == .corrupt)
    }

    /// The state left by a process that ends, or continues, between the first two steps of creating a store.
    @Test func aPartiallyCreatedStoreIsCompleted() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("half.db")
        let queue = try DatabaseQueue(path: url.path)
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        try queue.close()
        let early = error(url, .readOnly)
        #expect(early?.code == .notAccessible)
        #expect(early?.message.contains("empty") == true)
        #expect(try HealthDatabase(url: url).types().isEmpty)
        #expect(try HealthDatabase(url: url, mode: .readOnly).check().isHealthy)
    }

    @Test func aFolderIsNamedInTheError() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            #expect(error(folder, mode)?.message.hasSuffix("is a folder") == true)
        }
    }

    @Test func aLinkToAMissingFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createSymbolicLink(at: file("link.db"), withDestinationURL: file("target.db"))
        #expect(try HealthDatabase(url: file("link.db")).types().isEmpty)
        #expect(try mode(file("target.db")) == 0o600)
    }

    /// An invalid value causes an error without the contents of the row, and no crash.
    @Test func invalidValuesAreReported() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        try HealthDatabase(url: url).save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let queue = try DatabaseQueue(path: url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(
                sql: "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'sample'")
            try db.execute(sql: "PRAGMA writable_schema = RESET")
            try db.execute(sql: "UPDATE sample SET provenance = NULL")
        }
        try queue.close()
        let database = try HealthDatabase(url: url, mode: .readOnly)
        let error = #expect(throws: StoreError.self) { try database.sources() }
        #expect(error?.code == .corrupt)
        #expect(error?.description.contains("SELECT") == false)
    }

    /// A program that starts during a long import can read immediately.
    @Test func openingDoesNotWaitForAWriter() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = file("health.db")
        let first = try HealthDatabase(url: url)
        try first.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let writer = try DatabaseQueue(path: url.path)
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            // Connections that need a write lock would fail after their time limit.
            for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
                #expect(try HealthDatabase(url: url, mode: mode).types().count == 1)
            }
            try db.execute(sql: "ROLLBACK")
        }
    }

    @Test func emptyFileBecomesAStore() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: file("empty.db"))
        #expect(try HealthDatabase(url: file("empty.db")).types().isEmpty)
        #expect(try HealthDatabase(url: file("empty.db"), mode: .readOnly).types().isEmpty)
    }
}
