// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import Synchronization
import Testing
import WarehouseTestSupport

@testable import OpenHealthWarehouse

/// Tests of interrupted pushes, and of stores and clusters that are restored from backups.
@Suite struct PushRecoveryTests {
    private struct Interrupted: Error {}

    /// Small blocks, so that there are several.
    private static var options: PushOptions {
        var options = PushOptions()
        options.blockLength = 256
        return options
    }

    /// Returns the number of progress reports of a push.
    private func steps(_ push: (@escaping @Sendable (PushProgress) throws -> Void) async throws -> Void) async throws
        -> Int
    {
        let count = Counter()
        try await push { _ in _ = count.next() }
        return count.value
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a push interrupted between any two steps is resumed`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        try await interrupt(warehouse, every: engine == .oldest ? 1 : 3, isReplicated: false)
    }

    @Test func `an interrupted push adds no row twice in replicated tables`() async throws {
        let cluster = try await ClickHouseCluster(shards: 1, replicas: 2)
        let warehouse = try await cluster.warehouse()
        try await interrupt(warehouse, every: 5, isReplicated: true)
    }

    /// - Parameter step: The distance between the steps at which pushes are interrupted. Only one server version is tested with
    ///   all steps, because they take a while.
    private func interrupt(_ warehouse: Warehouse, every step: Int, isReplicated: Bool) async throws {
        let whole = try PushStore(3, days: 6)
        defer { whole.remove() }
        let first = try await steps { progress in
            _ = try await warehouse.push(
                whole.database, as: try Pseudonym("whole"), options: Self.options, progress: progress)
        }
        let second = try await steps { progress in
            try change(whole)
            _ = try await warehouse.push(
                whole.database, as: try Pseudonym("whole"), options: Self.options, progress: progress)
        }
        #expect(first > 9)
        #expect(second > 9)
        for limit in stride(from: 0, to: first + second, by: step) {
            let name = try Pseudonym("ends-\(limit)")
            let store = try PushStore(3, days: 6)
            defer { store.remove() }
            if limit >= first {
                _ = try await warehouse.push(store.database, as: name, options: Self.options)
                try change(store)
            }
            let count = Counter()
            await #expect(throws: Interrupted.self, "\(limit)") {
                _ = try await warehouse.push(store.database, as: name, options: Self.options) { _ in
                    if count.next() > (limit < first ? limit : limit - first) { throw Interrupted() }
                }
            }
            // Samples that have just been sent can be deleted before the push is resumed.
            let changesMeanwhile = limit % 2 == 1
            if changesMeanwhile { try change(store) }
            _ = try await warehouse.push(store.database, as: name, options: Self.options)
            if limit < first, !changesMeanwhile {
                try change(store)
                _ = try await warehouse.push(store.database, as: name, options: Self.options)
            }
            try await warehouse.expectSame(as: store, name, "\(limit)")
            let again = try await warehouse.push(store.database, as: name, options: Self.options)
            #expect(again.blocks == 0, "\(limit)")
            // A block without samples that have been deleted since is a different block.
            if isReplicated, !changesMeanwhile {
                for table in [WarehouseTable.samples, .deletions] {
                    let rows = try await warehouse.rawRows(table, of: name)
                    #expect(
                        try await rows <= warehouse.rawRows(table, of: Pseudonym("whole")), "\(table.name), \(limit)")
                }
            }
        }
    }

    /// Adds samples, and deletes some of the existing ones.
    private func change(_ store: PushStore) throws {
        let old = try store.database.changes(after: 0).added.filter { $0.id % 3 == 0 }
        try store.addSamples(days: 0..<100)
        try store.database.delete(old.map(\.uuid))
    }

    @Test func `a server that stops during a push is named, and receives the rest on its return`() async throws {
        let process = try ClickHouseProcess()
        try await process.start()
        var warehouse = Warehouse(
            layout: ClusterLayout(server: process.url, name: WarehouseEngine.freshName()),
            credentials: WarehouseCredentials())
        try await warehouse.prepare()
        warehouse.patience = .seconds(1)
        let cohort = warehouse
        let store = try PushStore(4, days: 30)
        defer { store.remove() }
        let name = try Pseudonym("dies")
        let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let push = Task {
            try await cohort.push(store.database, as: name, options: Self.options) { progress in
                guard progress.step == .samples, progress.samples > 0 else { return }
                reached.signal()
                goOn.wait()
                goOn.signal()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                reached.wait()
                continuation.resume()
            }
        }
        try await process.kill()
        goOn.signal()
        let error = await #expect(throws: WarehouseError.self) { try await push.value }
        #expect(error?.code == .shardUnreachable || error?.code == .unreachable)
        #expect(error?.message.contains("shard-1") == true)
        try await process.start()
        let receipt = try await warehouse.push(store.database, as: name, options: Self.options)
        #expect(receipt.resumed)
        try await warehouse.expectSame(as: store, name)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `another store is refused`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let (first, second) = (try PushStore(1, days: 3), try PushStore(1, days: 3))
        defer {
            first.remove()
            second.remove()
        }
        let name = try Pseudonym("mine")
        _ = try await warehouse.push(first.database, as: name)
        let rows = try await warehouse.rows()
        let error = await #expect(throws: WarehouseError.self) {
            _ = try await warehouse.push(second.database, as: name)
        }
        #expect(error?.code == .otherStore)
        #expect(error?.message.contains("mine") == true)
        #expect(try await warehouse.rows() == rows)
        _ = try await warehouse.push(second.database, as: try Pseudonym("another"))
        try await warehouse.expectSame(as: second, try Pseudonym("another"))
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a restored store pushes its data, and removes the rest`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(2, days: 5)
        defer { store.remove() }
        let name = try Pseudonym("restored")
        _ = try await warehouse.push(store.database, as: name)
        let backup = try PushStore(copy: store)
        defer { backup.remove() }
        let gone = try store.addSamples(days: 0..<20, value: 2)
        try store.database.delete(Array(gone.prefix(10)))
        _ = try await warehouse.push(store.database, as: name)
        // The changes of the backup have the same places as other changes of the store.
        try backup.addSamples(days: 50..<90, value: 3)
        let receipt = try await warehouse.push(backup.database, as: name)
        #expect(receipt.restarted)
        try await warehouse.expectSame(as: backup, name)
        let count = try backup.database.changes(after: 0).added.count
        #expect(try await warehouse.rawRows(.samples, of: name) == count)
        // The next push continues from the current state.
        try backup.addSamples(days: 100..<101)
        let next = try await warehouse.push(backup.database, as: name)
        #expect(!next.restarted)
        #expect(next.samples == 3)
        try await warehouse.expectSame(as: backup, name)
        // Now the other copy is the foreign one.
        #expect(try await warehouse.push(store.database, as: name).restarted)
        try await warehouse.expectSame(as: store, name)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `a restored cluster receives lost data`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(2, days: 5)
        defer { store.remove() }
        let name = try Pseudonym("lost")
        _ = try await warehouse.push(store.database, as: name)
        let shard = warehouse.layout.shards[0]
        let before = try #require(try await warehouse.state(of: name, shard: shard).row)
        let later = try store.addSamples(days: 0..<20)
        try store.database.delete(Array(later.prefix(3)))
        _ = try await warehouse.push(store.database, as: name)
        // The state of a backup that was made between the two pushes.
        try await restore(warehouse, to: before.version, before)
        let receipt = try await warehouse.push(store.database, as: name)
        #expect(!receipt.restarted)
        #expect(receipt.samples == later.count - 3)
        try await warehouse.expectSame(as: store, name)
        // The state of a backup that was made during that push, with its samples but without its end. One of the samples is
        // deleted later.
        let begun = try await warehouse.state(of: name, shard: shard).begun
        try store.database.delete([later[7]])
        for day in 30..<32 {
            try store.addSamples(days: day..<day + 1)
            _ = try await warehouse.push(store.database, as: name)
        }
        try await restore(warehouse, to: begun, before)
        #expect(try await warehouse.state(of: name, shard: shard).begun == begun)
        #expect(try await !warehouse.push(store.database, as: name).restarted)
        try await warehouse.expectSame(as: store, name)
        // The state of a backup that was made before the first push.
        for table in WarehouseTable.all { try await warehouse.delete("version > 0", from: table, shard: shard) }
        _ = try await warehouse.push(store.database, as: name)
        try await warehouse.expectSame(as: store, name)
    }

    /// Restores the state that a cluster would have after a restore from a backup.
    /// - Parameters:
    ///   - push: The number of the last started push.
    ///   - row: The row of the last completed push.
    private func restore(_ warehouse: Warehouse, to push: UInt64, _ row: ParticipantRow) async throws {
        let shard = warehouse.layout.shards[0]
        for table in WarehouseTable.all {
            let last = table.name == WarehouseTable.participants.name ? row.version : push
            try await warehouse.server(shard.replicas[0]).run("OPTIMIZE TABLE \(warehouse.names.local(table)) FINAL")
            try await warehouse.delete("version > \(last)", from: table, shard: shard)
        }
        // Later rows have replaced these ones. Servers would ignore blocks that they have received before, so these blocks
        // differ.
        var row = row
        row.pushed = Date().timeIntervalSince1970
        try await warehouse.insert(row.bytes, into: .participants, shard: shard)
        var begun = RowBinaryWriter()
        for _ in 0..<2 {
            begun.write(row.participant.description)
            begun.write(UInt64(0))
            begun.write(push)
        }
        try await warehouse.insert(begun.bytes, into: .deletions, shard: shard)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `everything is sent again from a given number`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let store = try PushStore(2, days: 5)
        defer { store.remove() }
        let name = try Pseudonym("since")
        let first = try await warehouse.push(store.database, as: name)
        try store.addSamples(days: 0..<2)
        let anchor = first.anchor
        let part = try await warehouse.push(store.database, as: name, options: PushOptions(since: anchor - 10))
        #expect(part.samples == 16)
        let whole = try await warehouse.push(store.database, as: name, options: PushOptions(since: 0))
        #expect(whole.samples == first.samples + 6)
        try await warehouse.expectSame(as: store, name)
        let error = await #expect(throws: WarehouseError.self) {
            _ = try await warehouse.push(store.database, as: name, options: PushOptions(since: anchor + 1000))
        }
        #expect(error?.code == .invalidArgument)
    }

    /// A counter of calls.
    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }
}
