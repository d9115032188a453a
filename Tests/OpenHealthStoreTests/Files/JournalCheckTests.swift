// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthFormats
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of databases beside which someone has put a journal that names another file, or something else than a file.
@Suite(.timeLimit(.usual)) struct JournalCheckTests {
    /// A folder with a store, a journal that names a file, and that file.
    private final class World {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        var store: URL { folder.appendingPathComponent("health.db") }
        var victim: URL { folder.appendingPathComponent("victim.txt") }
        var isVictimKept: Bool { FileManager.default.fileExists(atPath: victim.path) }

        init() throws {
            let scratch = try ScratchStore()
            try scratch.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try scratch.bytes().write(to: store)
            try Data("precious".utf8).write(to: victim)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Writes a journal without pages that ends with the path of the file.
        func writeJournal(checksumIsRight: Bool = true) throws {
            let size = try Data(contentsOf: store).count
            func bytes(_ numbers: [UInt32]) -> [UInt8] {
                numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) } }
            }
            let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
            let (pageSize, sector) = (UInt32(8192), 512)
            var journal = magic + bytes([0, 1, UInt32(size) / pageSize, UInt32(sector), pageSize])
            journal += [UInt8](repeating: 0, count: sector - journal.count)
            let name = Array(victim.path.utf8)
            let checksum = name.reduce(UInt32(checksumIsRight ? 0 : 1)) { $0 + UInt32($1) }
            journal += bytes([(1 << 30) / pageSize + 1]) + name + bytes([UInt32(name.count), checksum]) + magic
            try Data(journal).write(to: URL(filePath: store.path + "-journal"))
        }
    }

    /// Without this behaviour of SQLite, the other tests would prove nothing.
    @Test func `SQLite deletes the file that a journal names`() throws {
        let world = try World()
        try world.writeJournal()
        let queue = try DatabaseQueue(path: world.store.path)
        _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") }
        #expect(!world.isVictimKept)
    }

    @Test(arguments: [true, false])
    func `no opening follows the name in a journal`(checksumIsRight: Bool) throws {
        let world = try World()
        try world.writeJournal(checksumIsRight: checksumIsRight)
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            let error = #expect(throws: StoreError.self) { try HealthDatabase(url: world.store, mode: mode) }
            #expect(error?.code == .notAccessible)
            #expect(
                error?.message.contains("health.db-journal names another file") == true, "\(String(describing: error))")
        }
        let link = world.folder.appendingPathComponent("link.db")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: world.store)
        #expect(throws: StoreError.self) { try HealthDatabase(url: link, mode: .readOnly) }
        #expect(throws: StoreError.self) { try StoreCopy.open(world.store.path) }
        #expect(throws: StoreError.self) { try DatabasePool(path: world.store.path, configuration: .guarded()) }
        HealthDatabase.removeIfNew(world.store)
        #expect(world.isVictimKept)
        #expect(FileManager.default.fileExists(atPath: world.store.path))
        // The store is sound without the journal.
        try FileManager.default.removeItem(atPath: world.store.path + "-journal")
        #expect(try HealthDatabase(url: world.store, mode: .readOnly).check().findings == [])
    }

    @Test(arguments: ["-journal", "-wal", "-shm"])
    func `links and pipes in the place of a journal or log are refused`(suffix: String) throws {
        let world = try World()
        let place = world.store.path + suffix
        for make in [
            { symlink(world.victim.path, place) }, { symlink("/nonexistent", place) }, { mkfifo(place, 0o600) },
        ] {
            #expect(make() == 0)
            for mode in [HealthDatabase.Mode.readWrite, .readOnly] {
                let error = #expect(throws: StoreError.self) { try HealthDatabase(url: world.store, mode: mode) }
                #expect(error?.message.hasSuffix("\(suffix) is not a regular file") == true)
            }
            unlink(place)
        }
        #expect(try String(contentsOf: world.victim, encoding: .utf8) == "precious")
    }

    @Test func `a pipe in the place of a store is refused`() throws {
        let world = try World()
        let pipe = world.folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
            let error = #expect(throws: StoreError.self) { try HealthDatabase(url: pipe, mode: mode) }
            #expect(error?.message == "\(pipe.path) is not a regular file")
        }
    }

    @Test func `the journal of an interrupted write is still rolled back`() throws {
        let world = try World()
        // A journal without a name at its end, such as a killed process leaves.
        try world.writeJournal()
        let journal = URL(filePath: world.store.path + "-journal")
        try Data(contentsOf: journal).prefix(512).write(to: journal)
        #expect(try HealthDatabase(url: world.store, mode: .readOnly).hasSamples())
        #expect(!FileManager.default.fileExists(atPath: journal.path))
        #expect(world.isVictimKept)
    }
}
