// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of stores whose process was killed at a change of a file.
@Suite struct KilledProcessTests {
    /// The actions of a process before it is killed.
    enum Work: String, CaseIterable {
        /// Opens the store, which converts its journal, copies it and migrates it.
        case opening
        /// Creates a backup.
        case backup

        func run(_ url: URL, killingAt call: Int) throws {
            switch self {
            case .opening:
                KillPoint.begin(killingAt: call)
                _ = try HealthDatabase(url: url)
            case .backup:
                let database = try HealthDatabase(url: url)
                KillPoint.begin(killingAt: call)
                try database.backup(to: url.deletingLastPathComponent().appendingPathComponent("backup.db"))
            }
        }
    }

    /// Does work in a child process that is killed at a change of a file.
    /// - Parameter call: The number of the change; nil for none.
    private static func run(_ work: Work, _ url: URL, killingAt call: Int?) async {
        let (path, name, number) = (url.path, work.rawValue, call ?? .max)
        await #expect(processExitsWith: call == nil ? .success : .signal(SIGKILL)) {
            [path = path as String, name = name as String, number = number as Int] in
            let url = URL(fileURLWithPath: path)
            try Work(rawValue: name)?.run(url, killingAt: number)
            try Data("\(KillPoint.callCount)".utf8).write(to: URL(fileURLWithPath: path + ".calls"))
        }
    }

    /// Returns the number of changes that work makes, and the faults that the store has without a kill.
    private static func calls(_ work: Work, _ fixture: OldFixture) async throws -> (count: Int, faults: [String]) {
        let url = try fixture.make()
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        await run(work, url, killingAt: nil)
        let count = try Int(String(contentsOf: URL(fileURLWithPath: url.path + ".calls"), encoding: .utf8))
        return (try #require(count), try HealthDatabase(url: url).check().findings)
    }

    /// The first changes, among which are the conversion of the journal and the start of a copy, and some of each later part.
    private static func points(_ calls: Int) -> [Int] {
        // The number of the last changes varies with the size of random values.
        let last = max(1, calls - calls / 10)
        return Array(1...min(last, 6)) + stride(from: 7, through: last, by: max(1, last / 8))
    }

    /// Reading the store succeeds immediately, or after a migration if it has an earlier version. Nothing is lost.
    @Test(arguments: OldFixture.all, Work.allCases)
    func theStoreCanBeReadAndIsComplete(_ fixture: OldFixture, _ work: Work) async throws {
        let calls = try await Self.calls(work, fixture)
        for call in Self.points(calls.count) {
            let url = try fixture.make()
            let folder = url.deletingLastPathComponent()
            defer { try? FileManager.default.removeItem(at: folder) }
            let expected = try Self.samples(url)
            await Self.run(work, url, killingAt: call)

            #expect(try Self.samples(url) == expected, "change \(call)")
            do {
                _ = try HealthDatabase(url: url, mode: .readOnly)
            } catch let error as StoreError {
                #expect(error.code == .olderSchema, "change \(call)")
            }
            let database = try HealthDatabase(url: url)
            // Opening it for writing has removed the unfinished copies of killed migrations.
            let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!copies.contains { $0.contains(".before-") && $0.contains(".partial-") }, "change \(call)")
            #expect(try database.check().findings == calls.faults, "change \(call)")
            #expect(try database.read(OldFixture.samples) == expected, "change \(call)")

            // The next backup of the same name removes the rest of the killed one.
            let backup = folder.appendingPathComponent("backup.db")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -60)],
                    ofItemAtPath: folder.appendingPathComponent(name).path)
            }
            // A backup with its name is complete.
            if !FileManager.default.fileExists(atPath: backup.path) { try database.backup(to: backup) }
            #expect(try HealthDatabase(url: backup, mode: .readOnly).read(OldFixture.samples) == expected)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.filter { $0.hasPrefix("backup") } == ["backup.db"], "change \(call)")
        }
    }

    /// Reads with a connection that can't write.
    private static func samples(_ url: URL) throws -> [String] {
        let reader = try HealthDatabase.openForReading(url.path)
        defer { try? reader.close() }
        return try reader.read(OldFixture.samples)
    }

    // MARK: - Folders that can't be written

    /// Creates a store whose process was killed, with a journal or a log.
    private static func interrupted(_ suffix: String) async throws -> URL {
        let fixture = OldFixture(name: "store-v1", journal: suffix == "-journal" ? "DELETE" : "WAL")
        for call in 1...100 {
            let url = try fixture.make()
            await run(.opening, url, killingAt: call)
            // The first page of a journal has a checksum, without which the journal is not used.
            if let file = InterruptedWrite(besideStoreAt: url.path)?.file, file.hasSuffix(suffix),
                try needsWriter(url)
            {
                return url
            }
            try FileManager.default.removeItem(at: url.deletingLastPathComponent())
        }
        throw CancellationError()
    }

    /// Returns whether a copy of the store can't be read in a folder that can't be written.
    private static func needsWriter(_ url: URL) throws -> Bool {
        if InterruptedWrite(besideStoreAt: url.path)?.file.hasSuffix("-wal") == true {
            unlink(url.path + "-shm")
            return true
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: url.path, configuration: configuration)
            _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
            return false
        } catch let error as DatabaseError {
            return error.requiresWriter
        }
    }

    @Test(arguments: ["-journal", "-wal"])
    func aFolderThatCannotBeWrittenIsReportedWithWhatIsInIt(suffix: String) async throws {
        let url = try await Self.interrupted(suffix)
        let folder = url.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        func contents() throws -> [String: Data] {
            try Dictionary(
                uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path).map {
                    ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
                })
        }
        let before = try contents()
        for name in before.keys {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o444], ofItemAtPath: folder.appendingPathComponent(name).path)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        let path = url.path
        await #expect(processExitsWith: .success) { [path = path as String, suffix = suffix as String] in
            // File permissions do not apply to root.
            if getuid() == 0 { precondition(setuid(65_534) == 0) }
            for mode in [HealthDatabase.Mode.create, .readWrite, .readOnly] {
                do {
                    _ = try HealthDatabase(url: URL(fileURLWithPath: path), mode: mode)
                    preconditionFailure("a store was opened without its \(suffix)")
                } catch let error as StoreError {
                    precondition(error.code == .readOnly, error.description)
                    precondition(error.message.contains(path + suffix), error.description)
                    precondition(error.remedy.contains("do not delete"), error.description)
                }
            }
        }
        #expect(try contents() == before)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        #expect(try Self.samples(url).count == 34)
    }
}
