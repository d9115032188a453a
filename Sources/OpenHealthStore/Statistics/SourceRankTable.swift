// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthStatistics

/// The ranks of sources by provenance, and the ways in which samples that lack properties came.
package struct SourceRankTable: Sendable {
    /// The sources, highest priority first.
    package let sources: [Int64]
    /// Whether a source has samples that lack properties.
    package let hasPartial: Bool
    /// The ranks by provenance; -1 if there is no such provenance.
    private let ranks: [Int32]
    /// The ways in which samples came.
    package let ways: PushWays
    /// The numbers of the ways by provenance; empty if no samples lack properties.
    private let wayOfProvenance: [Int32]

    /// The maximum number of a provenance. No store has as many, and a table of this size needs little memory.
    private static let numberLimit = 1 << 24

    /// Creates the table for the order of the sources of a type. Sources that aren't in the order follow, sorted by number.
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
                throw StoreError.corrupt("provenance", "a row has a number that is never assigned")
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
        let found = try PushWays.read(db)
        var ways = found.wayOfProvenance.isEmpty ? [] : [Int32](repeating: 0, count: ranks.count)
        for (provenance, way) in found.wayOfProvenance where ways.indices.contains(provenance) {
            ways[provenance] = way
        }
        self.ways = found.ways
        wayOfProvenance = ways
        hasPartial = !ways.isEmpty
    }

    /// Returns the rank of the source of a provenance.
    @inline(__always)
    package func rank(ofProvenance provenance: Int64) -> Int32 {
        let index = Int(truncatingIfNeeded: provenance)
        guard ranks.indices.contains(index), ranks[index] >= 0 else { return Int32(sources.count) }
        return ranks[index]
    }

    /// Returns the way in which the samples of a provenance came: 0 if they are complete.
    @inline(__always)
    package func way(ofProvenance provenance: Int64) -> Int {
        let index = Int(truncatingIfNeeded: provenance)
        return wayOfProvenance.indices.contains(index) ? Int(wayOfProvenance[index]) : 0
    }
}

extension [StatisticsInterval] {
    /// The samples with rank 0, as for a single source. A sweep needs space for all ranks up to the highest, which would be too
    /// much for thousands of sweeps.
    var alone: [StatisticsInterval] {
        map { sample in
            var sample = sample
            sample.rank = 0
            return sample
        }
    }
}
