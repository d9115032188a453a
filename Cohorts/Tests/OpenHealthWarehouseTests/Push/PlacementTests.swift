// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthWarehouse

@Suite struct PlacementTests {
    private func layout(_ weights: [(String, Int)]) throws -> ClusterLayout {
        ClusterLayout(
            shards: try weights.map { name, weight in
                let url = try #require(URL(string: "http://\(name):8123"))
                return ClusterLayout.Shard(name: name, weight: weight, replicas: [ClusterLayout.Replica(url: url)])
            })
    }

    private let names = (0..<4000).compactMap { try? Pseudonym("w\($0)") }

    @Test func `shards get shares in proportion to their weights`() throws {
        let layout = try layout([("one", 1), ("two", 2), ("three", 1), ("full", 0)])
        var counts: [String: Int] = [:]
        for name in names { counts[layout.placement(of: name).name, default: 0] += 1 }
        #expect(counts["full"] == nil)
        // The limit is six standard deviations of a binomial distribution.
        for (shard, share) in [("one", 0.25), ("two", 0.5), ("three", 0.25)] {
            let expected = 4000 * share
            let spread = 6 * (4000 * share * (1 - share)).squareRoot()
            #expect(abs(Double(counts[shard] ?? 0) - expected) < spread, "\(shard)")
        }
    }

    @Test func `a new shard takes some participants and moves none between the others`() throws {
        let before = try layout([("one", 1), ("two", 1)])
        let after = try layout([("three", 1), ("two", 1), ("one", 1)])
        var moved = 0
        for name in names {
            let (old, new) = (before.placement(of: name).name, after.placement(of: name).name)
            guard old != new else { continue }
            #expect(new == "three")
            moved += 1
        }
        #expect(moved > 1000 && moved < 1700)
    }

    @Test func `withdrawn participants are placed among the shards that know of them`() throws {
        let layout = try layout([("old", 0), ("one", 1), ("new", 1)])
        let warehouse = Warehouse(layout: layout, credentials: WarehouseCredentials())
        let name = try Pseudonym("w001")
        func place(_ numbers: [String: UInt64], remembered: String? = nil) -> [String] {
            // Shards respond in any order.
            [layout.shards, layout.shards.reversed()].map { shards in
                warehouse.place(
                    for: name, highest: shards.map { ($0, numbers[$0.name] ?? 0) }, remembered: remembered
                ).name
            }
        }
        #expect(place(["old": 5, "one": 5]) == ["one", "one"])
        #expect(place(["old": 5, "one": 4]) == ["old", "old"])
        #expect(place(["old": 5, "one": 5], remembered: "old") == ["old", "old"])
        #expect(place(["old": 5, "one": 4], remembered: "one") == ["one", "one"])
        #expect(place(["old": 5, "one": 5], remembered: "new") == ["one", "one"])
        let usual = layout.placement(of: name).name
        #expect(place([:]) == [usual, usual])
        #expect(place([:], remembered: "old") == [usual, usual])
    }

    @Test func `blocks are the same for any start of a push`() {
        for length in [1, 2, 7, 512] as [Int64] {
            for anchor in 0...20 as ClosedRange<Int64> {
                for last in anchor...40 {
                    let blocks = PushPlan.blocks(after: anchor, through: last, length: length)
                    #expect(blocks.flatMap { Array($0) } == Array(anchor + 1..<last + 1))
                    #expect(blocks.dropLast().allSatisfy { $0.upperBound % length == 0 })
                    #expect(blocks.allSatisfy { $0.count <= length })
                }
            }
        }
    }

    @Test func `numbers of pushes increase and are random`() {
        var last: UInt64 = 0
        for _ in 0..<1000 {
            let next = PushPlan.version(after: last)
            #expect(next > last)
            #expect(next >> 16 == last >> 16 + 1)
            last = next
        }
    }
}
