// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthFuzzing
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import Testing

@testable import OpenHealthBackup

/// Tests of encrypted backups and their restoration.
@Suite struct RestorationTests {
    /// A folder with a store of demo data.
    private final class World {
        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("backup-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

        func store(_ name: String, seed: UInt64 = 1) throws -> HealthDatabase {
            let demo = file("demo-\(seed).zip")
            try DemoExport(records: 500, seed: seed).write(to: demo)
            defer { try? FileManager.default.removeItem(at: demo) }
            let database = try HealthDatabase(url: file(name))
            _ = try database.ingest(try AppleHealthExportReader(url: demo), options: .init(file: "demo.zip"))
            return database
        }

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        }
    }

    private static func counts(_ database: HealthDatabase) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: try database.types().map { ($0.identifier, $0.count) })
    }

    private func restore(
        _ world: World, _ name: String, to store: String, passphrase: String = "correct horse", force: Bool = false
    ) throws -> URL? {
        var restoration = StoreRestoration(backup: world.file(name), store: world.file(store))
        restoration.replaces = force
        restoration.date = Date(timeIntervalSince1970: 1_700_000_000)
        return try restoration.run(passphrase: passphrase).previous
    }

    /// Invalid values that a repair corrects are corrected in the restored store, and the backup and its faults stay.
    @Test(arguments: [false, true]) func faultsThatCanBeRepairedAreRepaired(isEncrypted: Bool) throws {
        let world = try World()
        let database = try world.store("health.db")
        try database.write { db in
            try db.execute(sql: "UPDATE workout SET duration = 1e308")
            #expect(db.changesCount > 0)
        }
        #expect(try !database.check().isHealthy)
        if isEncrypted {
            try StoreBackup.write(database, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        } else {
            try database.backup(to: world.file("a.age"))
        }
        let restoration = StoreRestoration(backup: world.file("a.age"), store: world.file("new.db"))
        let outcome = try restoration.run(passphrase: "correct horse")
        #expect(outcome.previous == nil)
        #expect(outcome.repaired.count == 1 && outcome.repaired[0].contains("workout.duration"), "\(outcome.repaired)")
        let restored = try HealthDatabase(url: world.file("new.db"))
        #expect(try restored.check().findings == [])
        #expect(try Self.counts(restored) == Self.counts(database))
    }

    /// A store of extreme values, as imports accept them, is restored without repairs.
    @Test func extremeValuesAreRestored() throws {
        let world = try World()
        let database = try HealthDatabase(url: world.file("health.db"))
        _ = try database.ingest(ExtremeImport.everything(seed: 5), options: .init(file: "extremes"))
        try database.backup(to: world.file("a.db"))
        let outcome = try StoreRestoration(backup: world.file("a.db"), store: world.file("new.db")).run(passphrase: "")
        #expect(outcome.repaired == [])
        #expect(try Self.counts(HealthDatabase(url: world.file("new.db"))) == Self.counts(database))
    }

    /// Samples that differ from their checksums, and rows that belong to no sample, are not repaired silently.
    @Test(arguments: [
        "UPDATE sample SET value = value + 1 WHERE id = (SELECT max(id) FROM sample WHERE value IS NOT NULL)",
        "UPDATE metadata SET entries = '{\"a\":\"b\"}' WHERE id = (SELECT max(id) FROM metadata)",
        "UPDATE sample SET value = 9e999 WHERE id = (SELECT max(id) FROM sample WHERE value IS NOT NULL)",
    ])
    func otherFaultsAreRefused(sql: String) throws {
        let world = try World()
        let database = try world.store("health.db")
        try database.write { db in
            try db.execute(sql: "UPDATE workout SET duration = -1")
            try db.execute(sql: sql)
            #expect(db.changesCount == 1)
        }
        try database.backup(to: world.file("a.db"))
        let error = #expect(throws: BackupError.self) { try restore(world, "a.db", to: "new.db") }
        #expect(error?.code == .unhealthy)
        #expect(!FileManager.default.fileExists(atPath: world.file("new.db").path))
    }

    @Test func anEncryptedBackupIsRestored() throws {
        let world = try World()
        let database = try world.store("health.db")
        try FileManager.default.createDirectory(
            at: AttachmentFolder(database).url, withIntermediateDirectories: true)
        try StoreBackup.write(database, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        #expect(try world.names.filter { $0.hasPrefix(".") || $0.contains("partial") } == [])
        let mode = try FileManager.default.attributesOfItem(atPath: world.file("a.age").path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let data = try Data(contentsOf: world.file("a.age"))
        #expect(data.range(of: Data("SQLite format 3".utf8)) == nil)
        #expect(try restore(world, "a.age", to: "new.db") == nil)
        let restored = try HealthDatabase(url: world.file("new.db"))
        #expect(try Self.counts(restored) == Self.counts(database))
        #expect(try restored.check().isHealthy)
    }

    /// The folder contains the store without encryption.
    @Test func theFolderOfAKilledBackupIsRemoved() throws {
        let world = try World()
        let database = try world.store("health.db")
        func make(_ name: String) throws -> URL {
            let url = world.file(name)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try Data("store".utf8).write(to: url.appendingPathComponent("health.db"))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: url.path)
            return url
        }
        let partial = world.file(".health.db-backup").path
        let abandoned = try make(URL(fileURLWithPath: NewFile.partialPath(of: partial)).lastPathComponent)
        let kept = try [
            ".health.db-backup-notes",
            URL(fileURLWithPath: NewFile.partialPath(of: world.file(".other.db-backup").path)).lastPathComponent,
            URL(fileURLWithPath: NewFile.partialPath(of: partial)).lastPathComponent,
        ].map(make)
        let descriptor = open(kept[2].path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try StoreBackup.write(database, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        #expect(!FileManager.default.fileExists(atPath: abandoned.path))
        for url in kept { #expect(FileManager.default.fileExists(atPath: url.path)) }
    }

    @Test func aPlainBackupIsRestored() throws {
        let world = try World()
        let database = try world.store("health.db")
        try database.backup(to: world.file("plain.db"))
        #expect(try restore(world, "plain.db", to: "new.db") == nil)
        #expect(try Self.counts(HealthDatabase(url: world.file("new.db"))) == Self.counts(database))
    }

    @Test func theStoreBeforeIsKept() throws {
        let world = try World()
        let wanted: [String: Int]
        let before: [String: Int]
        do {
            let (first, second) = (try world.store("first.db"), try world.store("second.db", seed: 2))
            (wanted, before) = (try Self.counts(first), try Self.counts(second))
            try StoreBackup.write(first, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        }
        #expect(throws: BackupError.self) { try restore(world, "a.age", to: "second.db") }
        #expect(try Self.counts(HealthDatabase(url: world.file("second.db"))) == before)
        let kept = try #require(try restore(world, "a.age", to: "second.db", force: true))
        #expect(kept.lastPathComponent == "second.db.before-20231114T221320Z")
        #expect(try Self.counts(HealthDatabase(url: world.file("second.db"))) == wanted)
        #expect(try Self.counts(HealthDatabase(url: kept)) == before)
    }

    /// SQLite would apply the journal of the previous store to the new one.
    @Test func theJournalOfTheStoreBeforeIsKeptWithIt() throws {
        let world = try World()
        try world.store("health.db").backup(to: world.file("plain.db"))
        for suffix in ["", "-journal"] { try Data("old".utf8).write(to: world.file("old.db" + suffix)) }
        let kept = try #require(try restore(world, "plain.db", to: "old.db", force: true))
        for suffix in ["", "-journal"] {
            #expect(try Data(contentsOf: URL(fileURLWithPath: kept.path + suffix)) == Data("old".utf8))
        }
        #expect(try !world.names.contains("old.db-journal"))
    }

    /// A store whose process was killed has changes in its log.
    /// A file of 1 MB with a hole of 200 GB would fill the disk.
    @Test(arguments: [200 << 30, 1 << 20, 3 * 65_536] as [UInt64]) func aLengthenedBackupIsRefusedBeforeItIsCopied(
        added: UInt64
    )
        throws
    {
        let world = try World()
        try world.store("health.db").backup(to: world.file("a.db"))
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: world.file("a.db").path)[.size] as? NSNumber)
        let handle = try FileHandle(forWritingTo: world.file("a.db"))
        try handle.truncate(atOffset: size.uint64Value + added)
        try handle.close()
        let error = #expect(throws: BackupError.self) { try restore(world, "a.db", to: "new.db") }
        #expect(error?.code == .damaged)
        #expect(try !world.names.contains { $0.contains("new.db") })
    }

    @Test func aBackupWithALogThatHasLargeHolesIsRefused() throws {
        let world = try World()
        try world.store("health.db").backup(to: world.file("a.db"))
        try Data(count: 4096).write(to: world.file("a.db-wal"))
        let handle = try FileHandle(forWritingTo: world.file("a.db"))
        try handle.truncate(atOffset: 200 << 30)
        try handle.close()
        #expect(throws: BackupError.self) { try restore(world, "a.db", to: "new.db") }
        #expect(try !world.names.contains { $0.contains("new.db") })
    }

    @Test(arguments: [false, true]) func aRestorationNeedsSpaceForTheWholeBackup(isEncrypted: Bool) throws {
        let world = try World()
        let database = try world.store("health.db")
        let backup = world.file("a.age")
        if isEncrypted {
            try StoreBackup.write(database, to: backup, passphrase: "correct horse", cost: AgeTests.cost)
        } else {
            try database.backup(to: backup)
        }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: backup.path)[.size] as? NSNumber)
        var restoration = StoreRestoration(backup: backup, store: world.file("new.db"))
        restoration.available = { _ in size.int64Value - 1 }
        let error = #expect(throws: BackupError.self) { try restoration.run(passphrase: "correct horse") }
        #expect(error?.code == .notWritable)
        #expect(error?.message.contains("the disk has \(size.int64Value - 1) bytes free") == true)
        #expect(try !world.names.contains { $0.contains("new.db") })
        restoration.available = { _ in .max }
        _ = try restoration.run(passphrase: "correct horse")
    }

    @Test func aStoreWithALogIsRestored() throws {
        let world = try World()
        let database = try world.store("health.db")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(at: world.file("health.db" + suffix), to: world.file("killed.db" + suffix))
        }
        #expect(try world.names.contains("killed.db-wal"))
        #expect(try restore(world, "killed.db", to: "new.db") == nil)
        #expect(try Self.counts(HealthDatabase(url: world.file("new.db"))) == Self.counts(database))
    }

    /// No attempt with another file or passphrase changes the store or leaves files behind.
    @Test func failedRestorationsChangeNothing() throws {
        let world = try World()
        let counts: [String: Int]
        do {
            let database = try world.store("health.db")
            counts = try Self.counts(database)
            try StoreBackup.write(database, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        }
        let data = try Data(contentsOf: world.file("a.age"))
        try data.prefix(data.count / 2).write(to: world.file("cut.age"))
        try Data("nothing".utf8).write(to: world.file("text.txt"))
        try Data().write(to: world.file("empty.db"))
        // Encrypted, but not a backup.
        let sink = try AgeWriter(
            FileByteSink(url: world.file("other.age")), passphrase: "correct horse", cost: AgeTests.cost)
        let archive = ZipWriter(sink, modified: 0)
        try archive.addMember("attachments/../../evil", [1])
        try archive.finish()
        let names = try world.names
        for name in ["cut.age", "text.txt", "empty.db", "other.age", "missing.age"] {
            #expect(throws: (any Error).self, "\(name)") { try restore(world, name, to: "health.db", force: true) }
        }
        let error = #expect(throws: BackupError.self) {
            try restore(world, "a.age", to: "health.db", passphrase: "wrong", force: true)
        }
        #expect(error?.code == .wrongPassphrase)
        #expect(try world.names == names)
        #expect(try Self.counts(HealthDatabase(url: world.file("health.db"))) == counts)
    }

    /// A request to terminate ends the work, at any step.
    @Test(arguments: [false, true]) func aCancelledRestorationLeavesNothing(isEncrypted: Bool) throws {
        let world = try World()
        do {
            let database = try world.store("health.db")
            if isEncrypted {
                try StoreBackup.write(database, to: world.file("a"), passphrase: "correct horse", cost: AgeTests.cost)
            } else {
                try database.backup(to: world.file("a"))
            }
        }
        let names = try world.names
        for number in 1...2 {
            let work = StoreWork()
            var steps = 0
            let restoration = StoreRestoration(backup: world.file("a"), store: world.file("new.db"))
            let error = #expect(throws: StoreError.self) {
                try work.run {
                    try restoration.run(passphrase: "correct horse") { _ in
                        steps += 1
                        if steps == number { work.cancel() }
                    }
                }
            }
            #expect(error?.code == .cancelled)
            #expect(try world.names == names)
        }
    }

    @Test func aCancelledBackupLeavesNothing() throws {
        let world = try World()
        let database = try world.store("health.db")
        let names = try world.names
        for passphrase in [nil, "correct horse"] {
            let work = StoreWork()
            let error = #expect(throws: StoreError.self) {
                try work.run {
                    if let passphrase {
                        try StoreBackup.write(
                            database, to: world.file("a"), passphrase: passphrase, cost: AgeTests.cost
                        ) { _ in work.cancel() }
                    } else {
                        work.cancel()
                        try database.backup(to: world.file("a"))
                    }
                }
            }
            #expect(error?.code == .cancelled, "\(String(describing: error))")
            #expect(try world.names == names)
        }
    }

    /// The working folder is gone when the person reads the error.
    @Test func errorsNameTheBackupAndTheTarget() throws {
        let world = try World()
        try Data("nothing that is a database".utf8).write(to: world.file("text.db"))
        do {
            let database = try world.store("health.db")
            try database.backup(to: world.file("damaged.db"))
        }
        var bytes = try Data(contentsOf: world.file("damaged.db"))
        for index in stride(from: 100, to: bytes.count / 2, by: 97) { bytes[index] ^= 0xff }
        try bytes.write(to: world.file("damaged.db"))
        let sink = try AgeWriter(
            FileByteSink(url: world.file("text.age")), passphrase: "correct horse", cost: AgeTests.cost)
        try Array("no archive".utf8).withUnsafeBytes { try sink.write($0) }
        try sink.finish()
        for name in ["text.db", "damaged.db", "text.age"] {
            do {
                _ = try restore(world, name, to: "new.db")
                Issue.record("\(name) was restored")
            } catch {
                let text = "\(error)"
                #expect(text.contains(world.file(name).path), "\(text)")
                #expect(!text.contains(".partial") && !text.contains("backup.zip"), "\(text)")
            }
        }
    }

    @Test func aStoreThatIsServedIsNotReplaced() throws {
        let world = try World()
        let database = try world.store("health.db")
        try StoreBackup.write(database, to: world.file("a.age"), passphrase: "correct horse", cost: AgeTests.cost)
        let lock = try ServeLock.take(world.file("health.db"))
        let error = #expect(throws: BackupError.self) { try restore(world, "a.age", to: "health.db", force: true) }
        #expect(error?.code == .inUse)
        lock?.end()
    }

    @Test func anExistingFileIsNotOverwritten() throws {
        let world = try World()
        let database = try world.store("health.db")
        try Data("mine".utf8).write(to: world.file("a.age"))
        #expect(throws: BackupError.self) {
            try StoreBackup.write(database, to: world.file("a.age"), passphrase: "x", cost: AgeTests.cost)
        }
        #expect(try Data(contentsOf: world.file("a.age")) == Data("mine".utf8))
    }

    /// A file that others have prepared does not become part of a store.
    @Test(arguments: [false, true]) func aChangedSchemaIsRefused(isEncrypted: Bool) throws {
        let world = try World()
        do {
            let database = try world.store("health.db")
            try database.write { db in
                try db.execute(
                    sql: "CREATE TRIGGER t AFTER INSERT ON sample BEGIN DELETE FROM sample WHERE id = new.id; END")
            }
            if isEncrypted {
                try StoreBackup.write(database, to: world.file("a"), passphrase: "correct horse", cost: AgeTests.cost)
            } else {
                try database.backup(to: world.file("a"))
            }
        }
        let names = try world.names
        let error = #expect(throws: BackupError.self) { try restore(world, "a", to: "new.db") }
        #expect(
            error?.code == .unhealthy && error?.message.contains("the trigger") == true, "\(String(describing: error))")
        #expect(try world.names == names)
    }

    /// A link in the place of the store is refused, and what it names stays.
    @Test(arguments: [false, true]) func aLinkInThePlaceOfTheStoreIsRefused(force: Bool) throws {
        let world = try World()
        try world.store("health.db").backup(to: world.file("a.db"))
        try Data("other".utf8).write(to: world.file("victim"))
        for (name, target) in [("link.db", "victim"), ("dangling.db", "nothing")] {
            try FileManager.default.createSymbolicLink(
                at: world.file(name), withDestinationURL: world.file(target))
            let names = try world.names
            let error = #expect(throws: BackupError.self) { try restore(world, "a.db", to: name, force: force) }
            #expect(error?.code == .exists)
            #expect(try world.names == names)
        }
        #expect(try Data(contentsOf: world.file("victim")) == Data("other".utf8))
    }

    /// The folder of a restoration that was killed contains a copy of the store. The next one, or opening the store for writing, removes and
    /// names it.
    @Test func foldersOfKilledRestorationsAreRemovedAndNamed() throws {
        let world = try World()
        try world.store("health.db").backup(to: world.file("a.db"))
        let store = world.file("new.db")
        for isOpening in [false, true] {
            for purpose in ["restore", "backup"] {
                let partial = NewFile.partialPath(of: world.file(".new.db-\(purpose)").path)
                try FileManager.default.createDirectory(atPath: partial, withIntermediateDirectories: false)
                try Data("copy".utf8).write(to: URL(fileURLWithPath: partial).appendingPathComponent("health.db"))
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: partial)
            }
            // That of another store is none of this one.
            let other = NewFile.partialPath(of: world.file(".other.db-restore").path)
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: other)
            var restoration = StoreRestoration(backup: world.file("a.db"), store: store)
            restoration.replaces = true
            let lines =
                try isOpening
                ? HealthDatabase(url: store).removedLeftovers : restoration.run(passphrase: "").repaired
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix(".new.db-") }, "\(lines)")
            #expect(try world.names.filter { $0.hasPrefix(".") } == [URL(fileURLWithPath: other).lastPathComponent])
            try FileManager.default.removeItem(atPath: other)
        }
        #expect(StoreLeftovers.remove(besideStoreAt: store) == [])
    }

    @Test func onlyRegularFilesByUUIDAreAttachments() throws {
        let world = try World()
        let uuids = (0..<2).map { _ in UUID() }
        let folder: URL
        do {
            let database = try world.store("health.db")
            try database.backup(to: world.file("a.db"))
            folder = AttachmentFolder(besideStoreAt: world.file("a.db")).url
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let secret = world.file("secret")
        try Data("secret".utf8).write(to: secret)
        let files = ["notes.txt", uuids[1].uuidString.lowercased(), uuids[1].uuidString + ".part", ".hidden"]
        for name in files + [uuids[0].uuidString] { try Data("x".utf8).write(to: folder.appending(path: name)) }
        try FileManager.default.createSymbolicLink(at: folder.appending(path: "link"), withDestinationURL: secret)
        #expect(try restore(world, "a.db", to: "new.db") == nil)
        let restored = AttachmentFolder(besideStoreAt: world.file("new.db")).url
        #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [uuids[0].uuidString])
        // What is not a regular file is left out and named.
        let place = folder.appending(path: uuids[1].uuidString)
        let entries: [(make: () -> Int32, fault: String)] = [
            ({ symlink(secret.path, place.path) }, "is a link"),
            ({ symlink("/nonexistent", place.path) }, "is a link"),
            ({ mkfifo(place.path, 0o600) }, "is not a regular file"), ({ mkdir(place.path, 0o700) }, "is a folder"),
        ]
        for (number, entry) in entries.enumerated() {
            #expect(entry.make() == 0)
            let target = world.file("other-\(number).db")
            let outcome = try StoreRestoration(backup: world.file("a.db"), store: target).run(passphrase: "")
            #expect(outcome.repaired == ["left out: the file of the attachment \(uuids[1]) \(entry.fault)"])
            let copied = AttachmentFolder(besideStoreAt: target).url
            #expect(try FileManager.default.contentsOfDirectory(atPath: copied.path) == [uuids[0].uuidString])
            try FileManager.default.removeItem(at: place)
        }
        // Neither is a link to another folder.
        try FileManager.default.moveItem(at: folder, to: world.file("elsewhere"))
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: world.file("elsewhere"))
        #expect(throws: BackupError.self) { try restore(world, "a.db", to: "other.db") }
    }

    /// SQLite would delete the file, and the copy of the backup would be opened with a copy of the journal.
    @Test func aJournalThatNamesAnotherFileIsRefused() throws {
        let world = try World()
        do {
            let database = try world.store("health.db")
            try database.backup(to: world.file("a.db"))
        }
        // The end of a journal with the name of a super-journal; the checksum does not matter.
        let end: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0x76, 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        try Data(Array("v".utf8) + end).write(to: world.file("a.db-journal"))
        let error = #expect(throws: StoreError.self) { try restore(world, "a.db", to: "new.db") }
        #expect(error?.message.contains("a.db-journal names another file") == true)
        #expect(try world.names.filter { $0.hasPrefix("new.db") || $0.hasPrefix(".") } == [])
    }
}
