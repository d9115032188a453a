// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the files and folders that killed migrations, backups and restorations leave beside a store.
@Suite struct StoreLeftoverTests {
    /// A store with files of killed processes, and with others that look similar.
    private final class World {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("left-\(UUID().uuidString)")
        var url: URL { folder.appendingPathComponent("health.db") }
        private var lock: Int32 = -1

        static let copies = [
            "health.db.before-28-from-2.partial-0123ABCD", "health.db.before-28-from-2.partial-89ABCDEF",
            "health.db.before-16-from-9.partial-00000000",
        ]
        static let folders = [
            ".health.db-backup.0123456789abcdef.partial", ".health.db-restore.fedcba9876543210.partial",
        ]
        static let others = [
            "other.db.before-28-from-2.partial-0123ABCD", "health.db.before-28-from-x.partial-0123ABCD",
            "health.db.before-28-from-+2.partial-0123ABCD", "health.db.before-28-from-2.partial-0123abcd",
            "health.db.before-28-from-2.partial-0123ABC", "health.db.before-28.partial-0123ABCD",
            "health.db.partial-0123ABCD", "health.db.before-28-from-2",
        ]
        static let otherFolders = [
            "health.db.before-28-from-2.partial-11111111", ".other.db-backup.0123456789abcdef.partial",
            ".health.db-export.0123456789abcdef.partial",
        ]
        static let written = "health.db.before-28-from-2.partial-22222222"
        static let linked = "health.db.before-28-from-2.partial-33333333"

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            _ = try HealthDatabase(url: url)
            for name in Self.copies + Self.others + [Self.written] {
                try Data("copy".utf8).write(to: folder.appendingPathComponent(name))
            }
            for name in Self.copies { try Data().write(to: folder.appendingPathComponent(name + "-journal")) }
            for name in Self.folders + Self.otherFolders {
                let place = folder.appendingPathComponent(name)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                try Data("copy".utf8).write(to: place.appendingPathComponent("health.db"))
            }
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent(Self.linked), withDestinationURL: url)
            lock = open(folder.appendingPathComponent(Self.written).path, O_RDONLY | O_CLOEXEC)
            #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        }

        deinit {
            close(lock)
            try? FileManager.default.removeItem(at: folder)
        }

        var names: Set<String> {
            get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }
        }
    }

    @Test(arguments: [false, true])
    func openingForWritingRemovesWhatKilledProcessesHaveLeft(throughLink: Bool) throws {
        let world = try World()
        let kept = Set(World.others + World.otherFolders + [World.written, World.linked])
        var url = world.url
        if throughLink {
            url = world.folder.appendingPathComponent("link.db")
            try FileManager.default.createSymbolicLink(at: url, withDestinationURL: world.url)
        }
        let database = try HealthDatabase(url: url, mode: .readWrite)
        let names = try world.names
        #expect(names.isSuperset(of: kept), "\(kept.subtracting(names))")
        #expect(names.isDisjoint(with: World.copies + World.copies.map { $0 + "-journal" } + World.folders))
        #expect(database.removedLeftovers.count == World.copies.count + World.folders.count)
        for name in World.copies + World.folders {
            #expect(database.removedLeftovers.contains { $0.hasPrefix(name + ",") })
        }
        #expect(try HealthDatabase(url: url).removedLeftovers == [])
    }

    @Test func readingNamesThemAndRemovesNothing() throws {
        let world = try World()
        let database = try HealthDatabase(url: world.url, mode: .readOnly)
        let found = StoreLeftovers.found(besideStoreAt: database.url)
        for name in World.copies + World.folders {
            #expect(found.contains { $0.contains("/\(name),") && $0.contains("--repair") }, "\(name)")
        }
        // Unfinished files of others are named with what removes them.
        for name in ["health.db.partial-0123ABCD", ".other.db-backup.0123456789abcdef.partial"] {
            #expect(found.contains { $0.contains("/\(name),") && !$0.contains("--repair") }, "\(name)")
        }
        for name in [World.written, World.linked, "health.db.before-28-from-2"] {
            #expect(!found.contains { $0.contains("/\(name),") }, "\(name)")
        }
        #expect(database.removedLeftovers == [])
        #expect(
            try world.names.isSuperset(
                of: World.copies + World.folders + World.others + World.otherFolders + [World.written, World.linked]))
    }
}
