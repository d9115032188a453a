// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization
import Testing

@testable import OpenHealthStore

@Suite struct BackupTests {
    /// Requests a writer to stop.
    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    @Test func backupIsAStoreInOneFile() throws {
        let store = try ScratchStore()
        let samples = (0..<2000).map { MadeSamples.steps(Double($0), from: Double($0)) }
        try store.database.save(samples, source: MadeSamples.app)
        let url = store.folder.appendingPathComponent("backup.db")
        var parts: [Double] = []
        try store.database.backup(to: url) { parts.append($0) }
        #expect(parts.last == 1)
        #expect(parts == parts.sorted())
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(names.filter { $0.hasPrefix("backup") } == ["backup.db"])
        for mode in [HealthDatabase.Mode.readOnly, .readWrite] {
            let copy = try HealthDatabase(url: url, mode: mode)
            #expect(try copy.records(SampleRequest()) == store.database.records(SampleRequest()))
            #expect(try copy.check().isHealthy)
        }
    }

    @Test func existingFilesAreKept() throws {
        let store = try ScratchStore()
        let url = store.folder.appendingPathComponent("backup.db")
        try Data("mine".utf8).write(to: url)
        let error = #expect(throws: StoreError.self) { try store.database.backup(to: url) }
        #expect(error?.code == .invalidArgument)
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
        let nowhere = store.folder.appendingPathComponent("none/backup.db")
        #expect(throws: StoreError.self) { try store.database.backup(to: nowhere) }
        #expect(throws: StoreError.self) { try store.database.backup(to: store.database.url) }
    }

    /// SQLite would apply a journal or log to the copy.
    @Test(arguments: ["-journal", "-wal"])
    func aJournalInThePlaceOfTheBackupIsAnError(suffix: String) throws {
        let store = try ScratchStore()
        let url = store.folder.appendingPathComponent("backup.db")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: url.path + suffix))
        let error = #expect(throws: StoreError.self) { try store.database.backup(to: url) }
        #expect(error?.message.contains(suffix) == true)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    /// The limit on the size of files has the same effect as a full disk.
    @Test func aFailedBackupLeavesNothingAndNamesTheBackup() async throws {
        let store = try ScratchStore()
        try store.importBatches(IngestFailureTests.batches(10))
        let path = store.database.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let url = URL(fileURLWithPath: path)
            let database = try HealthDatabase(url: url)
            let folder = url.deletingLastPathComponent()
            let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            FileSizeLimit.reportAsError()
            var limit = rlimit(rlim_cur: 100_000, rlim_max: rlim_t.max)
            precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            do {
                try database.backup(to: folder.appendingPathComponent("backup.db"))
                preconditionFailure("the backup is larger than the limit")
            } catch let error as StoreError {
                precondition(error.code == .diskFull, error.description)
                precondition(error.message.contains("the backup \(folder.path)/backup.db"), error.description)
                precondition(error.remedy.contains("the store is unchanged"), error.description)
            }
            let after = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            precondition(after == before, "\(after)")
        }
        #expect(try store.database.check().isHealthy)
    }

    @Test func backupWhileWriting() async throws {
        let store = try ScratchStore()
        try store.database.save((0..<20_000).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        let database = store.database
        let end = Flag()
        let counts: [Int] = try await withThrowingTaskGroup(of: [Int].self) { group in
            group.addTask {
                // Each save adds two samples, so the number in each backup is even.
                var time = 1e6
                while !end.isSet.load(ordering: .relaxed) {
                    try database.save(
                        [MadeSamples.steps(1, from: time), MadeSamples.steps(2, from: time)], source: MadeSamples.app)
                    time += 1
                }
                return []
            }
            group.addTask {
                defer { end.isSet.store(true, ordering: .relaxed) }
                return try (0..<4).map { number in
                    let url = database.url.deletingLastPathComponent().appendingPathComponent("backup\(number).db")
                    try database.backup(to: url)
                    let copy = try HealthDatabase(url: url, mode: .readOnly)
                    #expect(try copy.check().isHealthy)
                    return try copy.records(SampleRequest()).count
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(counts.count == 4)
        #expect(counts.allSatisfy { $0 >= 20_000 && $0 % 2 == 0 })
        #expect(counts == counts.sorted())
    }
}
