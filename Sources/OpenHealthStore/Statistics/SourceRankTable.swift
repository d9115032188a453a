// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthStatistics

/// The ranks of sources, by the numbers that samples name.
package struct SourceRankTable: Sendable {
    /// The sources, the best first.
    package let sources: [Int64]
    /// The ranks by provenance; -1 where there is no such provenance.
    private let ranks: [Int32]

    /// No store has as many provenances, and a table of them takes little memory.
    private static let numberLimit = 1 << 24

    /// Creates the table for the order of the sources of a type. Sources without a place in it come last, by their numbers.
    package init(_ db: Database, type: Int64) throws {
        let order = try SourceOrder.read(db, type: type).sources
        var sources = order
        var rankOfSource: [Int64: Int32] = [:]
        for (rank, source) in order.enumerated() { rankOfSource[source] = Int32(rank) }
        var ranks: [Int32] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT id, source FROM provenance ORDER BY source, id")
        while let row = try rows.next() {
            let (provenance, source): (Int, Int64) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            guard (0..<Self.numberLimit).contains(provenance) else {
                throw StoreError.corrupt("provenance", "a row has a number that is never given out")
            }
            if rankOfSource[source] == nil {
                rankOfSource[source] = Int32(sources.count)
                sources.append(source)
            }
            if provenance >= ranks.count {
                ranks.append(contentsOf: repeatElement(-1, count: provenance + 1 - ranks.count))
            }
            ranks[provenance] = rankOfSource[source] ?? -1
        }
        self.sources = sources
        self.ranks = ranks
    }

    /// The rank of the source of a provenance.
    @inline(__always)
    package func rank(ofProvenance provenance: Int64) -> Int32 {
        let index = Int(truncatingIfNeeded: provenance)
        guard ranks.indices.contains(index), ranks[index] >= 0 else { return Int32(sources.count) }
        return ranks[index]
    }
}

extension [StatisticsInterval] {
    /// Samples of one source as if there were no other: a sweep has room for all ranks up to the last, and thousands of
    /// sweeps for thousands of ranks would be too much.
    var alone: [StatisticsInterval] {
        map { sample in
            var sample = sample
            sample.rank = 0
            return sample
        }
    }
}
