// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the state of a store after an interrupted import.
@Suite struct IngestFailureTests {
    /// Returns batches of steps, a million seconds each, from a start in seconds.
    static func batches(_ count: Int, rows: Int = 2000, from start: Int = 0) -> [SampleBatch] {
        (0..<count).map { number in
            var batch = SampleBatch()
            if number == 0 {
                batch.newTypes = ["HKQuantityTypeIdentifierStepCount"]
                batch.newProvenances = [ProvenanceData(sourceName: "Phone", unit: "count")]
            }
            batch.rows = (0..<rows).map { row in
                let second = Double(start + number * 1_000_000 + row * 100)
                return SampleRow(
                    type: 0, provenance: 0, start: second, end: second + 60, created: second + 90,
                    value: Double(row % 97))
            }
            return batch
        }
    }

    /// A source that kills its process before one of its batches.
    struct DyingSource: SampleBatchSource {
        var batches: [SampleBatch]
        var left: Int

        mutating func nextBatch() throws -> SampleBatch? {
            if left == 0 { kill(getpid(), SIGKILL) }
            left -= 1
            return batches.isEmpty ? nil : batches.removeFirst()
        }
    }

    @Test(arguments: [1, 3, 8, 20])
    func aKilledImportLeavesTheStoreUnchanged(after count: Int) async throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches(3))
        let before = try store.count("SELECT count(*) FROM sample")
        let path = store.database.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, count = count as Int] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path))
            let source = DyingSource(
                batches: IngestFailureTests.batches(30, from: 50_000_000), left: count)
            _ = try database.ingest(source, options: .init(file: "dying"))
        }
        let again = try HealthDatabase(url: store.database.url)
        let after = try again.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") }
        #expect(after == before)
        try store.expectNoFaults()
        // The same import succeeds afterwards.
        let receipt = try again.ingest(
            BatchList(Self.batches(30, from: 50_000_000)), options: .init(file: "again"))
        #expect(receipt.records.added == 60_000)
        try store.expectNoFaults()
    }

    /// The changes of an import are in the log only after the last of the calls that write it.
    @Test(arguments: [1, 10, 100])
    func anImportThatIsKilledAtItsEndLeavesTheStoreUnchanged(at call: Int) async throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches(3))
        let before = try store.count("SELECT count(*) FROM sample")
        let path = store.database.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, call = call as Int] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path))
            KillPoint.begin(killingAt: call)
            _ = try database.ingest(
                BatchList(IngestFailureTests.batches(30, from: 50_000_000)), options: .init(file: "dying"))
        }
        let again = try HealthDatabase(url: store.database.url)
        let after = try again.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") }
        #expect(after == before)
        try store.expectNoFaults()
    }

    /// SQLite returns the same error for a full disk and for a file that has reached its maximum size.
    @Test func aFullDiskIsANamedError() throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches(3))
        let before = try store.count("SELECT count(*) FROM sample")
        try store.database.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        let error = #expect(throws: StoreError.self) {
            try store.importBatches(Self.batches(30, from: 50_000_000))
        }
        #expect(error?.code == .diskFull)
        #expect(error?.description.contains("free some space") == true)
        #expect(try store.count("SELECT count(*) FROM sample") == before)
        try store.expectNoFaults()
    }

    @Test func readersSeeTheStoreUnchangedUntilTheImportEnds() throws {
        let store = try ScratchStore()
        try store.importBatches(Self.batches(2))
        let reader = try HealthDatabase(url: store.database.url, mode: .readOnly)
        func count() throws -> Int? {
            try reader.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") }
        }
        var seen: [Int?] = []
        _ = try store.database.ingest(
            BatchList(Self.batches(5, from: 50_000_000)), options: .init(file: "more"),
            progress: { _ in seen.append(try? count()) })
        #expect(seen == Array(repeating: 4000, count: 5))
        #expect(try count() == 14_000)
    }

    @Test func twoConcurrentImportsBothComplete() async throws {
        let store = try ScratchStore()
        let url = store.database.url
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let database = try HealthDatabase(url: url)
                    return try database.ingest(
                        BatchList(Self.batches(4, from: number * 20_000_000)), options: .init(file: "\(number)")
                    ).records.added
                }
            }
            for try await added in group { #expect(added == 8000) }
        }
        #expect(try store.count("SELECT count(*) FROM sample") == 32_000)
        try store.expectNoFaults()
    }
}
