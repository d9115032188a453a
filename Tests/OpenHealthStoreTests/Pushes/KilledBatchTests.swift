// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of a large push whose process is killed at a change of a file.
@Suite struct KilledBatchTests {
    private static let seed: UInt64 = 5

    static func push(_ database: HealthDatabase) throws -> PushedReceipt {
        try database.ingest(app: "phone.a", now: PushBatchTests.now, size: 20) { PushBatchTests.read(seed, into: $0) }
    }

    /// Pushes in a child process that is killed at a change of a file.
    /// - Parameter call: The number of the change; nil for none.
    private static func run(_ store: ScratchStore, killingAt call: Int?) async {
        let (path, number) = (store.database.url.path, call ?? .max)
        await #expect(processExitsWith: call == nil ? .success : .signal(SIGKILL)) {
            [path = path as String, number = number as Int] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path))
            KillPoint.begin(killingAt: number)
            _ = try KilledBatchTests.push(database)
            try Data("\(KillPoint.callCount)".utf8).write(to: URL(fileURLWithPath: path + ".calls"))
        }
    }

    @Test func `after each of fifty kills the push is stored as a whole or not at all, and once when it is sent again`()
        async throws
    {
        let complete = try ScratchStore()
        await Self.run(complete, killingAt: nil)
        let calls = try String(contentsOf: URL(fileURLWithPath: complete.database.url.path + ".calls"), encoding: .utf8)
        let count = try #require(Int(calls))
        let expected = try complete.contents()
        let whole = try #require(try complete.database.pushes(of: "phone.a").first)
        #expect(!expected.isEmpty)
        _ = try Self.push(complete.database)
        let twice = try complete.contents()
        // The number of the last changes varies with the size of random values.
        let last = max(1, count - count / 10)
        var lost = 0
        for number in 0..<50 {
            let store = try ScratchStore()
            await Self.run(store, killingAt: 1 + number * last / 50)
            let again = try HealthDatabase(url: store.database.url)
            let contents = try store.contents()
            #expect(contents == [] || contents == expected, "kill \(number)")
            if contents.isEmpty { lost += 1 }
            let receipt = try Self.push(again)
            #expect(try store.contents() == (contents.isEmpty ? expected : twice), "kill \(number)")
            if contents.isEmpty { #expect(receipt.allSamples.added == whole.counts.added, "kill \(number)") }
            #expect(try again.check().findings == [], "kill \(number)")
            // The sorted parts were in files without a name.
            let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(names.allSatisfy { !$0.contains("partial") }, "\(names)")
        }
        // Otherwise all kills would have occurred after the end of the push.
        #expect(lost > 0)
    }
}
