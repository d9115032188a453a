// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// The columns of the order of sources.
enum RankColumns {
    /// A source and its place, 1 for the best.
    struct Row {
        /// The place.
        let rank: Int
        /// The source and why it stands there.
        let ranked: RankedSource
    }

    /// The rows of an order, the best source first.
    static func rows(_ order: [RankedSource]) -> [Row] {
        order.enumerated().map { Row(rank: $0 + 1, ranked: $1) }
    }

    /// All columns.
    static var all: [Column<Row>] {
        [
            Column("rank", alignment: .right) { .count($0.rank) },
            Column("source") { .text($0.ranked.source.name) },
            Column("bundleIdentifier", for: .programs) { .text($0.ranked.source.bundleIdentifier) },
            Column("why", for: .people) { .text(SourceReason.text($0.ranked.reason)) },
            Column("reason", for: .programs) { .text($0.ranked.reason.rawValue) },
        ]
    }
}
