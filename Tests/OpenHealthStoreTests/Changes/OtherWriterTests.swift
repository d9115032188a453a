// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests of changes to the file by other processes and other programs.
@Suite struct OtherWriterTests {
    @Test func reportsChangesOfAnotherProcess() async throws {
        let store = try ScratchStore()
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        let path = store.database.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path), mode: .readWrite)
            for number in 0..<50 {
                try database.save([MadeSamples.steps(1, from: Double(number))], source: MadeSamples.app)
            }
        }
        await heard.wait(through: 50)
        heard.expectContiguous(from: 0, through: 50)
        #expect(heard.ranges.allSatisfy { $0.types == [HKQuantityTypeIdentifier.stepCount.rawValue] })
        subscription.cancel()
    }

    /// Committed changes are reported completely and once.
    @Test func reportsCommitsOfAKilledWriter() async throws {
        let store = try ScratchStore()
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        let path = store.database.url.path
        var before: Int64 = 0
        for call in [1, 2, 5, 15, 50, 120] {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, call = call as Int] in
                let database = try HealthDatabase(url: URL(fileURLWithPath: path), mode: .readWrite)
                func save() throws {
                    try database.save(
                        (0..<7).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
                }
                try save()
                KillPoint.begin(killingAt: call)
                while true { try save() }
            }
            let place = try store.database.latestChange()
            #expect(place % 7 == 0 && place >= before + 7)
            before = place
            await heard.wait(through: place)
            heard.expectContiguous(from: 0, through: place)
        }
        // Later changes continue from there.
        let place = try store.database.latestChange()
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        await heard.wait(through: place + 1)
        heard.expectContiguous(from: 0, through: place + 1)
        subscription.cancel()
    }

    /// A watch of a missing folder closes its descriptor only once, because the number can be reused afterwards.
    @Test func watchesNothingWithoutAFile() async throws {
        let store = try ScratchStore()
        let path = store.folder.appendingPathComponent("none/health.db").path
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 {
                group.addTask { (0..<3000).allSatisfy { _ in FileEvents(path) == nil } }
                group.addTask {
                    (0..<3000).allSatisfy { _ in
                        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                        return descriptor >= 0 && close(descriptor) == 0
                    }
                }
            }
            for await isWell in group { #expect(isWell) }
        }
    }

    @Test func followsThroughALink() async throws {
        let store = try ScratchStore()
        let folder = store.folder.appendingPathComponent("elsewhere", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("linked.db"), withDestinationURL: store.database.url)
        let linked = try HealthDatabase(url: folder.appendingPathComponent("linked.db"))
        let heard = Heard()
        let subscription = try linked.subscribe(heard.add)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        await heard.wait(through: 1)
        subscription.cancel()
    }

    @Test func readOnlyStores() async throws {
        let store = try ScratchStore()
        let reader = try HealthDatabase(url: store.database.url, mode: .readOnly)
        let heard = Heard()
        let subscription = try reader.subscribe(heard.add)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        await heard.wait(through: 1)
        heard.expectContiguous(from: 0, through: 1)
        subscription.cancel()
    }

    /// An older state of the store is restored into the file.
    @Test func continuesAfterARestore() async throws {
        let store = try ScratchStore()
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let backup = try DatabaseQueue(path: store.folder.appendingPathComponent("backup.db").path)
        try store.database.pool.backup(to: backup)
        try store.database.save([MadeSamples.steps(1, from: 1)], source: MadeSamples.app)
        let heard = Heard()
        let subscription = try store.database.subscribe(heard.add)
        try backup.backup(to: store.database.pool)
        await heard.wait { !$0.isEmpty }
        #expect(heard.ranges == [ChangeRange(after: 1, through: 1, topics: Set(ChangeRange.Topic.allCases))])
        try store.database.save([MadeSamples.steps(1, from: 2)], source: MadeSamples.app)
        await heard.wait(through: 2)
        #expect(heard.ranges.dropFirst().first?.after == 1)
        subscription.cancel()
    }

    /// If the file is replaced by another one, connections keep using the former file.
    @Test func keepsTheOpenedFile() async throws {
        let store = try ScratchStore()
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let heard = [Heard(), Heard()]
        let before = try store.database.subscribe(heard[0].add)
        let replacement = store.folder.appendingPathComponent("new.db")
        try store.database.backup(to: replacement)
        for name in ["health.db-wal", "health.db-shm"] {
            try? FileManager.default.removeItem(at: store.folder.appendingPathComponent(name))
        }
        #expect(rename(replacement.path, store.database.url.path) == 0)
        let after = try store.database.subscribe(heard[1].add)
        let new = try HealthDatabase(url: store.database.url)
        try new.save([MadeSamples.steps(1, from: 5), MadeSamples.steps(1, from: 6)], source: MadeSamples.app)
        try store.database.save([MadeSamples.steps(1, from: 1)], source: MadeSamples.app)
        for heard in heard {
            await heard.wait(through: 2)
            heard.expectContiguous(from: 1, through: 2)
        }
        before.cancel()
        after.cancel()
    }
}
