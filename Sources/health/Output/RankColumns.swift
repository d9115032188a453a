// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthStore

/// The columns of the source order.
enum RankColumns {
    /// A source with its rank, 1 for the highest.
    struct Row {
        /// The rank.
        let rank: Int
        /// The source and the reason for its rank.
        let ranked: RankedSource
    }

    /// Returns the rows of an order, the highest source first.
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

/// The reason for a source's rank, for people.
enum SourceReason {
    /// Returns the reason in a few words.
    static func text(_ reason: RankedSource.Reason) -> String {
        switch reason {
        case .chosen: "chosen by you"
        case .enteredByHand: "entered by hand"
        case .watch: "Apple Watch"
        case .phone: "iPhone"
        case .otherAppleDevice: "other Apple device"
        case .other: "app or accessory"
        }
    }
}
