// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the figures of intervals, which are not samples.
@Suite struct AggregateTableTests {
    private static func hours(_ steps: [Int], sources: String = "Watch|Phone") -> String {
        let points = steps.enumerated().map {
            "{\"date\":\"2024-03-09 1\($0.offset):00:00 +0000\",\"qty\":\($0.element),\"source\":\"\(sources)\"}"
        }
        return
            "{\"data\":{\"metrics\":[{\"name\":\"step_count\",\"units\":\"count\",\"data\":[\(points.joined(separator: ","))]}]}}"
    }

    @Test func `aggregated readings are not samples`() throws {
        let store = try ScratchStore()
        let receipt = try store.push(Self.hours([100, 200]), aggregation: .interval(.hours))
        #expect(receipt.allSamples == PushedReceipt.Counts())
        #expect(receipt.allAggregates == PushedReceipt.Counts(added: 2))
        #expect(try store.count("SELECT count(*) FROM sample") == 0)
        #expect(
            try store.count("SELECT CAST(sum(sum) AS INTEGER) FROM aggregate_point WHERE sources = 'Watch|Phone'")
                == 300)
        #expect(try store.database.check().findings == [])
    }

    @Test func `a repeated push replaces the running interval`() throws {
        let store = try ScratchStore()
        try store.push(Self.hours([100, 20], sources: "Watch"), aggregation: .interval(.hours))
        let receipt = try store.push(Self.hours([100, 90]), aggregation: .interval(.hours))
        #expect(receipt.allAggregates == PushedReceipt.Counts(replaced: 2))
        #expect(try store.push(Self.hours([100, 90]), aggregation: .interval(.hours)).allAggregates.known == 2)
        #expect(try store.count("SELECT count(*) FROM aggregate_point") == 2)
        #expect(try store.count("SELECT CAST(sum(sum) AS INTEGER) FROM aggregate_point") == 190)
    }

    @Test func `readings without an interval or identifier are aggregated unless the push says otherwise`() throws {
        let store = try ScratchStore()
        #expect(try store.push(Self.hours([7]), aggregation: nil).allAggregates.added == 1)
        #expect(try store.push(Self.hours([7]), aggregation: .individual).allSamples.added == 1)
    }
}
