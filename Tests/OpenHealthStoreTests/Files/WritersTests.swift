// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct WritersTests {
    private static func write(_ url: URL, from first: Int, count: Int) throws {
        let database = try HealthDatabase(url: url)
        for number in first..<first + count {
            try database.save(
                [MadeSamples.steps(1, from: Double(number)), MadeSamples.heartRate(60, at: Double(number))],
                source: MadeSamples.app)
        }
    }

    private func expectAll(_ store: ScratchStore, _ count: Int) throws {
        #expect(try store.database.records(SampleRequest()).count == 2 * count)
        #expect(try store.database.latestChange() == Int64(2 * count))
        #expect(try store.database.changes(after: 0).added.map(\.id) == Array(1...Int64(2 * count)))
        #expect(try store.database.check().findings == [])
    }

    @Test func twoInstancesWrite() async throws {
        let store = try ScratchStore()
        let url = store.database.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 { group.addTask { try Self.write(url, from: writer * 1000, count: 60) } }
            try await group.waitForAll()
        }
        try expectAll(store, 120)
    }

    @Test func twoProcessesWrite() async throws {
        let store = try ScratchStore()
        let url = store.database.url
        let path = url.path
        async let here: Void = Self.write(url, from: 5000, count: 60)
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Self.write(URL(fileURLWithPath: path), from: 0, count: 60)
        }
        try await here
        try expectAll(store, 120)
    }

    /// Several processes create the store at the same time, and each opens it complete.
    @Test func severalProcessesCreateAStore() async throws {
        for _ in 0..<10 {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "healthstore-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let url = folder.appendingPathComponent("health.db")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 { group.addTask { try Self.write(url, from: writer * 1000, count: 2) } }
                try await group.waitForAll()
            }
            #expect(try HealthDatabase(url: url).records(SampleRequest()).count == 16)
        }
    }

    /// A reader has a snapshot of the store for any duration, and does not block writers.
    @Test func readersSeeOneMoment() throws {
        let store = try ScratchStore()
        try store.database.save((0..<500).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        let other = try HealthDatabase(url: store.database.url)
        var seen = 0
        try store.database.forEachSample(SampleRequest()) { _ in
            if seen == 10 { try other.save([MadeSamples.steps(1, from: 400.5)], source: MadeSamples.app) }
            seen += 1
            return true
        }
        #expect(seen == 500)
        #expect(try store.database.records(SampleRequest()).count == 501)
    }

    /// The last transaction of a process that is killed while saving is either complete or absent.
    @Test func aKilledWriterLeavesASoundStore() async throws {
        let store = try ScratchStore()
        let path = store.database.url.path
        // The calls of the first save, of its end, and of later ones.
        for call in [1, 2, 5, 15, 50, 120] {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, call = call as Int] in
                let database = try HealthDatabase(url: URL(fileURLWithPath: path))
                KillPoint.begin(killingAt: call)
                while true {
                    try database.save(
                        (0..<10).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
                }
            }
            #expect(try store.database.check().findings == [])
            #expect(try store.database.records(SampleRequest()).count % 10 == 0)
        }
    }
}
